/** How each kind of asynchronous thing is watched: where to look, and what its states mean. */
import type { OperationId } from '../../contract/index.ts';
import type { Client } from '../client.ts';

/** What a state means for whoever waits. */
export type Standing = 'working' | 'completed' | 'failed' | 'cancelled' | 'unknown';

/** One look at something. */
export interface Seen {
  readonly standing: Standing;
  /** The state as the service writes it. */
  readonly status: string;
  /** Why it failed, where the service says. */
  readonly reason?: string | undefined;
  /** How far it is, where that can be told: `3 of 8`. */
  readonly progress?: string | undefined;
  /** The service's object, unchanged. */
  readonly resource: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  /** The operation that reads it. */
  readonly operation: OperationId;
  /** In words, for progress and messages. */
  readonly noun: string;
  /** The field that holds the state; `status` for nearly all. */
  readonly field?: string;
  /** Where the thing is inside the answer, when it is not the answer. */
  readonly find?: (answer: Fields, member: string) => Fields | undefined;
}

const kinds = {
  file: { operation: 'file.get', noun: 'file' },
  'collection-file': { operation: 'media.get', noun: 'file of the collection' },
  segmentation: { operation: 'segmentation.get', noun: 'segmentation' },
  'deep-search': { operation: 'deep-search.get', noun: 'deep search' },
  share: { operation: 'share.get', noun: 'share' },
  'moment-criteria': {
    operation: 'collection.get',
    noun: 'backfill',
    field: 'backfill_status',
    find: attachmentOf,
  },
  extract: { operation: 'extract.get', noun: 'extraction' },
  describe: { operation: 'describe.get', noun: 'description' },
  transcribe: { operation: 'transcribe.get', noun: 'transcript' },
  frames: { operation: 'frames.get', noun: 'frame extraction' },
  'face-detect': { operation: 'face-detect.get', noun: 'face detection' },
  'face-match': { operation: 'face-match.get', noun: 'face match' },
  'find-moments': { operation: 'find-moments.get', noun: 'find-moments run' },
} as const satisfies Record<string, Kind>;

export const waitKinds: Readonly<Record<WaitKind, Kind>> = kinds;

export type WaitKind = keyof typeof kinds;

/** One thing to wait for. */
export interface WaitTarget<K extends WaitKind = WaitKind> {
  readonly kind: K;
  /** Path parameters of the operation that reads it. */
  readonly params: Readonly<Record<string, string>>;
  /** Which one inside the answer: the attachment_id of a criterion. */
  readonly member?: string;
}

/** A target's id as it is typed: its parts with slashes between them. */
export const idOf = ({ params, member }: WaitTarget): string =>
  [...Object.values(params), ...(member ? [member] : [])].join('/');

/** The meaning of every state the interface names. A state that is not here is never a success. */
const standings: Readonly<Record<string, Standing>> = {
  pending: 'working',
  processing: 'working',
  in_progress: 'working',
  completed: 'completed',
  // Nothing to do for this one: it has ended, and nothing failed.
  not_applicable: 'completed',
  failed: 'failed',
  completed_with_failures: 'failed',
  cancelled: 'cancelled',
};

/** Looks once. Throws what the client throws; one try only, as waiting has its own patience. */
export async function look(client: Client, target: WaitTarget, signal?: AbortSignal): Promise<Seen> {
  const { operation } = waitKinds[target.kind];
  const answer = await client.send(operation, { params: target.params }, { signal, retry: false });
  return seenIn(answer, target);
}

/** What an answer says about the target. */
export function seenIn(answer: unknown, { kind, member = '' }: WaitTarget): Seen {
  const { find, field = 'status' } = waitKinds[kind];
  const whole = (typeof answer === 'object' && answer !== null ? answer : {}) as Fields;
  const resource = find ? find(whole, member) : whole;
  const status = resource?.[field];
  if (!resource || typeof status !== 'string')
    return { standing: 'unknown', status: 'nothing known', resource: resource ?? answer };
  const standing = Object.hasOwn(standings, status) ? (standings[status] ?? 'unknown') : 'unknown';
  return { standing, status, reason: reasonOf(resource), progress: progressOf(resource), resource };
}

/** In its collection, or as attaching answered it. */
function attachmentOf(answer: Fields, id: string): Fields | undefined {
  if (answer.attachment_id === id) return answer;
  const config = answer.moments_config as Fields | undefined;
  const criteria = config?.criteria;
  if (!Array.isArray(criteria)) return undefined;
  return (criteria as Fields[]).find((criterion) => criterion.attachment_id === id);
}

/** Longest reason that is repeated, in characters; the resource has all of it. */
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
