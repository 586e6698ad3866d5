import type { Grey } from '../../../../media/index.ts';
import { type Planes, readStrip } from './detector/finder.ts';
import { type Letter, STRIP_HEIGHT, type TextBox } from './detector/messages.ts';
import { levelAt, type Quarters, waysOf } from './lines/strip-lines.ts';
import { type Along, type ReadLine, type ReadWord, uprightBox, withSigns } from './lines/word-boxes.ts';

/**
 * A network that reads whole lines as they are in the picture: where the ground is busy or letters have a border it reads what
 * tesseract, which needs clean letters, does not (`npm run bench -- text`). It is slower, drops the spaces of small print and knows no
 * letters with marks; so it completes the lines of English that tesseract is not sure of.
 */

/** Of a confidence from 0 to 100: tesseract is right about most words above it, and wrong about many below. */
const SURE = 90;
/** What tesseract has read may end so far from the end of its box, in heights of it: signs that are no letters end there. */
const UNREAD_END = 1.6;
/** The mean probability of the network's letters from which on it is believed, and that for less than SHORT letters. */
const BELIEVED = 0.9;
const BELIEVED_SHORT = 0.97;
const SHORT = 4;
/** Longer lines, in heights, are small print. */
const LONGEST = 20;
/** Boxes for each picture, the surest first: textures have many. */
const MOST_BOXES = 8;
/** Letters are about this high, as a share of their box. */
const LETTER_HEIGHT = 0.7;

interface InPicture {
  readonly grey: Grey;
  /** The boxes of the picture, the surest first. */
  readonly boxes: readonly TextBox[];
  readonly signal: AbortSignal;
}

/** Completes what tesseract has read in a picture. Rejects as `readStrip` does. @returns all its lines */
export async function completed(
  read: readonly ReadLine[],
  { grey, boxes, signal }: InPicture,
): Promise<ReadLine[]> {
  const doubtful = boxes.filter((box) => isDoubtful(box, read)).slice(0, MOST_BOXES);
  const lines = read.filter(({ of }) => !doubtful.includes(of.box));
  for (const box of doubtful)
    for (const turned of waysOf(box, false)) {
      const own = read.find(({ of }) => of.box === box && of.turned === turned);
      const part = own ? unsurePart(own) : WHOLE;
      const letters = part ? await lettersOf({ grey, box, turned, part }, signal) : [];
      const words = isBelieved(letters) ? wordsOf(letters, box, turned) : [];
      const whole = joined(own?.words ?? [], words, placeIn(grey, box, turned));
      if (whole.length > 0) lines.push({ words: whole, of: { box, turned }, dropped: [] });
    }
  return lines.toSorted(({ of: { box: one } }, { of: { box: other } }) => one.y - other.y || one.x - other.x);
}

function isDoubtful(box: TextBox, read: readonly ReadLine[]): boolean {
  if (Math.max(box.width, box.height) > LONGEST * Math.min(box.width, box.height)) return false;
  const lines = read.filter(({ of }) => of.box === box);
  // The network reads one line: two are two ways to turn it, or stand one below the other.
  if (new Set(lines.map(({ of }) => of.turned)).size < lines.length) return false;
  return lines.length === 0 || lines.some((line) => unsurePart(line) !== undefined);
}

const WHOLE: Along = [0, 1];

/** From the first doubt to the last, between the words of which tesseract is sure; undefined without any doubt. */
function unsurePart({ words, dropped, of: { box } }: ReadLine): Along | undefined {
  const end = (UNREAD_END * Math.min(box.width, box.height)) / Math.max(box.width, box.height);
  const first = Math.min(...words.map(({ along }) => along[0]));
  const last = Math.max(...words.map(({ along }) => along[1]));
  const doubts = [
    ...words.filter((word) => word.confidence < SURE && isLetter(word)).map(({ along }) => along),
    ...dropped,
    ...(first > end ? [[0, first] as const] : []),
    ...(last < 1 - end ? [[last, 1] as const] : []),
  ];
  if (doubts.length === 0) return undefined;
  const middle = ([start, stop]: Along) => (start + stop) / 2;
  const [from, to] = [Math.min(...doubts.map(middle)), Math.max(...doubts.map(middle))];
  const sure = words.filter(({ confidence }) => confidence >= SURE).map(({ along }) => along);
  return [
    Math.max(0, ...sure.filter((along) => middle(along) < from).map(([, stop]) => stop)),
    Math.min(1, ...sure.filter((along) => middle(along) > to).map(([start]) => start)),
  ];
}

interface Part {
  readonly grey: Grey;
  readonly box: TextBox;
  readonly turned: Quarters;
  /** What is read of the line: reading takes as long as it is. */
  readonly part: Along;
}

async function lettersOf(of: Part, signal: AbortSignal): Promise<readonly Letter[]> {
  const [start, end] = of.part;
  const letters = await readStrip(stripOf(of), signal);
  return letters.map((letter) => ({ ...letter, along: start + letter.along * (end - start) }));
}

