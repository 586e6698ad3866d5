/**
 * All vectors of a large store are made again with another encoder, by workers of the build, while searches are asked.
 * VAU_REINDEX_FILES=1000 has 100,000 segments and takes some minutes.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { type Supervisor, superviseWorkers } from '../../../../src/service/boot/processes/supervisor.ts';
import { insertFile, newFile } from '../../../../src/service/resources/files/rows.ts';
import {
  indexCollectionFile,
  wordsOfCollectionFile,
} from '../../../../src/service/search/documents/documents.ts';
import { stopEncoders } from '../../../../src/service/understanding/models/embeddings/index.ts';
import { setUpEncoder } from '../../../support/models/set-up.ts';
import { needs } from '../../../support/programs.ts';
import { seeded } from '../../../support/seeded.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';

const it = needs('ffmpeg');

const FILES = Number(process.env.VAU_REINDEX_FILES ?? 10);
const SEGMENTS = 100;
const MINUTES = 60_000 * (FILES > 100 ? 20 : 4);
/** What 95 of 100 searches may take while a second encoder is at work, in times of what they take while the first one is. */
const MOST_TIMES = 5;

const WORDS = 'harbour boat tide market fish cod morning noon ferry lamp rope sail wind rain coast bay'.split(
  ' ',
);
const { pick } = seeded(7);
const sentence = () => `The ${pick(WORDS)} and the ${pick(WORDS)} near the ${pick(WORDS)}`;

let service: TestService;
let collection: string;
let workers: Supervisor | undefined;
beforeAll(async () => {
  service = await openTestService({ embeddings: 'packaged', vectorWaitMs: 1_500, workers: 1 });
  collection = await makeCollection(service, 'spoken', 'rich-transcripts');
  for (let file = 0; file < FILES; file += 1) await addFilm();
});
afterAll(async () => {
  await workers?.stop();
  await stopEncoders();
  await service.close();
});

/** A file that was heard, and has no vectors yet. */
async function addFilm(): Promise<void> {
  const { context } = service;
  const accountId = await localAccount(context.db, 1);
  const ctx = { ...context, accountId, waiting: { ...context.lifecycle, startNew: async () => undefined } };
  const row = { id: randomUUID(), filename: 'film.mp4', bytes: 1, source: 'upload', source_metadata: null };
  const file = newFile(
    ctx as never,
    { ...row, has_thumbnail: 1, metadata: null, media_type: 'video' } as never,
  );
  const speech = Array.from({ length: SEGMENTS }, (_, at) => ({
    start: at * 6,
    end: at * 6 + 5,
    text: sentence(),
  }));
  const lines = { speech, scene_text: [], visual_scene_description: [], audio_description: [] };
  const own = { account_id: accountId, file_id: file.id };
  const segmentation_id = randomUUID();
  const toIndex = {
    account_id: accountId,
    collection_id: collection,
    collection_type: 'rich-transcripts',
    file: { ...file, metadata: null, source_metadata: null },
    ownMetadata: null,
    segmentation_id,
    result: { lines, reports: [] },
  };
  const words = await wordsOfCollectionFile(context, toIndex);
  const segments = speech.map(({ start, end }) => ({ id: randomUUID(), start, end }));
  await context.db.transaction().execute(async (trx) => {
    await insertFile(ctx as never, trx, { ...file, status: 'completed' });
    await trx
      .insertInto('segmentations')
      .values({
        ...own,
        id: segmentation_id,
        status: 'completed',
        config: '{"strategy":"shot"}',
        created_at: 1,
      })
      .execute();
    await trx
      .insertInto('segments')
      .values(
        segments.map(({ id, start, end }, position) => ({
          ...{ ...own, id, segmentation_id, position, start_time: start, end_time: end },
        })),
      )
      .execute();
    await trx
      .insertInto('collection_files')
      .values({
        ...{ ...own, collection_id: collection, segmentation_id, added_at: 1, encoded_by: null },
        status: 'completed',
        searchable_status: 'completed',
      })
      .execute();
    await indexCollectionFile(trx, context.newId, { ...toIndex, segments }, words);
  });
}

async function vectors(): Promise<Record<string, number>> {
  const rows = await service.context.db
    .selectFrom('passage_bits')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select(({ fn }) => ['model', fn.countAll<number>().as('count')])
    .groupBy('model')
    .execute();
  return Object.fromEntries(rows.map(({ model, count }) => [model.replace(/^local\/|@.*$/g, ''), count]));
}

const enqueue = () =>
  service.context.db
    .transaction()
    .execute((trx) => service.context.queue.enqueue(trx, 'passages.encode', {}));

/** Searches until it is over. */
async function searchUntil(over: (now: Record<string, number>) => boolean) {
  const took: number[] = [];
  const results = new Set<number>();
  for (;;) {
    const query = `the ${pick(WORDS)} near the ${pick(WORDS)}`;
    const started = performance.now();
    const { status, body } = await service.call('POST', '/search', {
      query,
      collections: [collection],
      scope: 'segment',
    });
    took.push(performance.now() - started);
    expect(status, JSON.stringify(body)).toBe(200);
    results.add(body.results.length);
    if (took.length % 5 === 0 && over(await vectors())) break;
  }
  took.sort((one, other) => one - other);
  return {
    count: took.length,
    p50: took[took.length >> 1] ?? 0,
    p95: took[Math.floor(took.length * 0.95)] ?? 0,
    results,
  };
}

it(
  'another encoder makes all vectors again while searches are asked: no error, none mixed, in time',
  async () => {
    const { config, ffmpeg, log } = service.context;
    const all = FILES * SEGMENTS;
    await setUpEncoder(config.dataDir, 'first', WORDS);
    workers = superviseWorkers({ config, ffmpeg, log });
    await enqueue();
    const first = await searchUntil((now) => now.first === all);
    await setUpEncoder(config.dataDir, 'second', WORDS, { dimension: 48, seed: 2 });
    const began = performance.now();
    await enqueue();
    const during = await searchUntil((now) => now.second === all && now.first === undefined);
    const seconds = Math.round((performance.now() - began) / 1000);
    const mixed = await service.context.db
      .selectFrom('passages')
      .innerJoin('passage_bits as b', 'b.id', 'passages.id')
      .select('passages.id')
      .whereRef('b.encoder', '<>', 'passages.encoder')
      .execute();
    expect(mixed).toEqual([]);
    expect([...during.results]).not.toContain(0);
    console.info(
      JSON.stringify({
        all,
        seconds,
        first: { ...first, results: undefined },
        during: { ...during, results: undefined },
      }),
    );
    expect(during.p95).toBeLessThan(MOST_TIMES * first.p95);
  },
  MINUTES,
);
