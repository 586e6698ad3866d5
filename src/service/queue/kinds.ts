import type { JobKind } from './queue.ts';

/**
 * Lanes run in parallel in a worker, so that a search, or the first analysis of an upload (seconds), does not wait for
 * a film, and neither for a search through all objects (upkeep) or for other people's servers (sending, fetching). What asks a language
 * model, which may take minutes, keeps neither from hearing (judging) nor what is light from running (asking).
 */
export type Lane = 'light' | 'asking' | 'intake' | 'upkeep' | 'sending' | 'fetching' | 'judging' | 'heavy';

/** Lane and priority of each kind; higher priority wins if nothing else decides. */
const kinds: Record<JobKind, { lane: Lane; priority: number }> = {
  'deep-search.run': { lane: 'asking', priority: 30 },
  'webhook.deliver': { lane: 'sending', priority: 0 },
  'object.delete': { lane: 'light', priority: 0 },
  'sweep.run': { lane: 'upkeep', priority: 0 },
  'deletion.finish': { lane: 'light', priority: 0 },
  'moment-criteria.backfill': { lane: 'light', priority: 10 },
  'redo.run': { lane: 'light', priority: 5 },
  'voices.name': { lane: 'light', priority: 5 },
  'index.analyse': { lane: 'light', priority: 0 },
  'passages.encode': { lane: 'upkeep', priority: 1 },
  'pictures.encode': { lane: 'upkeep', priority: 1 },
  'share.package': { lane: 'heavy', priority: 20 },
  'file.process': { lane: 'intake', priority: 10 },
  'file.fetch': { lane: 'fetching', priority: 10 },
  'face-match.run': { lane: 'heavy', priority: 8 },
  'frames.extract': { lane: 'heavy', priority: 6 },
  'segmentation.process': { lane: 'heavy', priority: 5 },
  'face-detect.run': { lane: 'heavy', priority: 4 },
  'collection-file.process': { lane: 'heavy', priority: 0 },
  'describe.run': { lane: 'heavy', priority: 0 },
  'outline.write': { lane: 'judging', priority: -1 },
  'extract.run': { lane: 'judging', priority: 0 },
  'find-moments.run': { lane: 'judging', priority: 0 },
};

/** All kinds. */
export const allKinds = Object.keys(kinds) as readonly JobKind[];

/** The kinds of one lane. */
export function kindsOf(lane: Lane): JobKind[] {
  return allKinds.filter((kind) => kinds[kind].lane === lane);
}

/** The lane in which jobs of a kind run. */
export function laneOf(kind: JobKind): Lane {
  return kinds[kind].lane;
}

export function priorityOf(kind: JobKind): number {
  return kinds[kind].priority;
}

/** Whether this program knows a stored kind. */
export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(kinds, kind);
}
