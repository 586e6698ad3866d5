/** Which of several builds of ffmpeg is the best, and why. */
import { dirname } from 'node:path';
import type { Ffmpeg } from '../types.ts';
import { releaseOf } from './version.ts';

/** libavcodec 59 came with ffmpeg 5.0 (2022). What is older lacks AV1, scene scores and years of mended holes. */
const RECENT_CODEC_LIBRARY = 59;

/** Above 0 when the first is better; then `why` says so, of the other one. */
interface Criterion {
  compare(a: Ffmpeg, b: Ffmpeg): number;
  why(other: string): string;
}

const newer = (other: string): string => `it is newer than ${other}`;

/** The first that tells two builds apart decides. */
const criteria: readonly Criterion[] = [
  { compare: (a, b) => Number(isRecent(a)) - Number(isRecent(b)), why: newer },
  {
    compare: (a, b) => Number(isComplete(a)) - Number(isComplete(b)),
    why: (other) => `it has ffprobe beside it, unlike ${other}`,
  },
  { compare: (a, b) => compareNumbers(a.codecLibrary, b.codecLibrary), why: newer },
  { compare: (a, b) => compareNumbers(releaseOf(a.version) ?? [], releaseOf(b.version) ?? []), why: newer },
];

/** True for ffmpeg 5.0 and what came after it. */
export const isRecent = ({ codecLibrary: [major] }: Ffmpeg): boolean => major >= RECENT_CODEC_LIBRARY;

/** True when its ffprobe is in the same folder: made together with it. */
export const isComplete = ({ path, ffprobe }: Ffmpeg): boolean =>
  ffprobe !== undefined && dirname(ffprobe) === dirname(path);

/** The builds, best first: recent ones, of these the complete ones, of these the newest. Of equals the first stays first. */
export const ranked = (found: readonly Ffmpeg[]): Ffmpeg[] =>
  [...found].sort((a, b) => decide(b, a)?.sign ?? 0);

/**
 * Why the first of ranked builds is the first, as a clause.
 * @param next the one after it; left out, there is no other
 */
export function whyFirst(best: Ffmpeg, next: Ffmpeg | undefined): string {
  if (!next) return 'it is the only one that was found';
  const other = `${next.path} (${next.version}, ${next.source})`;
  const { sign = 0, criterion } = decide(best, next) ?? {};
  return sign > 0 && criterion ? criterion.why(other) : `it is as good as ${other}, and was found first`;
}

function decide(a: Ffmpeg, b: Ffmpeg): { sign: number; criterion: Criterion } | undefined {
  for (const criterion of criteria) {
    const sign = criterion.compare(a, b);
    if (sign !== 0) return { sign, criterion };
  }
  return undefined;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
