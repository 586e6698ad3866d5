import type { SpeechWord } from '../../lines.ts';

/** Frames per second in its times. */
const FRAMES_PER_SECOND = 100;

/**
 * Parses one line of `-hypseg` output: the name, four totals, then for each word its first frame, two scores and the
 * word, and finally the number of frames. Silences, noises and marks of alternative pronunciations are dropped.
 * @param offset start of the audio in the media, in seconds
 */
export function readSegments(line: string, offset: number): SpeechWord[] {
  const fields = line.trim().split(/\s+/);
  const begin = fields.indexOf('L') + 2;
  if (begin < 2) return [];
  const words: SpeechWord[] = [];
  for (let at = begin; at + 3 < fields.length; at += 4) {
    const word = (fields[at + 3] ?? '').replace(/\(\d+\)$/, '');
    const start = Number(fields[at]);
    const end = Number(fields[at + 4] ?? Number.NaN);
    if (!isWord(word) || !(end > start)) continue;
    words.push({ word, start: seconds(start, offset), end: seconds(end, offset) });
  }
  return words;
}

/** Hums are not words: it hears them in horns and engines. */
const HUMS: ReadonlySet<string> = new Set(['mm', 'hm', 'hmm', 'mhm']);

function isWord(text: string): boolean {
  return text !== '' && !/^[<[+]/.test(text) && !HUMS.has(text);
}

function seconds(frame: number, offset: number): number {
  return Math.round((offset + frame / FRAMES_PER_SECOND) * 1000) / 1000;
}
