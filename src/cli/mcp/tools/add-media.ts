import path from 'node:path';
import * as z from 'zod';
import { gate } from '../../../client/wait/several.ts';
import { collectionTypes } from '../../../contract/values/enums.ts';
import type { Item } from '../../bulk/items.ts';
import { failureOf, isInterruption } from '../../errors/errors.ts';
import { type ExitStatus, exit } from '../../errors/exit.ts';
import { at } from '../../model/columns.ts';
import { call as planOf } from '../../model/plan.ts';
import { collectionFor } from '../../upload/collection.ts';
import { performer } from '../../upload/perform.ts';
import { type Answer, type Next, Refusal, withoutFlags } from '../result.ts';
import { demand } from '../rights.ts';
import { type Call, tool } from '../tool.ts';
import { offeredWait, waitSeconds } from './status.ts';

/** Uploads at once, and files that are waited for at once. */
const [uploadsAtOnce, waitsAtOnce] = [4, 64];

export const addMedia = tool({
  name: 'add_media',
  description:
    'Upload local files or folders, or ingest a URL, and add them to a collection, which is made if it is not there. What the service has already is not sent again; the same call goes on after a break.',
  input: z.object({
    paths: z.array(z.string()).min(1).optional(),
    url: z.string().optional().describe('Instead of paths'),
    collection: z.string().optional().describe('Name or id'),
    collection_type: z
      .enum(collectionTypes)
      .optional()
      .describe('Of a new collection; default media-descriptions'),
    wait_seconds: waitSeconds(),
  }),
  sends: ['collection.create', 'file.upload', 'file.sync', 'media.add'],
  async run({ paths, url, collection, collection_type, wait_seconds }, call) {
    // Before a folder is read.
    demand(call.rights, ['write'], 'Adding media');
    const isLocal = paths !== undefined;
    if (isLocal === (url !== undefined))
      throw new Refusal('Give paths or url: exactly one of them.', 'bad_request');
    const { media, others } = isLocal ? await call.paths.mediaOf(paths) : { media: [], others: 0 };
    if (isLocal && media.length === 0)
      throw new Refusal('No video, audio or image file was found there.', 'not_found');
    const wanted = { create: true, type: collection_type };
    const id =
      collection === undefined
        ? undefined
        : await collectionFor(call.session, { name: collection, ...wanted });
    if (url !== undefined) return ingested(call, url, id);
    const results = await added(call, media, id, wait_seconds);
    const same = { paths, ...(id === undefined ? {} : { collection: id }), wait_seconds };
    return answerOf(results, others, id, { tool: 'add_media', arguments: same });
  },
});

/** What needs attention first. */
const states = ['failed', 'not sent yet', 'in progress', 'added', 'there before'] as const;

interface Result {
  readonly file: string;
  readonly state: (typeof states)[number];
  readonly file_id?: string;
  readonly error?: string;
}

/**
 * Uploads what is not there. After a while nothing more is begun, because clients give up: the same call goes on. @param
 * seconds how long to wait for what was sent, counted from the beginning
 */
function added(
  call: Call,
  files: readonly string[],
  collection: string | undefined,
  seconds: number,
): Promise<Result[]> {
  const { session, paths, progress } = call;
  const perform = performer(session, {
    width: uploadsAtOnce,
    inPlace: false,
    again: false,
    preflight: true,
    collection: () => collection,
    sidecar: () => {},
    progress: () => undefined,
  });
  const through = gate(waitsAtOnce);
  const begun = performance.now();
  const spent = () => (performance.now() - begun) / 1000;
  let done = 0;
  return Promise.all(
    files.map((file, index) =>
      through(async (): Promise<Result> => {
        if (spent() > Math.max(seconds, offeredWait))
          return { file: paths.shown(file), state: 'not sent yet' };
        const result = await perform(itemOf(file, index, Math.max(0, seconds - spent()))).then(
          ({ value, status, sent = true }) => resultOf(call, file, { value, status, sent }),
          (error: unknown) => failed(call, file, error),
        );
        done += 1;
        progress(done, files.length, 'files added');
        return result;
      }),
    ),
  );
}

/** The upload of one file, and the wait for it. */
function itemOf(file: string, index: number, seconds: number): Item {
  const wait = {
    target: (answer: unknown) => ({ kind: 'file' as const, params: { file_id: String(at(answer, 'id')) } }),
    timeout: seconds,
    interval: 0.5,
  };
  const plan = planOf('file.upload', { files: { file } }, seconds > 0 ? { wait } : {});
  return { line: index + 1, input: { path: file }, key: file, file, plan };
}

function resultOf(
  { paths }: Call,
  file: string,
  { value, status, sent }: { value: unknown; status: ExitStatus; sent: boolean },
): Result {
  const file_id = String(at(value, 'file_id') ?? at(value, 'id') ?? '');
  const reason = at(value, 'error');
  const state =
    status === exit.timedOut
      ? 'in progress'
      : status !== exit.done
        ? 'failed'
        : sent
          ? 'added'
          : 'there before';
  return {
    file: paths.shown(file),
    file_id,
    state,
    ...(typeof reason === 'string' ? { error: reason } : {}),
  };
}

function failed({ paths, signal }: Call, file: string, error: unknown): Result {
  if (isInterruption(error)) signal.throwIfAborted();
  if (error instanceof Refusal) throw error;
  const said = withoutFlags(failureOf(error).message).replaceAll(file, path.basename(file));
  return { file: paths.shown(file), state: 'failed', error: said };
}

function answerOf(results: readonly Result[], others: number, id: string | undefined, again: Next): Answer {
  const count = (state: Result['state']) => results.filter((one) => one.state === state).length;
  const counts = states.flatMap((state) => (count(state) > 0 ? [`${count(state)} ${state}`] : []));
  const rank = ({ state }: Result) => states.indexOf(state);
  const left = others > 0 ? ` ${others} other files were left out: they are not media.` : '';
  const waits = id !== undefined && count('in progress') > 0;
  return {
    summary: `${results.length} files: ${counts.join(', ')}.${left}`,
    head: id === undefined ? {} : { collection_id: id },
    items: [...results].sort((a, b) => rank(a) - rank(b)),
    next:
      count('not sent yet') > 0
        ? again
        : waits
          ? { tool: 'status', arguments: { collection: id, wait_seconds: offeredWait } }
          : undefined,
  };
}

async function ingested(call: Call, url: string, collection: string | undefined): Promise<Answer> {
  const { client, signal } = call;
  const { id } = await client.call('file.sync', { body: { url } }, { signal });
  if (collection !== undefined)
    await client.call(
      'media.add',
      { params: { collection_id: collection }, body: { file_id: id } },
      { signal },
    );
  return {
    summary: 'The service fetches it.',
    head: { file_id: id, ...(collection === undefined ? {} : { collection_id: collection }) },
    next: {
      tool: 'status',
      arguments: { file: id, ...(collection ? { collection } : {}), wait_seconds: offeredWait },
    },
  };
}
