/** Speech laid out as captions, by the rules of subtitle editors. Pure. */

/** What subtitle editors allow. Lengths in characters (code points), times in seconds. */
export const captionRules = {
  rowLength: 42,
  rows: 2,
  /** Reading speed, in characters a second. */
  speed: 17,
  shortest: 1,
  longest: 7,
  /** Time without a caption between two: two frames at 24 frames a second. */
  gap: 0.083,
} as const;

/** A word with its own time, in seconds. */
export interface TimedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A spoken line, in seconds. */
export interface SpokenText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
  /** Their words must be those of the text; otherwise the captions have no times of words. */
  readonly words?: readonly TimedWord[] | undefined;
}

/** A word of a caption. */
export interface CaptionWord {
  readonly text: string;
  /** Whether a space stands before it; a word longer than a row is cut without one. */
  readonly spaced: boolean;
  readonly start: number;
  readonly end: number;
}

/** A caption: at most two rows, in seconds. */
export interface Caption {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly (readonly CaptionWord[])[];
  readonly speaker?: string | undefined;
  /** Whether its words have times of their own, which are not guessed from their lengths. */
  readonly timed: boolean;
}

/** The text of a row. */
export const rowText = (row: readonly CaptionWord[]): string =>
  row.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('');

/**
 * Cuts lines into captions of at most two rows of 42 characters, where phrases end if possible. A caption stays for as long
 * as reading it takes, at least a second and at most seven, as far as the next one leaves room: what is spoken faster than 17
 * characters a second is read faster.
 * @param lines in order of their start
 * @param named puts the speaker before the text, for formats without a field for it
 * @param until where the film ends, in seconds: no caption stays longer
 */
export function layOut(
  lines: readonly SpokenText[],
  { named = false, until = Number.POSITIVE_INFINITY } = {},
): Caption[] {
  return lasting(
    lines.flatMap((line) => captionsOf(line, named)),
    until,
  );
}

/** A pause between words from which a phrase counts as ended, in seconds. */
const PAUSE = 0.35;

const length = (text: string): number => [...text].length;

/** Words, and how long the row of some of them is, in characters: asked many times for each, so it is added up once. */
interface Measured {
  readonly words: readonly CaptionWord[];
  /** Of the words from one place to before another. */
  size(from: number, to: number): number;
}

function measured(words: readonly CaptionWord[]): Measured {
  const until = [0];
  for (const { text, spaced } of words) until.push((until.at(-1) ?? 0) + length(text) + (spaced ? 1 : 0));
  const size = (from: number, to: number) => {
    if (to <= from) return 0;
    return (until[to] ?? 0) - (until[from] ?? 0) - (words[from]?.spaced ? 1 : 0);
  };
  return { words, size };
}

function captionsOf(line: SpokenText, named: boolean): Caption[] {
  const { speaker } = line;
  const said = wordsOf(line);
  if (said.words.length === 0) return [];
  const first = said.words[0]?.start ?? line.start;
  const name = named && speaker ? pieces(`${oneLine(speaker)}:`) : [];
  const all = measured([...name.map((text) => ({ ...text, start: first, end: first })), ...said.words]);
  const { words } = all;
  const captions: Caption[] = [];
  for (let from = 0; from < words.length; ) {
    const to = from + countOf(all, from);
    const start = from === 0 ? line.start : (words[from]?.start ?? line.start);
    const end = to === words.length ? line.end : (words[to - 1]?.end ?? line.end);
    captions.push({
      start,
      end: Math.max(start, end),
      rows: rowsOf(all, from, to),
      timed: said.timed,
      speaker,
    });
    from = to;
  }
  return captions;
}

/** How many words the caption that begins with a word takes. */
function countOf(all: Measured, from: number): number {
  const { words } = all;
  const most = mostOf(all, from);
  if (from + most === words.length) return most;
  // Not before half of what fits, so that a long line does not fall into crumbs.
  const counts = Array.from({ length: most }, (_, index) => index + 1).filter((count) => 2 * count >= most);
  const cost = (count: number) =>
    breakBefore(words, from + count) + (most - count) * 0.02 + crumb(all, from + count);
  return best(counts, cost) ?? most;
}

/** What a break before a word costs that leaves a caption too small to be read. */
const crumb = ({ words, size }: Measured, from: number): number => {
  const seconds = (words.at(-1)?.end ?? 0) - (words[from]?.start ?? 0);
  return seconds < captionRules.shortest || size(from, words.length) < captionRules.rowLength / 4 ? 0.6 : 0;
};

/** The most words that fit into a caption: its rows, and the time that it may stay. */
function mostOf(all: Measured, from: number): number {
  const { words } = all;
  const begin = words[from]?.start ?? 0;
  let to = from + 1;
  while (
    to < words.length &&
    fits(all, from, to + 1) &&
    (words[to]?.end ?? 0) - begin <= captionRules.longest
  )
    to += 1;
  return to - from;
}

const fits = (all: Measured, from: number, to: number): boolean =>
  all.size(from, to) <= captionRules.rowLength || rowBreaks(all, from, to).length > 0;

/** The words before which a caption can be broken into two rows that are short enough. */
function rowBreaks({ size }: Measured, from: number, to: number): number[] {
  if (size(from, to) > captionRules.rows * captionRules.rowLength + 1) return [];
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + index + 1).filter(
    (at) => size(from, at) <= captionRules.rowLength && size(at, to) <= captionRules.rowLength,
  );
}

