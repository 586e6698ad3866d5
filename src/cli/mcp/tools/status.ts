import * as z from 'zod';
import { waitUntilDone } from '../../../client/wait/engine.ts';
import {
  idOf as idText,
  look,
  type WaitKind,
  type WaitTarget,
  waitKinds,
} from '../../../client/wait/kinds.ts';
import { operations } from '../../../contract/index.ts';
import { type Answer, type Next, Refusal } from '../result.ts';
import { type Call, gapsIn, idOf, pick, tool } from '../tool.ts';

/** Longest wait of one call, in seconds, and the one that is offered: many clients give up after a minute. */
const longestWait = 600;
export const offeredWait = 45;

export const waitSeconds = () =>
  z
    .number()
    .min(0)
    .max(longestWait)
    .default(0)
    .describe('Wait up to so long until it is done; many clients give up after 60');

const fileFields = ['id', 'status', 'filename', 'media_type', 'bytes', 'error'];

/** What an agent needs to know of a file. */
export const fileOf = (file: unknown): Record<string, unknown> => ({
  ...pick(file, fileFields),
  ...pick((file as { media_info?: unknown } | undefined)?.media_info, ['duration_seconds']),
  ...gapsIn(file),
});

const collectionFileOf = (row: unknown): Record<string, unknown> => {
  const { file } = (row ?? {}) as { file?: unknown };
  return {
    ...pick(row, ['file_id', 'status', 'searchable_status', 'progress', 'error']),
    ...pick(file, ['filename']),
    ...gapsIn(row),
  };
};

const { limit, offset } = operations['media.list'].query.shape;

export const status = tool({
  name: 'status',
  description:
    'What is there and how far it is. Without arguments: collections and newest files. collection: its files. file: one file (in that collection). kind with id: a job. Files and collections go by id or name everywhere.',
  input: z.object({
    collection: z.string().optional(),
    file: z.string().optional(),
    kind: z.enum(Object.keys(waitKinds) as [WaitKind, ...WaitKind[]]).optional(),
    id: z.string().optional().describe('With kind; COLLECTION/ATTACHMENT for moment-criteria'),
    wait_seconds: waitSeconds(),
    limit: limit.default(50),
    offset,
  }),
  sends: ['collection.list', 'file.list', 'media.list', 'media.get', 'file.get'],
  async run({ collection, file, kind, id, wait_seconds, ...page }, call) {
    if (kind !== undefined || id !== undefined) {
      if (kind === undefined || id === undefined)
        throw new Refusal('kind and id go together: give both.', 'bad_request');
      return waited(call, targetOf(kind, id), wait_seconds);
    }
    if (file !== undefined) {
      const file_id = await idOf(call, 'file_id', file);
      if (collection === undefined) return waited(call, { kind: 'file', params: { file_id } }, wait_seconds);
      const collection_id = await idOf(call, 'collection_id', collection);
      return waited(call, { kind: 'collection-file', params: { collection_id, file_id } }, wait_seconds);
    }
    if (collection === undefined) return overview(call, page);
    const collection_id = await idOf(call, 'collection_id', collection);
    return ofCollection(call, { collection_id }, { ...page, wait_seconds });
  },
});

/** The path parameters of each kind are in the path of its operation. */
function targetOf(kind: WaitKind, id: string): WaitTarget {
  const { operation } = waitKinds[kind];
  const names = Object.keys(operations[operation].params.shape);
  const [parts, wanted] = [id.split('/'), kind === 'moment-criteria' ? [...names, 'item'] : names];
  if (parts.length !== wanted.length || parts.includes(''))
    throw new Refusal(`Write the id of this kind as ${wanted.join('/')}.`, 'bad_request');
  const params = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']));
  return kind === 'moment-criteria' ? { kind, params, item: parts.at(-1) ?? '' } : { kind, params };
}

