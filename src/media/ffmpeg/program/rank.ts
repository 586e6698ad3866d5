/** Ranks builds of ffmpeg, with reasons. */
import { dirname } from 'node:path';
import type { Ffmpeg, FfmpegSource } from '../../types.ts';
import { isDistributionBuild, releaseOf } from './version.ts';

/** libavcodec 59 came with ffmpeg 5.0 (2022). Older ones lack AV1, scene scores and years of security fixes. */
const RECENT_CODEC_LIBRARY = 59;

/** Positive if the first is better; `why` then explains it in terms of the other. */
interface Criterion {
  compare(a: Ffmpeg, b: Ffmpeg): number;
  why(other: string): string;
}

const newer = (other: string): string => `it is newer than ${other}`;

/** The first criterion that distinguishes two builds decides. */
const criteria: readonly Criterion[] = [
  { compare: (a, b) => Number(isRecent(a)) - Number(isRecent(b)), why: newer },
  {
    compare: (a, b) => Number(isComplete(a)) - Number(isComplete(b)),
    why: (other) => `it has ffprobe beside it, unlike ${other}`,
  },
  { compare: (a, b) => compareNumbers(a.codecLibrary, b.codecLibrary), why: newer },
  { compare: (a, b) => compareNumbers(releaseOf(a.version) ?? [], releaseOf(b.version) ?? []), why: newer },
];

/** True for ffmpeg 5.0 and newer. */
export const isRecent = ({ codecLibrary: [major] }: Ffmpeg): boolean => major >= RECENT_CODEC_LIBRARY;

/** True for a program that the user named. */
export const isNamed = (source: FfmpegSource): boolean =>
  source === '--ffmpeg' || source === 'VAU_FFMPEG' || source === 'FFMPEG_BIN';

/**
 * Whether a build may open files of other people. One older than 5.0 gets no security fixes unless a distribution gives
 * them; it still may if the user named it, which is to ask for it.
 * @returns undefined if it may, else why not, in a sentence that names what to do
 */
export function strangersRefused({ version, codecLibrary, source }: Ffmpeg): string | undefined {
  if (codecLibrary[0] >= RECENT_CODEC_LIBRARY || isDistributionBuild(version) || isNamed(source))
    return undefined;
  return (
    `ffmpeg ${version} has had no security fixes for years and opens no files of other people: install a newer one ` +
    'from your system or with "vau setup ffmpeg", or name this one in VAU_FFMPEG to use it all the same.'
  );
}

/** True if its ffprobe is in the same folder, so that they were built together. */
export const isComplete = ({ path, ffprobe }: Ffmpeg): boolean =>
  ffprobe !== undefined && dirname(ffprobe) === dirname(path);

/** The builds, best first: recent ones, then complete ones, then the newest. Ties keep their order. */
export const ranked = (found: readonly Ffmpeg[]): Ffmpeg[] =>
  [...found].sort((a, b) => decide(b, a)?.sign ?? 0);

/**
 * Why the first of the ranked builds is the best, as a clause.
 * @param next the second one, if any
 */
export function whyFirst(best: Ffmpeg, next: Ffmpeg | undefined): string {
  if (!next) return 'it is the only one found';
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
