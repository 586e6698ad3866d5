import type { DeletableTable } from '../store/sql/deletions.ts';

/** All kinds of jobs and their payloads. A kind without a handler (jobs/handlers.ts) is a compile error. */
export interface JobPayloads {
  'file.process': { file_id: string };
  'file.fetch': { file_id: string };
  'segmentation.process': { segmentation_id: string };
  'collection-file.process': { collection_id: string; file_id: string };
  'describe.run': { describe_id: string };
  'extract.run': { extraction_id: string };
  'frames.extract': { frame_extraction_id: string };
  'face-detect.run': { face_detection_id: string };
  'face-match.run': { face_match_id: string };
  'find-moments.run': { run_id: string };
  'moment-criteria.backfill': { attachment_id: string };
  'redo.run': { redo_id: string };
  'deep-search.run': { deep_search_id: string };
  'share.package': { share_id: string };
  'webhook.deliver': { webhook_id: string };
  /** `until`: also what is written before then, in Unix milliseconds. */
  'object.delete': { prefix: string; until?: number };
  'index.analyse': Record<never, never>;
  'passages.encode': Record<never, never>;
  'pictures.encode': Record<never, never>;
  'voices.name': Record<never, never>;
  'outline.write': { collection_id: string; file_id: string };
  'sweep.run': { started_at: string };
  /** The id of a collection file is that of store/sql/deletions.ts. */
  'deletion.finish': { table: DeletableTable; id: string };
}

export type JobKind = keyof JobPayloads;

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
