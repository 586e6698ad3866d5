/**
 * Fills a store for the benchmark `scale`: files, collections, collection files, segments and their documents, through
 * the service's own writers, in transactions of a hundred files. The same size gives the same rows. A fill that was
 * interrupted goes on with the next file.
 */
import { randomUUID } from 'node:crypto';
import { sentence } from './scale-words.mjs';

/** Files in one transaction. */
const PORTION = 100;
/** Files below this number are in the large collection too. Part of all files. */
const IN_LARGE = 0.2;

const CAMERAS = ['front', 'rear', 'left', 'right'];
const CITIES = ['Zürich', 'Köln', 'Paris', 'Oslo'];

/**
 * @param modules what service-bundle.mjs exports
 * @param service an opened service whose store is empty or was filled in part
 * @param count number of files; a hundredth as many collections
 * @param segments number for each file
 */
export async function fill(modules, service, count, segments) {
  const { context } = service;
  const { db } = context;
  const accountId = await modules.localAccount(db, context.clock());
  // Nothing is to be processed: the rows are written as they are afterwards.
  const waiting = { startNew: async () => undefined };
  const ctx = { ...context, accountId, waiting };
  const collections = await addCollections(service, Math.max(2, count / 100));
  const done = await db.selectFrom('files').select(db.fn.countAll().as('files')).executeTakeFirstOrThrow();
  for (let from = done.files; from < count; from += PORTION) {
    const films = [];
    for (let at = from; at < from + PORTION; at += 1)
      films.push(await film(modules, ctx, collections, { at, count, length: segments }));
    await db.transaction().execute(async (trx) => {
      for (const one of films) await addFilm(modules, ctx, trx, one);
    });
  }
}

/** Ids of the collections: the first is the large one, and the second has twenty files. */
async function addCollections(service, count) {
  const { db } = service.context;
  const there = await db.selectFrom('collections').select('id').orderBy('created_at').orderBy('id').execute();
  const ids = there.map(({ id }) => id);
  for (let at = ids.length; at < count; at += 1) {
    const body = { name: `collection ${at}`, collection_type: 'media-descriptions' };
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await service.app.request('/v1/collections', init);
    if (!response.ok) throw new Error(await response.text());
    ids.push((await response.json()).id);
  }
  return ids;
}

async function film(modules, ctx, collections, { at, count, length }) {
  const file = modules.newFile(ctx, rowOf(at));
  const [large, small, ...others] = collections;
  const collection_id =
    at < count * IN_LARGE
      ? large
      : at < count * IN_LARGE + 20
        ? small
        : (others[at % others.length] ?? large);
  const segments = Array.from({ length }, (_, k) => ({
    id: randomUUID(),
    start: k * 6,
    end: k * 6 + 6,
  }));
  const speech = segments.map(({ start, end }, k) => ({ start, end, text: sentence(at * length + k) }));
  const lines = { speech, scene_text: [], visual_scene_description: [], audio_description: [] };
  const toIndex = {
    ...{ account_id: ctx.accountId, collection_id, collection_type: 'media-descriptions', file },
    ...{ ownMetadata: null, segmentation_id: randomUUID(), result: { lines, reports: [] } },
  };
  return { file, segments, toIndex, words: await modules.wordsOfCollectionFile(ctx, toIndex) };
}

function rowOf(at) {
  const spread = (at * 2_654_435_761) % 1_000_003;
  const info = {
    duration_seconds: (spread % 36_000) / 10,
    format: 'mov',
    has_audio: at % 3 > 0,
    width: 1920,
    height: 1080,
  };
  const metadata = {
    ...{ take: at, camera: CAMERAS[at % 4], reviewed: at % 2 === 0, score: (spread % 1_000) / 10 },
    ...{ city: CITIES[spread % 4], operator: `op${at % 97}`, tags: [`a${at % 7}`, `b${at % 13}`] },
  };
  return {
    ...{
      id: randomUUID(),
      filename: `film-${spread}.mp4`,
      bytes: spread * 900,
      source: 'upload',
      source_metadata: null,
      has_thumbnail: 1,
    },
    metadata: JSON.stringify(metadata),
    ...{ media_type: 'video', media_info: JSON.stringify(info), video_info: JSON.stringify(info) },
  };
}

async function addFilm(modules, ctx, trx, { file, segments, toIndex, words: film }) {
  const { account_id, collection_id, segmentation_id } = toIndex;
  await modules.insertFile(ctx, trx, { ...file, status: 'completed' });
  const own = { account_id, file_id: file.id };
  const segmentation = {
    ...own,
    id: segmentation_id,
    status: 'completed',
    config: '{"strategy":"shot"}',
    created_at: 1,
  };
  await trx.insertInto('segmentations').values(segmentation).execute();
  const rows = segments.map(({ id, start, end }, position) => ({
    ...{ ...own, id, segmentation_id, position, start_time: start, end_time: end },
  }));
  await trx.insertInto('segments').values(rows).execute();
  const member = {
    ...own,
    collection_id,
    segmentation_id,
    added_at: ctx.clock(),
    status: 'completed',
    searchable_status: 'completed',
  };
  await trx.insertInto('collection_files').values(member).execute();
  await modules.indexCollectionFile(trx, ctx.newId, { ...toIndex, segments }, film);
}