/** Waits for one, and says how it ended. */
export async function waited(call: Call, target: WaitTarget, seconds: number): Promise<Answer> {
  const { client, signal, progress } = call;
  let changes = 0;
  const { outcome, seen } = await waitUntilDone((stop) => look(client, target, stop), {
    timeout: seconds,
    interval: 0.5,
    signal,
    onChange: (now) => {
      changes += 1;
      progress(changes, undefined, now.status);
    },
  });
  const { resource } = seen ?? {};
  const item =
    target.kind === 'file'
      ? fileOf(resource)
      : target.kind === 'collection-file'
        ? collectionFileOf(resource)
        : resource;
  const state = outcome === 'timed_out' ? 'not done yet' : outcome;
  return {
    summary: `${waitKinds[target.kind].noun}: ${state}.`,
    items: item === undefined ? [] : [item],
    next: outcome === 'timed_out' ? waitCall(target) : undefined,
  };
}

/** The call that goes on waiting. */
export const waitCall = (target: WaitTarget): Next => ({
  tool: 'status',
  arguments: { kind: target.kind, id: idText(target), wait_seconds: offeredWait },
});

interface Page {
  readonly limit: number;
  readonly offset: number;
}

async function overview({ client, signal }: Call, { limit, offset }: Page): Promise<Answer> {
  const query = { limit, offset };
  const collections = await client.call('collection.list', { query }, { signal });
  const files = await client.call('file.list', { query }, { signal });
  const beyond = offset + limit < Math.max(collections.total, files.total);
  return {
    summary: `${collections.total} collections, ${files.total} files.`,
    items: [
      ...collections.data.map((one) => ({
        collection: { ...pick(one, ['id', 'name', 'collection_type', 'file_count']), ...criteriaOf(one) },
      })),
      ...files.data.map((one) => ({ file: fileOf(one) })),
    ],
    next: beyond ? { tool: 'status', arguments: { limit, offset: offset + limit } } : undefined,
  };
}

const criteriaOf = ({
  moments_config: config,
}: {
  moments_config?: { criteria: readonly unknown[] } | undefined;
}) =>
  config
    ? {
        criteria: config.criteria.map((one) =>
          pick(one, ['attachment_id', 'criterion_name', 'backfill_status', 'files_total', 'files_failed']),
        ),
      }
    : {};

async function ofCollection(
  call: Call,
  params: { collection_id: string },
  { limit, offset, wait_seconds }: Page & { readonly wait_seconds: number },
): Promise<Answer> {
  const { client, signal } = call;
  const counts = await untilEnded(call, params, wait_seconds);
  const found = await client.call('media.list', { params, query: { limit, offset } }, { signal });
  const collection = await client.call('collection.get', { params }, { signal });
  const beyond = offset + found.data.length < found.total;
  const { completed, failed, working } = counts;
  return {
    summary: `${found.total} files: ${completed} completed, ${failed} failed, ${working} not done yet.`,
    head: {
      ...pick(collection, ['id', 'name', 'collection_type']),
      ...criteriaOf(collection),
      ...gapsIn(collection),
    },
    items: found.data.map(collectionFileOf),
    next: beyond
      ? { tool: 'status', arguments: { collection: params.collection_id, limit, offset: offset + limit } }
      : working > 0
        ? { tool: 'status', arguments: { collection: params.collection_id, wait_seconds: offeredWait } }
        : undefined,
  };
}

/** Counts the files of a collection by state, until none is in progress or the time is over. */
async function untilEnded(call: Call, params: { collection_id: string }, seconds: number) {
  const { client, signal, progress } = call;
  const countOf = async (status?: 'pending' | 'processing' | 'completed' | 'failed') => {
    const query = { limit: 1, ...(status ? { status } : {}) };
    return (await client.call('media.list', { params, query }, { signal })).total;
  };
  let counts = { completed: 0, failed: 0, working: 0 };
  const look = async () => {
    const [total, completed, failed] = [await countOf(), await countOf('completed'), await countOf('failed')];
    counts = { completed, failed, working: total - completed - failed };
    const done = completed + failed;
    const standing = counts.working > 0 ? ('working' as const) : ('completed' as const);
    return { standing, status: standing, progress: `${done} of ${total}`, resource: undefined };
  };
  await waitUntilDone(look, {
    timeout: seconds,
    interval: 0.5,
    signal,
    onChange: () => {
      const { completed, failed, working } = counts;
      progress(completed + failed, completed + failed + working, 'files processed');
    },
  });
  return counts;
}