function rowsOf(all: Measured, from: number, to: number): CaptionWord[][] {
  const { words, size } = all;
  if (size(from, to) <= captionRules.rowLength) return [words.slice(from, to)];
  const cost = (at: number) =>
    breakBefore(words, at) + Math.abs(size(from, at) - size(at, to)) / captionRules.rowLength;
  const at = best(rowBreaks(all, from, to), cost) ?? to;
  return [words.slice(from, at), words.slice(at, to)].filter((row) => row.length > 0);
}

/** How badly a break before a word divides a phrase: 0 at the end of a sentence, 1 inside of a phrase. */
function breakBefore(words: readonly CaptionWord[], at: number): number {
  const [last, next] = [words[at - 1], words[at]];
  if (!last || !next) return 0;
  if (/[.!?…。！？]["'”’)»]*$/u.test(last.text)) return 0;
  if (/[,;:،，；：–—-]["'”’)»]*$/u.test(last.text)) return 0.3;
  return next.start - last.end >= PAUSE ? 0.2 : 1;
}

/** The item of lowest cost; the later of two that are equal. */
function best(items: readonly number[], cost: (item: number) => number): number | undefined {
  const costs = items.map((item) => ({ item, cost: cost(item) }));
  return costs.reduce<{ item: number; cost: number } | undefined>(
    (least, one) => (least && least.cost < one.cost ? least : one),
    undefined,
  )?.item;
}

/** Gives each caption the time that reading it takes, where there is room. */
function lasting(captions: readonly Caption[], last: number): Caption[] {
  const { speed, shortest, longest, gap } = captionRules;
  return captions.map((caption, index) => {
    const { start, end, rows } = caption;
    const next = captions[index + 1]?.start ?? last + gap;
    const size = rows.reduce((sum, row) => sum + length(rowText(row)), 0);
    const needed = Math.max(end - start, shortest, size / speed);
    // Two lines that overlap were spoken at once: both stay as long as they were spoken.
    const room = next - gap > end ? next - gap : end;
    const until = Math.min(start + Math.min(needed, longest), room);
    // A recogniser may hear a word until after the end.
    const shown = Math.min(last, Math.max(until, Math.min(end, start + longest)));
    return { ...caption, end: Math.max(shown, start + 0.001) };
  });
}

interface Piece {
  readonly text: string;
  readonly spaced: boolean;
}

/** The words of a text; one that is longer than a row is cut. */
const pieces = (text: string): Piece[] =>
  oneLine(text)
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const characters = [...word];
      const parts = Array.from({ length: Math.ceil(characters.length / captionRules.rowLength) }, (_, n) =>
        characters.slice(n * captionRules.rowLength, (n + 1) * captionRules.rowLength).join(''),
      );
      return parts.map((part, index) => ({ text: part, spaced: index === 0 }));
    });

/** Text in one line, without control characters and marks that turn the direction of what follows. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();

/** The words of a line with their times: their own, or else by their lengths. */
function wordsOf(line: SpokenText): { words: CaptionWord[]; timed: boolean } {
  const found = pieces(line.text);
  const own = (line.words ?? []).flatMap((word) => spread(pieces(word.word), word.start, word.end));
  const timed = own.length > 0 && own.length === found.length;
  if (!timed) return { words: spread(found, line.start, spokenUntil(line)), timed };
  let from = line.start;
  const words = found.map((piece, index) => {
    const { start = from, end = from } = own[index] ?? {};
    const begin = Math.min(Math.max(from, start), line.end);
    from = Math.min(Math.max(begin, end), line.end);
    return { ...piece, start: begin, end: from };
  });
  return { words, timed };
}

/** The slowest speech, in characters a second: what lasts longer is followed by silence. */
const SLOWEST = 4;

const spokenUntil = ({ text, start, end }: SpokenText): number =>
  Math.min(end, start + Math.max(captionRules.longest, length(text) / SLOWEST));

/** Divides a span among words by their lengths. */
function spread(words: readonly Piece[], start: number, end: number): CaptionWord[] {
  const total = words.reduce((sum, { text }) => sum + length(text), 0);
  let done = 0;
  return words.map((piece) => {
    const from = start + ((end - start) * done) / total;
    done += length(piece.text);
    return { ...piece, start: from, end: start + ((end - start) * done) / total };
  });
}

/**
 * What of a line is spoken between two seconds: only the words in the middle of which it is, where their times are known, else the
 * whole line.
 * @returns the line with its times after `from`; undefined if nothing of it is spoken there
 */
export function spokenWithin<Line extends SpokenText>(
  line: Line,
  from: number,
  to: number,
): Line | undefined {
  const words = line.words?.filter(({ start, end }) => (start + end) / 2 >= from && (start + end) / 2 < to);
  if (words?.length === 0) return undefined;
  const isWhole = line.words?.length === words?.length;
  const text = isWhole ? line.text : (words ?? []).map(({ word }) => word.trim()).join(' ');
  const start = Math.max(from, isWhole ? line.start : (words?.[0]?.start ?? from));
  const end = Math.min(to, isWhole ? line.end : (words?.at(-1)?.end ?? to));
  if (end <= start) return undefined;
  const moved = words?.map((word) => ({ ...word, start: word.start - from, end: word.end - from }));
  return { ...line, text, start: start - from, end: end - from, ...(moved && { words: moved }) };
}
