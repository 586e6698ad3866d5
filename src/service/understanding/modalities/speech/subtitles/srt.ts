import { hasArrow, isTimingLine, parseTiming } from '../../../../text/timestamps.ts';
import type { SpeechLine } from '../../lines.ts';
import { collapseRolling, type TimedPart } from './collapse.ts';
import { partsOf } from './markup.ts';

/** A short label before a colon: one to three words that begin with capitals, or all in capitals. */
const LABEL =
  /^(?:[-–—]\s*|>>\s*)?(?<name>\p{Lu}[\p{L}\p{M}'’.-]*(?:\s(?:\p{Lu}[\p{L}\p{M}'’.-]*|\d{1,2}|of|de|von|van|la)){0,2})(?:\s?\([^()]{1,40}\))?\s?[:：]\s+(?=\S)/u;
/** What a label that stands once is followed by, if it is a name: a sentence. */
const SENTENCE = /^["'“«¿¡(]*[\p{Lu}\p{N}]/u;
/** A label is a name if so many cues have it. */
const OFTEN = 2;
/** Speakers take turns: so many names are needed, with this share of all cues between them. */
const LEAST_NAMES = 2;
const LEAST_SHARE = 0.3;
/** One name alone must stand before so many cues, and before this share of them. */
const ALONE = { cues: 3, share: 0.6 };

/** Words before a colon that head a text, in the languages whose text is recognised most. */
const HEADINGS = new Set(
  `note notes nb tip tips hint warning caution danger attention important remember reminder agenda topic topics subject step
  steps part chapter section scene act episode lesson exercise example examples question questions answer answers fact facts
  ingredients materials tools time date location place address phone email web website link source sources credits music
  song lyrics sound translation translator subtitles subtitle captions caption title author director producer camera
  editor today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday summary conclusion result
  results total price cost goal goals task tasks problem solution advice rule rules option options first second third next
  finally here this that there also and but so because then however update news breaking live re ps fyi todo
  hinweis hinweise achtung wichtig warnung tipp tipps thema themen schritt teil kapitel frage fragen antwort antworten
  beispiel zutaten zeit datum ort musik lied untertitel quelle fazit ergebnis aufgabe ziel merke regel
  remarque attention avertissement astuce étape partie chapitre question réponse exemple ingrédients heure lieu musique
  sous-titres conclusion règle sujet
  nota aviso advertencia consejo paso parte capítulo pregunta respuesta ejemplo ingredientes hora fecha lugar música
  subtítulos fuente conclusión regla tema`.split(/\s+/),
);

/**
 * Takes the speakers from cues that begin with `Name: `, as captioners write them where a format has no field for
 * speakers. What stands before a colon is a name only if the same few come again and again; `Note: ` and `Agenda: ` are
 * not. A cue in which one speaker follows another becomes several. Cues whose speaker is known already stay as they are.
 * @param parts in order of time
 */
function speakersFromLabels(parts: readonly TimedPart[]): TimedPart[] {
  const labels = parts.map(({ speaker, lines }) => (speaker === undefined ? lines.map(labelOf) : []));
  const names = namesAmong(labels.flat(), parts.length);
  if (names.size === 0) return [...parts];
  return goneOn(
    parts.flatMap((part, at) =>
      split(part, labels[at]?.map((label) => (label && names.has(label.key) ? label : undefined)) ?? []),
    ),
  );
}

/** Seconds between two cues of one sentence. */
const SAME_BREATH = 1;
const ENDED = /[.!?…。！？]["'”’)]?\s*$/u;

/** A cue without a label that goes on with the sentence of the one before has its speaker. */
function goneOn(parts: readonly TimedPart[]): TimedPart[] {
  const all: TimedPart[] = [];
  for (const part of parts) {
    const { speaker, end = 0, lines = [] } = all.at(-1) ?? {};
    const follows =
      part.speaker === undefined && !ENDED.test(lines.at(-1) ?? '') && part.start - end < SAME_BREATH;
    all.push(follows && speaker !== undefined ? { ...part, speaker } : part);
  }
  return all;
}

interface Label {
  readonly name: string;
  readonly key: string;
  /** Characters before the text. */
  readonly length: number;
  readonly opensSentence: boolean;
}

function labelOf(line: string): Label | undefined {
  const match = LABEL.exec(line);
  const name = match?.groups?.name;
  if (!match || name === undefined) return undefined;
  const key = name.toLowerCase();
  if (key.split(/\s/).some((word) => HEADINGS.has(word))) return undefined;
  const { length } = match[0];
  return { name, key, length, opensSentence: SENTENCE.test(line.slice(length)) };
}

/** The keys of those labels that are speakers, in a text of so many cues. */
function namesAmong(labels: readonly (Label | undefined)[], cues: number): ReadonlySet<string> {
  const known = labels.filter((label) => label !== undefined);
  const counts = new Map<string, number>();
  for (const { key } of known) counts.set(key, (counts.get(key) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= OFTEN);
  const covered = often.reduce((sum, [, count]) => sum + count, 0);
  const least = often.length >= LEAST_NAMES ? { cues: 0, share: LEAST_SHARE } : ALONE;
  if (covered < Math.max(1, least.cues, least.share * cues)) return new Set();
  // Among speakers, a name that stands once is one of them.
  const once = known.filter(({ opensSentence }) => opensSentence).map(({ key }) => key);
  return new Set([...often.map(([key]) => key), ...once]);
}

/** A cue as one part for each speaker. @param labels one for each line, undefined where it goes on */
function split(part: TimedPart, labels: readonly (Label | undefined)[]): TimedPart[] {
  const starts = labels.flatMap((label, at) => (label || at === 0 ? [at] : []));
  if (!labels.some(Boolean)) return [part];
  return starts.map((from, turn) => {
    const { words, ...own } = part;
    const label = labels[from];
    const [first = '', ...more] = part.lines.slice(from, starts[turn + 1]);
    const timed = starts.length === 1 && words ? { words: withoutStart(words, label?.length ?? 0) } : {};
    const speaker = label && { speaker: label.name };
    return { ...own, ...speaker, lines: [first.slice(label?.length ?? 0), ...more], ...timed };
  });
}

/** Timed words without so many characters at their start. */
function withoutStart(words: NonNullable<TimedPart['words']>, length: number) {
  let left = length;
  return words.flatMap((word) => {
    const drop = Math.min(left, word.word.length + 1);
    left -= drop;
    const text = word.word.slice(drop);
    return text ? [{ ...word, word: text }] : [];
  });
}

/** Parsed subtitles, and the number of invalid cues that were skipped. */
export interface Subtitles {
  lines: SpeechLine[];
  skipped: number;
}

/** Splits a text at any line ends, without a byte-order mark. */
export function textLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** Sorts cues by time (stable), takes speakers from labels, and makes speech lines from them. */
export function finish(parts: TimedPart[], skipped: number): Subtitles {
  const ordered = [...parts].sort((one, other) => one.start - other.start || one.end - other.end);
  return { lines: collapseRolling(speakersFromLabels(ordered)), skipped };
}

/**
 * Parses SubRip (SRT). Cues are found by their timing line, so a missing counter does no harm, and neither does a blank line too
 * few or too many; hours are optional, `.` works as `,`, markup is removed. Cues with an invalid timing line are skipped and
 * counted. Linear in the length of the text.
 */
export function parseSrt(text: string): Subtitles {
  const lines = textLines(text);
  const parts: TimedPart[] = [];
  let skipped = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (!isTimingLine(line) && !isBelowNumber(lines, index)) continue;
    const timing = parseTiming(line);
    const payload: string[] = [];
    while (index + 1 < lines.length && !startsCue(lines, index + 1, payload.length > 0)) {
      index += 1;
      if (lines[index]?.trim()) payload.push(lines[index] ?? '');
    }
    if (!timing) skipped += 1;
    else for (const part of partsOf(payload.join('\n'), timing)) parts.push({ ...part, ...timing });
  }
  return finish(parts, skipped);
}

/**
 * Whether a cue starts here: at a timing line, or at the counter above one.
 * @param hasText whether the cue before has text: only then blank lines may follow the counter, else the number is the text
 */
function startsCue(lines: string[], index: number, hasText: boolean): boolean {
  if (isTimingLine(lines[index] ?? '')) return true;
  if (!/^\s*\d+\s*$/.test(lines[index] ?? '')) return false;
  let next = index + 1;
  while (hasText && next < lines.length && lines[next]?.trim() === '') next += 1;
  return isTimingLine(lines[next] ?? '') || isBelowNumber(lines, next);
}

/** Whether a line with an arrow stands where a cue's times are expected: below a number that follows a blank line. */
function isBelowNumber(lines: string[], index: number): boolean {
  const [before = '', number = ''] = [lines[index - 2], lines[index - 1]];
  return hasArrow(lines[index] ?? '') && /^\s*\d+\s*$/.test(number) && before.trim() === '';
}
