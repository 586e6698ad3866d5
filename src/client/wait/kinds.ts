/** How to poll each kind of asynchronous resource, and what its states mean. */
import type { OperationId } from '../../contract/index.ts';
import type { Client } from '../client.ts';

/** What a state means for a wait. */
export type Standing = 'working' | 'completed' | 'failed' | 'cancelled' | 'unknown';

/** The result of one poll. */
export interface Seen {
  readonly standing: Standing;
  /** The state as the service returns it. */
  readonly status: string;
  /** Why it failed, if the service gives a reason. */
  readonly reason?: string | undefined;
  /** Progress, if known: `3 of 8`. */
  readonly progress?: string | undefined;
  /** The API object, unchanged. */
  readonly resource: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  /** The operation that reads it. */
  readonly operation: OperationId;
  /** Noun for progress and messages. */
  readonly noun: string;
  /** The parts of its id: the path parameters of the operation, and for an item inside the response the item's id. */
  readonly parts: readonly string[];
  /** The field with the state; default `status`. */
  readonly field?: string;
  /** Finds the resource inside the response, if it is not the response itself. */
  readonly find?: (answer: Fields, item: string) => Fields | undefined;
}

const kinds = {
  file: { operation: 'file.get', noun: 'file', parts: ['file_id'] },
  'collection-file': { operation: 'media.get', noun: 'collection file', parts: ['collection_id', 'file_id'] },
  segmentation: { operation: 'segmentation.get', noun: 'segmentation', parts: ['segmentation_id'] },
  'deep-search': { operation: 'deep-search.get', noun: 'deep search', parts: ['id'] },
  share: { operation: 'share.get', noun: 'share', parts: ['id'] },
  'moment-criteria': {
    operation: 'collection.get',
    noun: 'backfill',
    parts: ['collection_id', 'attachment_id'],
    field: 'backfill_status',
    find: attachmentOf,
  },
  extract: { operation: 'extract.get', noun: 'extraction', parts: ['job_id'] },
  describe: { operation: 'describe.get', noun: 'description', parts: ['job_id'] },
  transcribe: { operation: 'transcribe.get', noun: 'transcript', parts: ['job_id'] },
  frames: { operation: 'frames.get', noun: 'frame extraction', parts: ['frame_extraction_id'] },
  'face-detect': { operation: 'face-detect.get', noun: 'face detection', parts: ['face_detection_id'] },
  'face-match': { operation: 'face-match.get', noun: 'face match', parts: ['face_match_id'] },
  'find-moments': { operation: 'find-moments.get', noun: 'find-moments run', parts: ['job_id'] },
  redo: { operation: 'redo.get', noun: 'redo', parts: ['redo_id'] },
} as const satisfies Record<string, Kind>;

export const waitKinds: Readonly<Record<WaitKind, Kind>> = kinds;

export type WaitKind = keyof typeof kinds;

/** One resource to wait for. */
export interface WaitTarget<K extends WaitKind = WaitKind> {
  readonly kind: K;
  /** Path parameters of the operation that reads it. */
  readonly params: Readonly<Record<string, string>>;
  /** The id of an item inside the response: the attachment_id of a criterion. */
  readonly item?: string;
}

/** A target's id on the command line: its parts, separated by slashes. */
export const idOf = ({ params, item }: WaitTarget): string =>
  [...Object.values(params), ...(item ? [item] : [])].join('/');

/** The meaning of every state in the API. Any other state never counts as success. */
const standings: Readonly<Record<string, Standing>> = {
  pending: 'working',
  processing: 'working',
  in_progress: 'working',
  completed: 'completed',
  // Nothing to do here: it has finished, and nothing failed.
  not_applicable: 'completed',
  failed: 'failed',
  completed_with_failures: 'failed',
  cancelled: 'cancelled',
};

/** Polls once. Throws the errors of the client, without retries: the wait itself retries. */
export async function look(client: Client, target: WaitTarget, signal?: AbortSignal): Promise<Seen> {
  const { operation } = waitKinds[target.kind];
  const answer = await client.send(operation, { params: target.params }, { signal, retry: false });
  return seenIn(answer, target);
}

/** The state of the target in a response. */
export function seenIn(answer: unknown, { kind, item = '' }: WaitTarget): Seen {
  const { find, field = 'status' } = waitKinds[kind];
  const whole = (typeof answer === 'object' && answer !== null ? answer : {}) as Fields;
  const resource = find ? find(whole, item) : whole;
  const status = resource?.[field];
  if (!resource || typeof status !== 'string')
    return { standing: 'unknown', status: 'in an unknown state', resource: resource ?? answer };
  const standing = Object.hasOwn(standings, status) ? (standings[status] ?? 'unknown') : 'unknown';
  return { standing, status, reason: reasonOf(resource), progress: progressOf(resource), resource };
}

/** The attachment in its collection, or in the response of the attach request. */
function attachmentOf(answer: Fields, id: string): Fields | undefined {
  if (answer.attachment_id === id) return answer;
  const config = answer.moments_config as Fields | undefined;
  const criteria = config?.criteria;
  if (!Array.isArray(criteria)) return undefined;
  return (criteria as Fields[]).find((criterion) => criterion.attachment_id === id);
}

/** Maximum length of a quoted reason, in characters; the resource has all of it. */
const longestReason = 2000;

function reasonOf({ error }: Fields): string | undefined {
  const message: unknown =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return typeof message === 'string' ? message.slice(0, longestReason) : undefined;
}

function progressOf({
  files_total: total,
  files_completed: done,
  files_failed: failed,
}: Fields): string | undefined {
  if (typeof total !== 'number' || typeof done !== 'number') return undefined;
  const bad = typeof failed === 'number' && failed > 0 ? `, ${failed} failed` : '';
  return `${done} of ${total} files${bad}`;
}
