import type { Mention } from '../types.ts';

/** A clause without its deadline, and the deadline. */
export interface Parted {
  readonly task: string;
  readonly due?: string;
}

const UNTIL = /\s(?:by|before|until|till|no later than|on)\s+/gi;
/** `tomorrow` and the like need no preposition. */
const BARE = /\s(?:today|tonight|tomorrow|(?:this|next)\s+\S+)(?:\s+(?:morning|afternoon|evening|night))?$/i;
/** Times that the readers of dates do not know. */
const TIME =
  /\b(?:today|tonight|tomorrow|noon|midnight|lunch|end of (?:the )?(?:day|week|month|quarter|year)|(?:this|next) (?:morning|afternoon|evening|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter))$/i;
const MOST_WORDS = 6;

/**
 * Parts a clause from the deadline at its end: `send it by Friday`.
 * @param dates the dates and times of day in the clause
 */
export function partDeadline(clause: string, dates: readonly Mention[]): Parted {
  const ends = (text: string) => TIME.test(text) || dates.some((date) => text.endsWith(date.text));
  for (const { 0: word, index } of clause.matchAll(UNTIL)) {
    const due = clause.slice(index + word.length);
    if (due.split(/\s+/).length > MOST_WORDS || /\s(?:by|before|until|till)\s/i.test(due)) continue;
    if (ends(due)) return { task: clause.slice(0, index), due };
  }
  const bare = BARE.exec(clause);
  if (!bare || !ends(clause)) return { task: clause };
  return { task: clause.slice(0, bare.index), due: bare[0].trim() };
}

/** The deadline before an owner: `By Friday, Anna will`. */
export function leadingDeadline(before: string, dates: readonly Mention[]): string | undefined {
  const due = /\b(?:by|before|until)\s+([^,]{3,60}),\s*$/i.exec(before)?.[1];
  if (due === undefined) return undefined;
  return TIME.test(due) || dates.some(({ text }) => due.endsWith(text)) ? due : undefined;
}
