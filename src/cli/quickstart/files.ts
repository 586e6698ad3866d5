/** Uploads local media and adds them to a collection, once: existing files are reused. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  ApiError,
  type Client,
  everyItem,
  look,
  type WaitTarget,
  waitUntilDone,
} from '../../client/index.ts';
import type { Collection, CollectionFile, VauFile } from '../../contract/index.ts';
import { limits } from '../../contract/values/limits.ts';
import { CliError, LocalError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { sidecarOf } from '../probe/before-upload.ts';
import type { Progress } from '../terminal/progress.ts';

/** The context of the tour. */
export interface Tour {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Timeout for one file, in seconds. */
  readonly timeout: number;
  /** Starts a progress line. */
  begin(what: string): Progress;
}

/** The media-descriptions collection with this name; creates it if needed. */
export async function ensureCollection({ client, signal }: Tour, name: string): Promise<Collection> {
  const type = 'media-descriptions';
  for await (const item of everyItem(
    client,
    'collection.list',
    { query: { limit: limits.pageMaximum } },
    signal,
  )) {
    const found = item as Collection;
    if (found.name === name && found.collection_type === type) return found;
    if (found.name === name)
      throw new LocalError(
        `The collection ${name} already exists with type ${found.collection_type}, not ${type}.`,
        {
          hint: 'Rename it, then run quickstart again.',
          next: `vau collection update ${found.id} --name ${name}-before`,
        },
      );
  }
  return client.call('collection.create', { body: { name, collection_type: type } }, { signal });
}

/** Uploads a file, with the subtitles beside it, unless a file with this name and size exists. */
export async function ensureFile(tour: Tour, local: string): Promise<VauFile> {
  const { client, signal } = tour;
  const filename = path.basename(local);
  const { size } = await stat(local);
  for await (const item of everyItem(client, 'file.list', { query: { limit: limits.pageMaximum } }, signal)) {
    const found = item as VauFile;
    if (found.filename === filename && found.bytes === size && found.status !== 'failed')
      return processed(tour, found);
  }
  const subtitles = await sidecarOf(local);
  const uploading = tour.begin(`Uploading ${filename}${subtitles ? ` and ${path.basename(subtitles)}` : ''}`);
  const files = { file: local, ...(subtitles ? { subtitles } : {}) };
  const file = (await client.send('file.upload', { files }, { signal })) as VauFile;
  uploading.stop();
  return processed(tour, file);
}

/** The file, once the service has processed it. */
async function processed(tour: Tour, file: VauFile): Promise<VauFile> {
  const target: WaitTarget = { kind: 'file', params: { file_id: file.id } };
  return (await finished(tour, target, `Processing ${file.filename}`)) as VauFile;
}

/** The file in the collection, processed and searchable. If it failed before, it is removed and added again. */
export async function ensureCollectionFile(
  tour: Tour,
  collection: Collection,
  file: VauFile,
): Promise<CollectionFile> {
  const { client, signal } = tour;
  const params = { collection_id: collection.id, file_id: file.id };
  const present = await orNothing(client.call('media.get', { params }, { signal }));
  if (present?.status === 'failed') await client.call('media.remove', { params }, { signal });
  if (!present || present.status === 'failed')
    await client.call(
      'media.add',
      { params: { collection_id: collection.id }, body: { file_id: file.id } },
      { signal },
    );
  await finished(tour, { kind: 'collection-file', params }, `Analysing ${file.filename}`);
  return client.call('media.get', { params }, { signal });
}

/**
 * Recognises the speech of the collection again where something better does that now than when it was made.
 * @returns whether anything was made again
 */
export async function ensureBestHearing(tour: Tour, { id }: Collection): Promise<boolean> {
  const { client, signal } = tour;
  const request = { params: { collection_id: id }, body: { modalities: ['speech' as const] } };
  const [speech] = (await client.call('redo.estimate', request, { signal })).modalities;
  const better = speech?.replaces.filter(({ change, stays }) => change === 'better' && !stays) ?? [];
  if (!speech || better.length === 0) return false;
  const { redo_id } = await client.call('redo.collection', request, { signal });
  const before = better.map(({ made_by }) => made_by).join(', ');
  const what = `Recognising speech again by ${speech.made_by} (before: ${before})`;
  await finished(tour, { kind: 'redo', params: { redo_id } }, what);
  return true;
}

/** Waits for a job and shows its progress. @throws CliError when it failed, was cancelled or timed out */
export async function finished(tour: Tour, target: WaitTarget, what: string): Promise<unknown> {
  const progress = tour.begin(what);
  const outcome = await waitUntilDone((signal) => look(tour.client, target, signal), {
    timeout: tour.timeout,
    interval: 0.5,
    signal: tour.signal,
    onChange: ({ status, progress: far }) => progress.update([what, status, far].filter(Boolean).join(': ')),
  }).finally(() => progress.stop());
  if (outcome.outcome === 'completed') return outcome.seen.resource;
  if (outcome.outcome === 'timed_out')
    throw new CliError(`${what}: timeout after ${tour.timeout} s.`, exit.timedOut, 'timed_out', {
      next: 'vau service logs',
    });
  const { reason = 'the service gives no reason' } = outcome.seen;
  throw new CliError(`${what}: ${reason}`, exit.jobFailed, 'job_failed', { next: 'vau service logs' });
}

/** Looks again where another quickstart made the same at the same time. @param ensure finds it, or makes it */
export async function orFound<T>(ensure: () => Promise<T>): Promise<T> {
  try {
    return await ensure();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return ensure();
    throw error;
  }
}

/** The response of a request; undefined for 404. */
async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