/** The picture inside a part of a box, level and as high as the network wants it. */
function stripOf({ grey, box, turned, part: [start, end] }: Part): Planes {
  const { long, high } = sidesOf(box, turned);
  const width = Math.max(1, Math.round((STRIP_HEIGHT * long * (end - start)) / high));
  const toPicture = fromBox(box, turned);
  // A pixel is the mean of so many places by so many: those of a large box cover several of the picture.
  const places = Math.min(4, Math.max(1, Math.round(high / STRIP_HEIGHT)));
  const plane = (of: Grey, scale: number) => {
    const levels = new Float32Array(width * STRIP_HEIGHT);
    for (let at = 0; at < levels.length; at += 1)
      for (let part = 0; part < places * places; part += 1) {
        const x = (at % width) + ((part % places) + 0.5) / places;
        const y = Math.floor(at / width) + (Math.floor(part / places) + 0.5) / places;
        const [across, down] = toPicture(start + (x / width) * (end - start), y / STRIP_HEIGHT);
        levels[at] = (levels[at] ?? 0) + levelAt(of, across * scale, down * scale) / places ** 2;
      }
    return levels;
  };
  const { colour } = grey;
  const inColour = (data: Uint8Array) => colour && plane({ ...colour, data }, colour.width / grey.width);
  return {
    ...{ width, height: STRIP_HEIGHT, luma: plane(grey, 1) },
    blue: colour && inColour(colour.blue),
    red: colour && inColour(colour.red),
  };
}

/** Sides of a box along its text and across. */
function sidesOf({ width, height }: TextBox, turned: Quarters): { long: number; high: number } {
  return turned % 2 === 1 ? { long: height, high: width } : { long: width, high: height };
}

/** The point of the picture at shares of a box's length and height, from the left end of its text and the top. */
function fromBox(box: TextBox, turned: Quarters) {
  const { x, y } = box;
  const { long, high } = sidesOf(box, turned);
  const angle = box.angle - (turned * Math.PI) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (along: number, down: number): [number, number] => {
    const [right, below] = [(along - 0.5) * long, (down - 0.5) * high];
    return [x + right * cos - below * sin, y + right * sin + below * cos];
  };
}

/** Other scripts are nothing that English data could have read, and on textures nothing at all. */
const FOREIGN = /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u;
const isLetter = ({ text }: { readonly text: string }): boolean => /[\p{L}\p{N}]/u.test(text);

function isBelieved(letters: readonly Letter[]): boolean {
  const count = letters.filter(isLetter).length;
  if (count < 2 || letters.some(({ text }) => FOREIGN.test(text))) return false;
  return meanOf(letters) >= (count < SHORT ? BELIEVED_SHORT : BELIEVED);
}

const meanOf = (letters: readonly Letter[]): number =>
  letters.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, letters.length);

/** A word of the network's. */
type Word = Omit<ReadWord, 'box'>;

function wordsOf(letters: readonly Letter[], box: TextBox, turned: Quarters): Word[] {
  const words: Letter[][] = [[]];
  for (const letter of letters)
    if (letter.text.trim() === '') words.push([]);
    else words.at(-1)?.push(letter);
  const { long, high } = sidesOf(box, turned);
  const half = (0.25 * high) / long;
  return words
    .filter((word) => word.length > 0)
    .map((word) => ({
      // Some of its signs are twice as wide as those of a keyboard.
      text: word
        .map(({ text }) => text)
        .join('')
        .normalize('NFKC'),
      confidence: Math.round(100 * meanOf(word)),
      along: [(word[0]?.along ?? 0) - half, (word.at(-1)?.along ?? 0) + half],
    }));
}

function placeIn(grey: Grey, box: TextBox, turned: Quarters): (word: Word) => ReadWord {
  const toPicture = fromBox(box, turned);
  const edges = [(1 - LETTER_HEIGHT) / 2, (1 + LETTER_HEIGHT) / 2];
  return (word) => {
    const corners = word.along.flatMap((share) => edges.map((edge) => toPicture(share, edge)));
    return { ...word, box: uprightBox(corners, grey) };
  };
}

/**
 * The words of one line, read twice: those that tesseract is sure of, and beside them what the network has read. Where the network ran
 * words together, tesseract's part them.
 */
function joined(
  own: readonly ReadWord[],
  others: readonly Word[],
  place: (word: Word) => ReadWord,
): ReadWord[] {
  const sure = own.filter(({ confidence }) => confidence >= SURE);
  const parts = others.flatMap((word) => parted(word, sure));
  // The network does not know all signs: where it has read the same letters, tesseract's word says more.
  const isKnown = (part: Word) =>
    own.some((word) => isSamePlace(part, word) && (sure.includes(word) || hasMoreSigns(word, part)));
  const added = parts.filter((part) => isLetter(part) && !isKnown(part));
  const kept = own.filter((word) => sure.includes(word) || !added.some((part) => isSamePlace(word, part)));
  const words = [...kept, ...added];
  const signs = parts.filter((part) => !isLetter(part) && !words.some((word) => isSamePlace(part, word)));
  const all = [...kept, ...[...added, ...signs].map(place)].toSorted(
    (one, other) => one.along[0] - other.along[0],
  );
  return withSigns(all.filter(isLetter), all);
}

function hasMoreSigns(one: Word, other: Word): boolean {
  const lettersOf = ({ text }: Word) => text.replace(/[^\p{L}\p{N}]/gu, '');
  return lettersOf(one) === lettersOf(other) && one.text.length > other.text.length;
}

/** Whether most of the shorter one is beside the other. */
function isSamePlace({ along: [a, b] }: Word, { along: [c, d] }: Word): boolean {
  return Math.min(b, d) - Math.max(a, c) > 0.5 * Math.min(b - a, d - c);
}

/** What is left of a word before, between and behind others that it contains. */
function parted(word: Word, others: readonly Word[]): Word[] {
  const inside = others.find(
    (other) => word.text !== other.text && word.text.includes(other.text) && isSamePlace(word, other),
  );
  if (!inside) return [word];
  const at = word.text.indexOf(inside.text);
  const [start, end] = word.along;
  const ends: Word[] = [
    { ...word, text: word.text.slice(0, at), along: [start, inside.along[0]] },
    { ...word, text: word.text.slice(at + inside.text.length), along: [inside.along[1], end] },
  ];
  return ends.filter(isLetter).flatMap((part) => parted(part, others));
}
