import { parseStamp } from '../../../../text/timestamps.ts';
import type { SpeechWord } from '../../lines.ts';

/** The text of one speaker in one cue, without markup. `lines` keeps the cue's line breaks. */
export interface Part {
  speaker?: string;
  lines: string[];
  words?: SpeechWord[];
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** Decodes the character references used in subtitle files. Unknown ones stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

/** Text for display: references decoded, control and direction characters removed, single spaces. */
function cleanText(text: string): string {
  return decodeEntities(text)
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

interface Run {
  speaker: string | undefined;
  text: string;
  /** Time of the inline timestamp before this run, if any. */
  at: number | undefined;
}

/** Splits a cue's payload at its tags: voices change the speaker, timestamps set the time, other tags are dropped. */
function runsOf(payload: string): Run[] {
  const runs: Run[] = [];
  let speaker: string | undefined;
  let at: number | undefined;
  for (const piece of payload.split(/(<[^<>]*>)/)) {
    if (!piece.startsWith('<') || !piece.endsWith('>')) {
      if (piece) runs.push({ speaker, text: piece, at });
      continue;
    }
    const tag = piece.slice(1, -1).trim();
    const voice = /^v(?:\.[^\s]*)?\s+(.+)$/s.exec(tag);
    if (voice) speaker = cleanText(voice[1] ?? '') || undefined;
    else if (/^\/v$/.test(tag)) speaker = undefined;
    else at = parseStamp(tag) ?? at;
  }
  return runs;
}

/** Timed words of one speaker's runs; none if the cue has no inline timestamps. */
function wordsOf(runs: Run[], cue: { start: number; end: number }): SpeechWord[] | undefined {
  if (!runs.some((run) => run.at !== undefined)) return undefined;
  const words: SpeechWord[] = [];
  for (const run of runs) {
    const text = cleanText(run.text);
    const start = Math.min(Math.max(run.at ?? cue.start, cue.start), cue.end);
    const last = words.at(-1);
    if (!text) continue;
    if (last?.start === start) last.word += ` ${text}`;
    else words.push({ word: text, start, end: cue.end });
  }
  for (const [index, word] of words.entries())
    word.end = Math.max(words[index + 1]?.start ?? cue.end, word.start);
  return words;
}

/** Not in paths, which have a colon before the backslash, or a small letter after `\n`. */
function plain(payload: string): string {
  return payload
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/(?<!:)\\N|(?<!:)\\n(?![\p{Ll}\d_])/gu, '\n')
    .replace(/\\h/g, ' ');
}

/**
 * Splits a cue's payload by speaker, in order, without markup. Takes the cue's times in seconds. Voice tags (`<v
 * Name>`) name the speaker; inline timestamps become `words`. What SRT files borrow from another format is read as there: override
 * blocks such as `{\an8}` are dropped, `\N`, `\n` and `<br>` are line breaks, and `\h` is a space.
 */
export function partsOf(payload: string, cue: { start: number; end: number }): Part[] {
  const groups: { speaker: string | undefined; runs: Run[] }[] = [];
  for (const run of runsOf(plain(payload))) {
    const last = groups.at(-1);
    if (last && last.speaker === run.speaker) last.runs.push(run);
    else groups.push({ speaker: run.speaker, runs: [run] });
  }
  return groups.flatMap(({ speaker, runs }) => {
    const text = runs.map((run) => run.text).join('');
    const lines = text
      .split('\n')
      .map(cleanText)
      .filter((line) => line !== '');
    if (lines.length === 0) return [];
    const words = wordsOf(runs, cue);
    return [{ lines, ...(speaker && { speaker }), ...(words && { words }) }];
  });
}
