import { formOf, type Word, wordsOf } from './word-forms.ts';

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
  const named = namedFirst(text);
  const isKnown = named.some(({ form }) => known.some((parts) => parts.includes(form)));
  const [first] = named;
  if (first && !isKnown && !lines.some((line) => named.some(({ form }) => isToldOf(line.text, form))))
    return named.map((word) => word.text).join(' ');
  return swapped(text, lines);
}

const partsOf = (name: string) => wordsOf(name).map(({ form }) => form);

const NO_NAME =
  /^(?:the|he|she|they|it|we|i|you|one|a|an|someone|somebody|nobody|everybody|everyone|mr|mrs|ms|miss|dr|doctor|no)$/;

/** The name at the start, if it stands before a verb of saying or after "according to". */
function namedFirst(text: string): Word[] {
  const words = wordsOf(text);
  const from = /^according to /i.test(text) ? 2 : 0;
  const at = words.findIndex(({ form }, index) => index >= from && SAYS.test(form));
  const comma = words.findIndex(({ to }) => text[to] === ',');
  const end = from > 0 ? comma + 1 : at;
  if (end < from + 1 || end > from + 4) return [];
  const before = words.slice(from, end);
  if (!before.every((word) => /^\p{Lu}/u.test(word.text))) return [];
  return before.filter(({ form }) => !NO_NAME.test(form));
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
