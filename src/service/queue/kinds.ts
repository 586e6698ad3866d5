import type { JobKind } from './queue.ts';

/**
 * What a worker does at the same time: a search does not wait for a film, and neither does the first look at an upload,
 * which takes seconds.
 */
export type Lane = 'light' | 'intake' | 'heavy';

/** What kind of work each job is, and which comes first where nothing else decides: higher before lower. */
const kinds: Record<JobKind, { lane: Lane; priority: number }> = {
  'deep-search.run': { lane: 'light', priority: 30 },
  'object.delete': { lane: 'light', priority: 0 },
  'share.package': { lane: 'heavy', priority: 20 },
  'file.process': { lane: 'intake', priority: 10 },
  'face-match.run': { lane: 'heavy', priority: 8 },
  'frames.extract': { lane: 'heavy', priority: 6 },
  'segmentation.process': { lane: 'heavy', priority: 5 },
  'face-detect.run': { lane: 'heavy', priority: 4 },
  'member.process': { lane: 'heavy', priority: 0 },
  'describe.run': { lane: 'heavy', priority: 0 },
  'extract.run': { lane: 'heavy', priority: 0 },
};

/** All kinds. */
export const allKinds = Object.keys(kinds) as readonly JobKind[];

/** The kinds of one lane. */
export function kindsOf(lane: Lane): JobKind[] {
  return allKinds.filter((kind) => kinds[kind].lane === lane);
}

export function priorityOf(kind: JobKind): number {
  return kinds[kind].priority;
}

/** Whether a stored kind is one this program knows. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(kinds, kind);
}
