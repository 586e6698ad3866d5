import type { SpeechWord } from '../../lines.ts';

/** Frames per second in its times. */
const FRAMES_PER_SECOND = 100;

/** What its scores are multiplied by. */
const SCORE_SCALE = 1024;

/** A recognised word with the recogniser's own measures. */
export interface HeardWord extends SpeechWord {
  /** Posterior probability in the lattice of what else it may be, 0 to 1. */
  readonly posterior: number;
  /** Acoustic score of a frame, 0 or below: how far its sounds are from those that would fit best. */
  readonly acoustic: number;
  /** Length of the run of words, with it as the last, that the language model knows: 1 to 3. */
  readonly order: number;
}

const ROW = /^(\S+)\s+(\d+)\s+(\d+)\s+([\d.]+)\s+(-?\d+)\s+-?\d+\s+(\d+)\s*$/;

/**
 * Parses the table that `-backtrace yes` writes to the log: for each word its first and last frame, and the
 * recogniser's measures. Silences, noises and marks of alternative pronunciations are dropped.
 * @param offset start of the audio in the media, in seconds
 */
export function readBacktrace(log: string, offset: number): HeardWord[] {
  return log.split('\n').flatMap((line) => {
    const [, text = '', first, last, posterior, score, order] = ROW.exec(line) ?? [];
    const word = text.replace(/\(\d+\)$/, '');
    if (!isWord(word)) return [];
    const [start, end] = [Number(first), Number(last) + 1];
    return [
      {
        word,
        start: seconds(start, offset),
        end: seconds(end, offset),
        posterior: Number(posterior),
        acoustic: Number(score) / SCORE_SCALE / (end - start),
        order: Number(order),
      },
    ];
  });
}

/** Hums are not words: it hears them in horns and engines. */
const HUMS: ReadonlySet<string> = new Set(['mm', 'hm', 'hmm', 'mhm']);

function isWord(text: string): boolean {
  return text !== '' && !/^[<[+]/.test(text) && !HUMS.has(text);
}

function seconds(frame: number, offset: number): number {
  return Math.round((offset + frame / FRAMES_PER_SECOND) * 1000) / 1000;
}
