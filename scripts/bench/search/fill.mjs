/** Fills a store with labelled films through the service's own writers, as processing leaves them. */
import { randomUUID } from 'node:crypto';

/**
 * Seconds after a line that belong to its segment, at most to the next line. Every line is one: that is what the questions are
 * labelled for.
 */
const PAUSE = 0.5;

function linesWithPauses(speech) {
  return speech.map(({ start, end }, at) => ({
    start,
    end: Math.min(end + PAUSE, speech[at + 1]?.start ?? Number.POSITIVE_INFINITY),
  }));
}

/** @returns the id of a new collection of this name, and the files' ids by film */
export async function addFilms(modules, service, films, name = 'labelled') {
  const { context } = service;
  const account_id = await modules.localAccount(context.db, context.clock());
  const ctx = { ...context, accountId: account_id, waiting: { startNew: async () => undefined } };
  const collection_id = await addCollection(service, name);
  const ids = new Map();
  for (const film of films) ids.set(film.id, await addFilm(modules, ctx, collection_id, film));
  return { collection: collection_id, ids };
}

async function addCollection(service, name) {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name, collection_type: 'media-descriptions' });
  const response = await service.app.request('/v1/collections', { method: 'POST', headers, body });
  return (await response.json()).id;
}

async function addFilm(modules, ctx, collection_id, film) {
  const { db, accountId: account_id } = ctx;
  const row = { id: randomUUID(), filename: `${film.title}.mp4`, bytes: 1, source: 'upload' };
  const empty = {
    source_metadata: null,
    metadata: null,
    media_type: 'video',
    media_info: null,
    video_info: null,
  };
  const file = modules.newFile(ctx, { ...row, ...empty });
  const segments = (film.segments ?? linesWithPauses(film.speech)).map((span) => ({
    id: randomUUID(),
    ...span,
  }));
  const { speech, scene_text } = film;
  const lines = { speech, scene_text, visual_scene_description: [], audio_description: [] };
  const result = { lines, reports: [] };
  const segmentation_id = randomUUID();
  const own = { account_id, collection_id, file, ownMetadata: null, segmentation_id, result };
  const toIndex = { ...own, collection_type: 'media-descriptions' };
  const words = await modules.wordsOfCollectionFile(ctx, toIndex);
  const passages = modules.passagesIn(modules.sourceOf(result));
  const signal = new AbortController().signal;
  const encoded = await modules.encodeCollectionFile({ ...ctx, signal }, file.id, passages);
  await db.transaction().execute(async (trx) => {
    await modules.insertFile(ctx, trx, { ...file, status: 'completed' });
    const place = { account_id, file_id: file.id };
    const done = { ...place, id: segmentation_id, status: 'completed', config: '{"strategy":"shot"}' };
    await trx
      .insertInto('segmentations')
      .values({ ...done, created_at: 1 })
      .execute();
    const rows = segments.map(({ id, start, end }, position) => ({
      ...{ ...place, id, segmentation_id, position, start_time: start, end_time: end },
    }));
    await trx.insertInto('segments').values(rows).execute();
    const member = { ...place, collection_id, segmentation_id, added_at: ctx.clock() };
    const completed = { status: 'completed', searchable_status: 'completed' };
    await trx
      .insertInto('collection_files')
      .values({ ...member, ...completed })
      .execute();
    await modules.indexCollectionFile(trx, ctx.newId, { ...toIndex, segments }, words);
    await modules.writePassages(trx, { account_id, collection_id, file_id: file.id }, encoded);
  });
  return file.id;
}
