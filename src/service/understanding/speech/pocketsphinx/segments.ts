import type { SpeechWord } from '../../lines.ts';

/** Frames a second of its times. */
const FRAMES_PER_SECOND = 100;

/**
 * Reads one line of what `-hypseg` writes: the name, four totals, then for each word its first frame, two scores and
 * the word itself, and at the end the number of frames. Silences, noises and the marks of alternative
 * pronunciations are left out.
 * @param offset seconds of the media at which the sound began
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

/** Hums are no words: it hears them in horns and engines. */
const HUMS: ReadonlySet<string> = new Set(['mm', 'hm', 'hmm', 'mhm']);

function isWord(text: string): boolean {
  return text !== '' && !/^[<[+]/.test(text) && !HUMS.has(text);
}

function seconds(frame: number, offset: number): number {
  return Math.round((offset + frame / FRAMES_PER_SECOND) * 1000) / 1000;
}
