import type { SpeakersAnswer, Turn, Voice } from './model.ts';

/** Vectors of one voice have at least this cosine in the pieces of a recording. It is not measured on real voices. */
const SAME_VOICE = 0.5;

/** A voice that was heard before. */
export interface Known {
  readonly speaker: number;
  /** The sum of its vectors. */
  readonly sum: Float32Array;
}

/**
 * Joins what was found in the pieces of a recording: a voice that was heard before is the same speaker. Two speakers of
 * one piece stay two. Turns of speakers who have no voice are left out.
 * @param pieces in order of time, with the second at which each starts
 */
export function joined(
  pieces: readonly { readonly from: number; readonly found: SpeakersAnswer }[],
): SpeakersAnswer {
  const known: Known[] = [];
  const turns: Turn[] = [];
  for (const { from, found } of pieces) {
    const names = recognised(found.voices, known, SAME_VOICE, () => known.length);
    for (const { speaker, start, end } of found.turns) {
      const same = names.get(speaker);
      if (same !== undefined) turns.push({ speaker: same, start: from + start, end: from + end });
    }
  }
  turns.sort((one, other) => one.start - other.start);
  const order = [...new Set(turns.map(({ speaker }) => speaker))];
  const renamed = (speaker: number) => order.indexOf(speaker);
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: renamed(turn.speaker) })),
    voices: known.map(({ speaker, sum }) => ({ speaker: renamed(speaker), vector: sum })),
  };
}

/**
 * The speakers of a recording, or of a piece of one, by its own numbers; the nearest voices first. Two of them never become
 * one. New voices are added to those known.
 * @param same least cosine of a voice and the sum of one that is known
 * @param next number of a new voice
 */
export function recognised(
  voices: readonly Voice[],
  known: Known[],
  same: number,
  next: () => number,
): Map<number, number> {
  const pairs = voices
    .flatMap((voice) => known.map((one) => ({ voice, one, near: cosine(voice.vector, one.sum) })))
    .filter(({ near }) => near >= same)
    .sort((one, other) => other.near - one.near);
  const found = new Map<number, number>();
  const taken = new Set<Known>();
  for (const { voice, one } of pairs) {
    if (found.has(voice.speaker) || taken.has(one)) continue;
    found.set(voice.speaker, one.speaker);
    taken.add(one);
    for (const [at, value] of voice.vector.entries()) one.sum[at] = (one.sum[at] ?? 0) + value;
  }
  for (const { speaker, vector } of voices) {
    if (found.has(speaker)) continue;
    const number = next();
    found.set(speaker, number);
    known.push({ speaker: number, sum: Float32Array.from(vector) });
  }
  return found;
}

/** From -1 to 1; 0 if one of them has no direction, or they are of different models. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return 0;
  let [dot, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    dot += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? 0 : dot / Math.sqrt(first * second);
}

/** A vector as stored bytes: 4 a number, in the order of the machine. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** The inverse of `bytesOf`. */
export function vectorIn(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
