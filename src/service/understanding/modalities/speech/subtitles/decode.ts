import { analyse } from 'chardet';
import { hasArrow, isTimingLine, parseTiming } from '../../../../text/timestamps.ts';
import type { TimedPart } from './collapse.ts';
import { partsOf } from './markup.ts';
import { finish, parseSrt, type Subtitles, textLines } from './srt.ts';

/** Whether the text starts as a WebVTT file must. */
function isWebVtt(text: string): boolean {
  return /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/**
 * Parses WebVTT. Voice tags name speakers, inline timestamps become words; notes, styles, regions, cue identifiers and
 * settings are ignored. Only an empty line ends a cue, not one of spaces, and so does the next timing line. Cues with an invalid
 * timing line are skipped and counted; cues may overlap. Throws if the first line is not WEBVTT. Linear in the length of the text.
 */
export function parseWebVtt(text: string): Subtitles {
  if (!isWebVtt(text)) throw new Error('This is not a WebVTT file: its first line must be WEBVTT.');
  const lines = textLines(text);
  const parts: TimedPart[] = [];
  let skipped = 0;
  let index = endOfBlock(lines, 0);
  while (index < lines.length) {
    const end = endOfBlock(lines, index);
    const block = lines.slice(index, end);
    index = end + 1;
    if (isComment(block[0])) continue;
    for (const { times, payload } of cuesIn(block)) {
      const timing = parseTiming(times);
      if (!timing) skipped += 1;
      else for (const part of partsOf(payload.join('\n'), timing)) parts.push({ ...part, ...timing });
    }
  }
  return finish(parts, skipped);
}

/** The cues of a block: one, or several if the lines between them have spaces. An identifier may stand above each. */
function cuesIn(block: readonly string[]): { times: string; payload: string[] }[] {
  const first = block.slice(0, 2).findIndex(hasArrow);
  const starts = block.flatMap((line, at) => (at === first || isTimingLine(line) ? [at] : []));
  if ((starts[0] ?? 0) > 1) return [];
  return starts.map((start, which) => {
    const next = starts[which + 1] ?? block.length;
    // The line above the next times is its identifier if a blank one is above that.
    const end = next < block.length && next - start > 2 && block[next - 2]?.trim() === '' ? next - 1 : next;
    return { times: block[start] ?? '', payload: block.slice(start + 1, end) };
  });
}

function endOfBlock(lines: string[], from: number): number {
  const end = lines.indexOf('', from);
  return end < 0 ? lines.length : end;
}

function isComment(line: string | undefined): boolean {
  return /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line ?? '');
}

/** Maximum size of a subtitle file in bytes. A day of talk is about 2 MB. */
export const MAX_SUBTITLE_BYTES = 16 * 1024 * 1024;

/** The text of a subtitle file. */
export interface Decoded {
  readonly text: string;
  /** What it was taken for, where nothing in the file says so: neither UTF-8 nor a byte-order mark. */
  readonly guessed?: string;
}

/** So many bytes are enough to tell an encoding. */
const LOOKED_AT = 256 * 1024;

/** Below this confidence, 0 to 100, an encoding is a mere guess; of short true ones it is 15 and more. */
const SURE = 12;

/**
 * Decodes a subtitle file: UTF-16 by byte-order mark or by its zeros, else UTF-8, else the encoding whose usual letters it has.
 * @param what what it is, in words
 * @throws Error if it is in none that is known
 */
export function decodeSubtitles(bytes: Uint8Array, what: string): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) };
  const wide = withoutMark(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), guessed: wide };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return guessed(bytes, what);
  }
}

/** UTF-16 without a mark: the digits, colons and line ends of subtitles have a zero byte each, always on the same side. */
function withoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros: [even: number, odd: number] = [0, 0];
  const looked = bytes.subarray(0, 4_096);
  for (const [at, byte] of looked.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) < looked.length / 8 || Math.min(even, odd) > 0) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function guessed(bytes: Uint8Array, what: string): Decoded {
  for (const { name, confidence } of analyse(bytes.subarray(0, LOOKED_AT))) {
    if (confidence < SURE) break;
    const encoding = asWindows(name, bytes);
    try {
      if (encoding === 'windows-1252') return { text: windows1252(bytes), guessed: encoding };
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), guessed: encoding };
    } catch {
      // It only looked like that encoding.
    }
  }
  throw new Error(`The encoding of the ${what} is not known: save it as UTF-8.`);
}

/** An accented capital alpha of windows-1253 at the start of a word: in ISO-8859-7 it is a closing quotation mark. */
const ALPHA = /(?<![\xb8-\xfe])\xa2[\xdc-\xfe]/;

/** Subtitles are written on Windows, whose encodings are told from their relatives by few letters. */
function asWindows(name: string, bytes: Uint8Array): string {
  if (name === 'ISO-8859-1') return 'windows-1252';
  const greek = name === 'ISO-8859-7' && ALPHA.test(Buffer.from(bytes).toString('latin1'));
  return greek ? 'windows-1253' : name;
}

/**
 * What Windows-1252 has from 0x80 to 0x9f (https://encoding.spec.whatwg.org/index-windows-1252.txt); a space where it has nothing.
 * The TextDecoder of Node 20.18.3 and later takes it for Latin-1, which has control characters there.
 */
const QUOTES_AND_DASHES = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function windows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (one) => QUOTES_AND_DASHES[one.charCodeAt(0) - 0x80] ?? one);
}

/** Parses subtitles of either format: WebVTT if the text starts with WEBVTT, otherwise SRT. */
export function parseSubtitles(text: string): Subtitles {
  return isWebVtt(text) ? parseWebVtt(text) : parseSrt(text);
}
