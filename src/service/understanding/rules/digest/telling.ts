import { isSure } from '../../../../contract/index.ts';
import { remembering } from '../../../text/split-words.ts';
import type { SceneTextLine } from '../../modalities/lines.ts';
import { contentWords } from './likeness.ts';

// Patterns without letters of all scripts have no `u`: with it, comparing without case takes ten times as long.

/** What people say and pages show whatever their subject is: thanks, requests to subscribe, rights, cookies. */
const FORMULAE = new RegExp(
  [
    /\bthank(?:s| you)(?: (?:so|very) much)? for (?:watching|listening|viewing|tuning in|your attention)\b/,
    /\b(?:don't forget to |please )?(?:like and )?subscribe\b|\bhit the (?:bell|like)\b|\bsee you (?:in the )?next (?:time|video|week)\b/,
    /\bwelcome (?:back )?to (?:my|our|the|this) (?:channel|show|podcast)\b|\bcan (?:you|everyone|everybody|anybody) (?:all )?(?:hear|see) (?:me|us|my)\b/,
    /\b(?:vielen|herzlichen|danke?)\b.{0,12}\bfürs? (?:zuschauen|zuhören|die aufmerksamkeit)\b|\babonnier\w*\b|\bbis zum nächsten mal\b/,
    /\bmerci d'avoir (?:regardé|écouté)\b|\bgracias por (?:ver|escuchar)\b|\babonnez-vous\b|\bsuscríb\w+/,
    /\b(?:we|this (?:web ?)?site|diese (?:web)?seite) (?:use|verwende)[stn]? cookies\b|\bcookies? (?:policy|settings|preferences|richtlinie)\b/,
    /^(?:accept|allow|reject|decline)(?: all)?(?: cookies)?$|^manage (?:preferences|cookies|options)$|^alle (?:akzeptieren|ablehnen)$/,
    /\ball rights reserved\b|\balle rechte vorbehalten\b|^(?:©|\(c\)|copyright)/,
    /^(?:(?:good)?bye|tschüss|auf wiedersehen)\b(?:[\s,]+bye)*\W*$/,
    /^(?:untitled|subtitles? by|captions? by|sign in|log in|skip (?:ad|intro)|click to (?:add|edit) .*)$|^untertitel\b.* (?:von|im auftrag)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Parts of a text that say nothing by themselves: addresses, numbers of pages, dates, times, marks of cameras. */
const FURNITURE = [
  /\b(?:https?:\/\/|www\.)\S+/gi,
  // From the beginning of a word: else each letter of a long one begins a search to its end.
  /(?<!\S)\S+@\S+\.\p{L}{2,}|(?<!\S)@\w+/giu,
  /(?<![\p{L}\d.])(?:[\p{L}\d-]+\.)+(?:com|org|net|io|de|fr|es|it|uk|eu|example)\b\S*/giu,
  /\b(?:page|slide|sheet|chapter|seite|folie|blatt|página|diapositiva|diapo|pagina)\b\.?(?=\s*\d|\s*$)/gi,
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b/gi,
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember)\b(?=[\s.,]*\d|\s*$)/gi,
  /(?<=\d\.?\s)\p{L}{3,9}(?=\s+(?:19|20)\d\d\b)/gu,
  /\b(?:rec|cam(?:era)?|ch|live|play|pause|am|pm|utc|gmt|uhr|fps|tc|tcr|of|von|at|the|preview|sample|watermark|draft|confidential|vertraulich)\b/gi,
];

/** Whether a text is a sentence or a heading of its film, and not what any film says or shows. */
export const tells = remembering((text) => {
  if (FORMULAE.test(text.replace(/[’]/gu, "'").trim())) return false;
  const rest = FURNITURE.reduce((left, part) => left.replace(part, ' '), text);
  return /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(rest) && !isGarbled(rest);
});

/** Words that nobody writes: capitals in the middle, digits between letters, no vowel or nothing else, marks. */
const ODD =
  /\p{Ll}\p{Lu}(?!\p{Ll}{2})|\p{Ll}\d\p{Ll}|^[bcdfghjklmnpqrstvwxz]{5,}$|^[aeiou]{4,}$|(\p{L})\1\1|[|~^¢¥§«»_=]/u;

/** Whether most words are odd: a text that was misread, or no text. */
function isGarbled(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  return words.filter((word) => ODD.test(word)).length * 2 > words.length;
}

/** A text on the screen. Times in seconds. */
interface Shown {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence?: number | undefined;
}

/** Text that begins alike, and comes so often, is a running header or a footer. */
const RUNNING = 3;
const ALIKE_LETTERS = 12;

/** The on-screen texts that are sure and say something. Of running headers the first is kept. */
export function tellingTexts<Line extends Shown>(texts: readonly Line[]): Line[] {
  const alike = new Map<string, Line[]>();
  for (const line of texts) {
    const key = lettersOf(line.text);
    alike.set(key, [...(alike.get(key) ?? []), line]);
  }
  return texts.filter((line) => {
    const same = alike.get(lettersOf(line.text)) ?? [];
    return isSure(line) && tells(line.text) && (same.length < RUNNING || same[0] === line);
  });
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\P{L}+/gu, '')
    .slice(0, ALIKE_LETTERS);
}

/** Small letters, as a share of the picture's height. */
const SMALL = 0.045;
/** The edge of a picture, as a share of its height, in which small letters are a header or a footer. */
const EDGE = 0.1;

/** Numbers without a word, as a time code, a clock and a frame counter show them. */
const COUNTER = /^(?=.*\d)[^\p{L}]*(?:\p{L}{1,3}\b[^\p{L}]*)?$/u;
/** So many different numbers at one place are a counter: what else is read there is a scrap of it. */
const COUNTED = 2;

/** `tellingTexts` of text as it was read: without what was read unsurely, small letters at the edge, and scraps of a counter. */
export function tellingRead(texts: readonly SceneTextLine[]): SceneTextLine[] {
  const telling = new Set(
    tellingTexts(texts.map((line) => ({ ...line, confidence: readingConfidence(line), line }))).map(
      ({ line }) => line,
    ),
  );
  const numbers = texts.filter(({ text }) => COUNTER.test(text));
  const isScrap = (line: SceneTextLine) =>
    !isWordy(line.text) &&
    new Set(numbers.filter((other) => other !== line && isPlaced(line, other)).map(({ text }) => text))
      .size >= COUNTED;
  return texts.filter((line) => {
    if (telling.has(line) && isScrap(line)) return false;
    const height = heightOf(line);
    // A small word alone is a piece of a text, or of a pattern.
    const large = height === 0 || height >= SMALL;
    return telling.has(line) && (large || (isWordy(line.text) && !isAtEdge(line)));
  });
}

/** How sure a line of on-screen text is, 0 to 1: the mean of its words by their letters; undefined without words. */
function readingConfidence({ words }: SceneTextLine): number | undefined {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return letters === 0 ? undefined : sure / letters / 100;
}

/** Whether a word of a line lies where a word of another one does. */
function isPlaced(line: SceneTextLine, { words }: SceneTextLine): boolean {
  return line.words.some(({ box }) =>
    words.some(
      ({ box: other }) =>
        Math.abs(box.top + box.height / 2 - other.top - other.height / 2) < other.height / 2 &&
        box.left < other.left + other.width &&
        other.left < box.left + box.width,
    ),
  );
}

function isAtEdge({ words }: SceneTextLine): boolean {
  return words.every(({ box }) => box.top + box.height < EDGE || box.top > 1 - EDGE);
}

/** The middle height of a line's words, as a share of the picture; 0 without words. */
export function heightOf({ words }: Pick<SceneTextLine, 'words'>): number {
  const heights = words.map(({ box }) => box.height).sort((one, other) => one - other);
  return heights[heights.length >> 1] ?? 0;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Whether a text has two content words or more. */
export function isWordy(text: string): boolean {
  return new Set(contentWords(text)).size >= 2 || (text.match(UNSPACED)?.length ?? 0) >= 4;
}
