import { type Grey, toGreyMap } from '../../../../media/index.ts';
import { partNotes } from '../damage-notes.ts';
import { damageGaps } from '../held-gaps.ts';
import { type Box, type SceneTextLine, type SceneTextWord, sharedArea } from '../lines.ts';
import type { ModalityInput, ModalityProvider, ModalityResult, Settings } from '../port.ts';
import { DETECTOR, findTextBoxes } from './detector/finder.ts';
import { ENGLISH, filmLanguage, type TextLanguage, textLanguages } from './languages.ts';
import { writePage } from './lines/page.ts';
import { type StripLine, stripLines } from './lines/strip-lines.ts';
import { linesOfPage, MIN_CONFIDENCE, type PictureLine, type ReadLine } from './lines/word-boxes.ts';
import { readPicture } from './recogniser.ts';
import { completed } from './second-reader.ts';
import { findTesseract, LANGUAGE_DATA, PAGE_MODE } from './tesseract.ts';

/** Lines in the same place overlap by this share of the smaller one. */
const SAME_PLACE = 0.6;
/** Share of the letters that may be read differently: a recogniser confuses one letter in five of a poor picture. */
const MISREAD = 0.2;

/** The form in which two readings count as the same text: letters and digits only, ignoring case. */
function sameTextKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Whether two lines are the same text in the same place, read a little differently. Digits must be equal: a score or a
 * clock that changes is another text.
 */
function isSameLine(one: PictureLine, other: PictureLine): boolean {
  const [a, b] = [sameTextKey(one.text), sameTextKey(other.text)];
  if (digitsOf(a) !== digitsOf(b) || !isSamePlace(boxOf(one.words), boxOf(other.words))) return false;
  return edits(a, b) <= MISREAD * Math.min(a.length, b.length);
}

/** The mean confidence of a reading, 0 to 100. */
function confidenceOf({ words }: PictureLine): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

function boxOf(words: readonly SceneTextWord[]): Box {
  const boxes = words.map(({ box }) => box);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

function isSamePlace(one: Box, other: Box): boolean {
  const shared = sharedArea(one, other);
  return shared > 0 && shared >= SAME_PLACE * Math.min(one.width * one.height, other.width * other.height);
}

/** The number of letters to insert, delete or replace to turn one text into the other. */
function edits(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const own = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      own.push(Math.min(replaced, (above[at] ?? 0) + 1, (own[at - 1] ?? 0) + 1));
    }
    above = own;
  }
  return above[other.length] ?? 0;
}

/** Name of the method in the settings of stored results: change it when the method reads differently. */
const METHOD =
  'lines straightened, found by brightness and colour and cleaned, completed by a second reader, 12';

/** A line of about this many letters with good contrast: textures seldom look like one. */
const SURE_LINE = 7;

/**
 * Reads the lines of text in a picture, roughly in reading order. A detector finds lines, turned by whatever angle; each is cut out
 * and straightened, and the recogniser gets its letters only, clean, black on white and in one size. What it is not sure of in English is
 * read a second time, as it is in the picture. A picture without lines needs no recogniser. If nothing can be read, the picture may be upside down. Rejects with a readable reason.
 * @param turn whether to try that, which takes twice as long
 */
export async function readImage(
  grey: Grey,
  signal: AbortSignal,
  turn = true,
  language = ENGLISH,
): Promise<PictureLine[]> {
  return (await lookAtImage(grey, signal, turn, language)).lines;
}

/** What was read in a picture. */
interface ReadPicture {
  readonly lines: PictureLine[];
  /** Whether there is text in it, read or not. */
  readonly hasText: boolean;
}

/** Reads a picture as `readImage` does. */
async function lookAtImage(
  grey: Grey,
  signal: AbortSignal,
  turn: boolean,
  language: TextLanguage,
): Promise<ReadPicture> {
  const boxes = await findTextBoxes(grey, signal);
  const how = { grey, signal, language };
  const upright = stripLines(grey, boxes, false);
  const own = await readLines(upright, how);
  const lines = bestWays(language === ENGLISH ? await completed(own, { grey, boxes, signal }) : own);
  const hasText = lines.length > 0 || upright.some(({ score }) => score >= SURE_LINE);
  if (lines.length > 0 || !turn || !hasText) return { lines, hasText };
  return { lines: bestWays(await readLines(stripLines(grey, boxes, true), how)), hasText };
}

interface How {
  readonly grey: Grey;
  readonly signal: AbortSignal;
  readonly language: TextLanguage;
}

async function readLines(found: readonly StripLine[], { grey, signal, language }: How): Promise<ReadLine[]> {
  if (found.length === 0) return [];
  const { page, places } = writePage(found);
  return linesOfPage(await readPicture(toGreyMap(page), signal, language), places, grey);
}

/** Each line the way round in which its box is read best. */
function bestWays(read: readonly ReadLine[]): PictureLine[] {
  return read
    .filter(({ of }) => isBestWay(of, read))
    .map(({ words }) => ({
      text: words.map(({ text }) => text).join(' '),
      words: words.map(({ text, confidence, box }) => ({ text, confidence, box })),
    }));
}

function isBestWay({ box, turned }: ReadLine['of'], read: readonly ReadLine[]): boolean {
  const sureness = (way: number) =>
    read
      .filter(({ of }) => of.box === box && of.turned === way)
      .flatMap(({ words }) => words)
      .reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return read.every(({ of }) => of.box !== box || sureness(of.turned) <= sureness(turned));
}

/** The text read from the key frame at `time` (seconds). */
interface ReadKeyframe {
  time: number;
  lines: PictureLine[];
}

