import { formOf, wordsOf } from './words.ts';

/** A line that a statement rests on. */
export interface SaidLine {
  readonly text: string;
  readonly speaker?: string | undefined;
  /** Its file's name, which counts as said. */
  readonly filename?: string | undefined;
}

const SAYS =
  /^(?:says?|said|asks?|asked|promises|promised|announces|announced|admits|admitted|claims|claimed|explains|explained|warns|warned|thinks|thought|believes|believed|suggests|suggested|proposes|proposed|agrees|agreed|complains|complained|insists|insisted|confirms|confirmed|commits|committed|offers|offered|apologises|apologizes|apologised|apologized|objects|objected|disagrees|disagreed|refuses|refused|wants|states|stated|mentions|mentioned|reports|reported|hopes|hoped|plans|planned)$/;

/**
 * The speaker that a statement names for words of another: "Ben says that ..." of a line by Ann, or "Ben pays Ann" of Ann's
 * "I will pay Ben". Undefined if it names none, if the speaker is not known, or if the lines themselves tell it so.
 */
export function wrongSpeaker(text: string, lines: readonly SaidLine[]): string | undefined {
  const speakers = lines.map(({ speaker }) => speaker);
  if (speakers.some((speaker) => speaker === undefined || /\d/.test(speaker))) return undefined;
  const known = speakers.map((speaker = '') => partsOf(speaker));
  const words = wordsOf(text);
  const named = /^according to /i.test(text) ? words[2] : subjectOf(words);
  if (named && !known.some((parts) => parts.includes(named.form))) {
    const toldBy = lines.some((line) => isToldOf(line.text, named.form));
    if (!toldBy) return named.text;
  }
  return swapped(text, lines);
}

const partsOf = (name: string) => wordsOf(name).map(({ form }) => form);

/** The name at the start, if it stands before a verb of saying. */
function subjectOf(words: ReturnType<typeof wordsOf>) {
  const at = words.findIndex(({ form }) => SAYS.test(form));
  if (at < 1 || at > 3) return undefined;
  const before = words.slice(0, at);
  return before.every(({ text }) => /^\p{Lu}/u.test(text)) &&
    !/^(?:the|he|she|they|it|we|i|one|a|an|someone|nobody)$/.test(before[0]?.form ?? '')
    ? before[0]
    : undefined;
}

/** Whether a line tells what somebody said or wants, as "Ben said" does. */
function isToldOf(line: string, form: string): boolean {
  const words = wordsOf(line).map((word) => word.form);
  return words.some(
    (word, at) =>
      word === form &&
      words
        .slice(at + 1, at + 4)
        .some((one) => SAYS.test(one) || /^(?:is|has|will|would|can|wanted|told)$/.test(one)),
  );
}

/** Two people in the order in which no line has them, where "I" is who speaks. */
function swapped(text: string, lines: readonly SaidLine[]): string | undefined {
  for (const { text: line, speaker = '' } of lines) {
    const [self = ''] = partsOf(speaker);
    if (
      !/^(?:I|I'll|I've|I'm|I'd)$/.test(line.replace(/’/g, "'").match(/\bI(?:'\p{L}+)?/u)?.[0] ?? '') ||
      self === ''
    )
      continue;
    const own = wordsOf(line);
    const i = own.findIndex(({ form }) => /^i(?:'|$)/.test(form));
    const claimed = wordsOf(text).map(({ form }) => formOf(form));
    const subject = claimed.findIndex((form) => partsOf(speaker).includes(form));
    const other = own
      .slice(i + 1)
      .find(
        ({ text: word, form }) =>
          /^\p{Lu}/u.test(word) && claimed.includes(form) && !partsOf(speaker).includes(form),
      );
    if (
      other &&
      subject > 0 &&
      !/^(?:by|from|and|or|with|than)$/.test(claimed[subject - 1] ?? '') &&
      claimed.indexOf(other.form) === 0
    )
      return other.text;
  }
  return undefined;
}
