import type { JobKind } from './queue.ts';

/** Light jobs have workers of their own, so that a search does not wait for a film. */
export type Lane = 'heavy' | 'light';

/** What kind of work each job is, and which comes first: higher before lower. */
const kinds: Record<JobKind, { lane: Lane; priority: number }> = {
  'deep-search.run': { lane: 'light', priority: 30 },
  'object.delete': { lane: 'light', priority: 0 },
  'share.package': { lane: 'heavy', priority: 20 },
  'file.process': { lane: 'heavy', priority: 10 },
  'face-match.run': { lane: 'heavy', priority: 8 },
  'frames.extract': { lane: 'heavy', priority: 6 },
  'segmentation.process': { lane: 'heavy', priority: 5 },
  'face-detect.run': { lane: 'heavy', priority: 4 },
  'member.process': { lane: 'heavy', priority: 0 },
  'describe.run': { lane: 'heavy', priority: 0 },
  'extract.run': { lane: 'heavy', priority: 0 },
};

/** The kinds of one lane. */
export function kindsOf(lane: Lane): JobKind[] {
  return (Object.keys(kinds) as JobKind[]).filter((kind) => kinds[kind].lane === lane);
}

export function priorityOf(kind: JobKind): number {
  return kinds[kind].priority;
}

/** Whether a stored kind is one this program knows. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(kinds, kind);
}