/**
 * Joins equal text in neighbouring key frames into one line from the first to the last key frame that showed it. Text in the
 * same place that was read a little differently is the same line, in its surest reading. Text that disappears and comes
 * back makes a second line. Sorted by start.
 */
export function joinRanges(keyframes: readonly ReadKeyframe[]): SceneTextLine[] {
  const result: SceneTextLine[] = [];
  let showing: SceneTextLine[] = [];
  for (const { time, lines } of [...keyframes].sort((one, other) => one.time - other.time)) {
    const now: SceneTextLine[] = [];
    const keys = new Set<string>();
    for (const line of lines) {
      const key = sameTextKey(line.text);
      if (keys.has(key)) continue;
      keys.add(key);
      const known = shownBefore(line, showing, now);
      const shown = known ?? { text: line.text, time, start: time, end: time, words: line.words };
      if (!known) result.push(shown);
      else if (confidenceOf(line) > confidenceOf(known))
        Object.assign(known, { text: line.text, time, words: line.words });
      shown.end = time;
      now.push(shown);
    }
    showing = now;
  }
  return result;
}

/** The same line in the key frame before, if no other line of this one has taken it. */
function shownBefore(
  line: PictureLine,
  showing: readonly SceneTextLine[],
  taken: readonly SceneTextLine[],
): SceneTextLine | undefined {
  const free = showing.filter((one) => !taken.includes(one));
  const key = sameTextKey(line.text);
  return free.find(({ text }) => sameTextKey(text) === key) ?? free.find((one) => isSameLine(one, line));
}

/**
 * A picture has changed if any of its 64 by 36 averaged pixels changed by this many of 255 levels. A line of small
 * print changes them by 10 and more, encoder noise by at most 3.
 */
const CHANGED = 6;

/** Whether two small pictures show the same, so that text read in one is in the other; false if one is missing. */
function isSamePicture(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other || one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) >= CHANGED) return false;
  return true;
}

const PROVIDER = 'tesseract.js';

/**
 * Whether to look for text that is upside down in the next picture of a film if nothing can be read in it. Most films have none, so
 * after four pictures one in eight is tried. A picture that could be read does not count, so that text that is found is followed.
 * @param unread pictures of the film so far in which nothing was read
 */
export function isTurnTried(unread: number): boolean {
  return unread < 4 || unread % 8 === 0;
}

/** @throws Error if the recogniser is not installed */
function methodOf(languages: readonly TextLanguage[]): Settings {
  return {
    version: `${findTesseract().version} with ${DETECTOR}`,
    language: ['eng', ...languages.map((one) => `${one.code} ${one.version}`)].join(', '),
    data: LANGUAGE_DATA,
    method: METHOD,
    detector: DETECTOR,
    page_mode: PAGE_MODE,
    min_confidence: MIN_CONFIDENCE,
    unchanged_below: CHANGED,
  };
}

/**
 * On-screen text read from key frames on this machine: in English, or in another language that vau setup brought, if that
 * is the film's. A key frame that cannot be read becomes a note and does not stop the others; if none can be read, the
 * modality fails with the first one's reason.
 */
export const onDeviceSceneText = (dataDir: string): ModalityProvider<'scene_text'> => ({
  modality: 'scene_text',
  maker: async () => ({ provider: PROVIDER, settings: methodOf(textLanguages(dataDir)) }),
  async plan(input) {
    const { times } = input.visualPass;
    if (times.length === 0) return undefined;
    const languages = textLanguages(dataDir);
    return {
      provider: PROVIDER,
      settings: {
        ...methodOf(languages),
        keyframes: times.map((time) => time.toFixed(3)).join(' '),
      },
      needs: 'pictures',
      run: (signal) => readAll(input, languages, signal),
    };
  },
});

/** The provider for files without pictures. */
export const noSceneText: ModalityProvider<'scene_text'> = {
  modality: 'scene_text',
  async plan() {
    const notes = ['There are no key frames, so no on-screen text was read.'];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};

async function readAll(
  { mediaPath, visualPass, report }: ModalityInput,
  languages: readonly TextLanguage[],
  signal: AbortSignal,
): Promise<ModalityResult<'scene_text'>> {
  const read: ReadKeyframe[] = [];
  const notes: string[] = [];
  const unreadable: { start: number; end: number }[] = [];
  const film = filmLanguage(languages, (grey, language) => readImage(grey, signal, false, language));
  let unread = 0;
  let last: { small: Uint8Array | undefined; lines: PictureLine[] } | undefined;
  for await (const keyframe of visualPass.pictures(signal)) {
    try {
      const { grey, time, small } = keyframe;
      if (!last || !isSamePicture(small, last.small)) {
        const { lines, hasText } = await lookAtImage(grey, signal, isTurnTried(unread), film.current);
        if (lines.length === 0) unread += 1;
        const again = await film.saw(read.length, grey, lines, hasText);
        // Key frames that show the same picture share its lines.
        for (const [at, better] of again) read[at]?.lines.splice(0, Number.POSITIVE_INFINITY, ...better);
        last = { small, lines: again.get(read.length) ?? lines };
      }
      read.push({ time, lines: last.lines });
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      notes.push(`The key frame at ${keyframe.time.toFixed(1)} s could not be read: ${reason}`);
      unreadable.push({ start: keyframe.time, end: keyframe.time });
    }
    report?.('scene_text', read.length + notes.length, visualPass.times.length);
  }
  if (read.length === 0 && notes[0]) throw new Error(notes[0]);
  const all = [...notes, ...(await partNotes(mediaPath))];
  return { lines: joinRanges(read), notes: all, gaps: damageGaps(unreadable) };
}
