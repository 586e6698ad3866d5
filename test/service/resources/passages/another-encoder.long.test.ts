/** All vectors are made again with another encoder, and searches go by the old ones until the new ones are complete. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type JobContext, RetryLater } from '../../../../src/service/jobs/handlers.ts';
import { modelFolder } from '../../../../src/service/models/index.ts';
import { withEncoder } from '../../../../src/service/resources/common/with-encoder.ts';
import { encodeAgain, nextToEncode } from '../../../../src/service/resources/passages/encode-again.ts';
import { encodePassages } from '../../../../src/service/resources/passages/job.ts';
import { nearestPassages } from '../../../../src/service/search/vectors/nearest.ts';
import { encoderFor, stopEncoders } from '../../../../src/service/understanding/models/embeddings/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { setUpEncoder } from '../../../support/models/set-up.ts';
import { needs } from '../../../support/programs.ts';
import { type Fields, openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';

const it = needs('ffmpeg');

const WORDS = [
  'harbour',
  'opens',
  'nine',
  'morning',
  'nobody',
  'likes',
  'rain',
  'piano',
  'lesson',
  'evening',
];
const said = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;
const FILMS = [
  'The harbour opens at nine in the morning.',
  'Nobody likes to wait in the rain.',
  'The piano lesson is in the evening.',
];

let service: TestService;
let collection: string;
beforeAll(async () => {
  service = await openTestService({ embeddings: 'packaged', vectorWaitMs: 30_000 });
  await setUpEncoder(service.context.config.dataDir, 'first', WORDS);
  collection = await makeCollection(service, 'spoken', 'rich-transcripts');
  for (const words of FILMS) await add(words);
});
afterAll(async () => {
  await stopEncoders();
  await service.close();
});

async function add(words: string): Promise<string> {
  const { body } = await service.upload(await makeAudio(3), 'a.wav', { subtitles: new Blob([said(words)]) });
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  await service.drain();
  return body.id;
}

/** The vectors in the store: how many of each encoder. */
async function vectors(): Promise<Record<string, number>> {
  const rows = await service.context.db
    .selectFrom('passages')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select(({ fn }) => ['model', fn.countAll<number>().as('count')])
    .groupBy('model')
    .execute();
  return Object.fromEntries(rows.map(({ model, count }) => [model.replace(/^local\/|@.*$/g, ''), count]));
}

/** The best result for words that nobody said in this form. */
async function found(query = 'opens harbour'): Promise<Fields[]> {
  const wish = { query, collections: [collection], scope: 'file' };
  return (await service.call('POST', '/search', wish)).body.results;
}

/** Runs the job that makes vectors, to its end. */
async function encodeAll(): Promise<void> {
  const { db, queue } = service.context;
  await db.transaction().execute((trx) => queue.enqueue(trx, 'passages.encode', {}));
  await service.drain();
}

/** What the job does with so many files, before it is interrupted. */
async function encodeSome(files: number): Promise<void> {
  const { db, config } = service.context;
  const write: JobContext['write'] = (work) => db.transaction().execute(work);
  const ctx = { ...service.context, signal: new AbortController().signal, write } as JobContext;
  for (let file = 0; file < files; file += 1) {
    const key = await nextToEncode(db, encoderFor(config)?.model ?? '');
    if (key) await encodeAgain(ctx, key);
  }
}

describe('another encoder', () => {
  it('makes all vectors again, while searches go by the old ones and new files are found by their words', async () => {
    expect(await vectors()).toEqual({ first: 3 });
    const before = await found();
    expect(before[0]?.start_time).toBe(1);
    await setUpEncoder(service.context.config.dataDir, 'second', WORDS, { dimension: 48, seed: 2 });
    expect(await found()).toEqual(before);
    await encodeSome(2);
    expect(await vectors()).toEqual({ first: 3, second: 2 });
    expect(await found()).toEqual(before);
    const added = await add('A train leaves at noon.');
    expect(await vectors()).toEqual({ first: 3, second: 3 });
    expect((await found('train at noon'))[0]?.file_id).toBe(added);
  });

  it('takes over when its vectors are complete, and those before are deleted', async () => {
    await encodeAll();
    expect(await vectors()).toEqual({ second: 4 });
    expect((await found())[0]?.start_time).toBe(1);
    const encoders = await service.context.db.selectFrom('collection_files').select('encoded_by').execute();
    expect(new Set(encoders.map(({ encoded_by }) => encoded_by?.replace(/@.*/, '')))).toEqual(
      new Set(['local/second']),
    );
  });

  it('is given up halfway: the old vectors are all there, and none is made again', async () => {
    const before = await found();
    await setUpEncoder(service.context.config.dataDir, 'third', WORDS, { dimension: 48, seed: 3 });
    await encodeSome(2);
    expect(await vectors()).toEqual({ second: 4, third: 2 });
    const kept = await ids();
    await setUpEncoder(service.context.config.dataDir, 'second', WORDS, { dimension: 48, seed: 2 });
    expect(await found()).toEqual(before);
    await encodeAll();
    expect(await vectors()).toEqual({ second: 4 });
    expect((await ids()).filter((id) => kept.includes(id))).toHaveLength(4);
    expect(await found()).toEqual(before);
  });

  it('keeps a file waiting whose vectors a redo deletes while it looks at them', async () => {
    const { db, config } = service.context;
    const model = encoderFor(config)?.model ?? '';
    await db.updateTable('collection_files').set({ encoded_by: null }).execute();
    const key = await nextToEncode(db, model);
    if (!key) throw new Error('no file waits');
    const write: JobContext['write'] = async (work) => {
      await db.deleteFrom('passages').where('file_id', '=', key.file_id).execute();
      return db.transaction().execute(work);
    };
    await encodeAgain({ ...service.context, signal: new AbortController().signal, write } as JobContext, key);
    expect(await nextToEncode(db, model)).toMatchObject({ file_id: key.file_id });
    await encodeAll();
    expect(await vectors()).toEqual({ second: 4 });
  });

  it('is complete for a while before those before are deleted: a search that began by them finds all it would have', async () => {
    const { config, db } = service.context;
    const begun = await withEncoder(service.context);
    const search = async () => {
      const encoder = begun.encoder;
      const vector = await encoder?.vectorOf('opens harbour', new AbortController().signal);
      if (!encoder || !vector) throw new Error('no encoder');
      const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
      const scope = { accountId: id, collections: [collection] };
      return (await nearestPassages(begun, encoder, scope, vector)).passages.map(({ text }) => text);
    };
    const all = await search();
    expect(all).toHaveLength(4);
    Object.assign(config, { vectorKeepMs: 60_000 });
    await setUpEncoder(config.dataDir, 'kept', WORDS, { dimension: 48, seed: 5 });
    // What the job does on any machine, turn after turn, until it has nothing to do now.
    const turn = async () => {
      const write: JobContext['write'] = (work) => db.transaction().execute(work);
      const ctx = { ...service.context, signal: new AbortController().signal, write } as JobContext;
      for (;;) {
        const error: unknown = await encodePassages.run(ctx, {}).catch((thrown: unknown) => thrown);
        if (!(error instanceof RetryLater && error.afterMs === 0)) return error;
      }
    };
    expect(await turn()).toMatchObject({ name: 'RetryLater', afterMs: expect.any(Number) });
    expect(await vectors()).toEqual({ second: 4, kept: 4 });
    expect(await search()).toEqual(all);
    expect((await withEncoder(service.context)).encoder?.model).toMatch(/^local\/kept@/);
    const noted = async () =>
      (
        await db.selectFrom('encoders').select('complete_at').where('complete_at', 'is not', null).execute()
      ).map(({ complete_at }) => complete_at ?? 0);
    const [first = 0] = await noted();
    await turn();
    expect(await noted()).toEqual([first]);
    expect(await vectors()).toEqual({ second: 4, kept: 4 });
    await db
      .updateTable('encoders')
      .set({ complete_at: first - 60_000 })
      .where('complete_at', '=', first)
      .execute();
    expect(await turn()).toBeUndefined();
    expect(await vectors()).toEqual({ kept: 4 });
    Object.assign(config, { vectorKeepMs: 0 });
    await setUpEncoder(config.dataDir, 'second', WORDS, { dimension: 48, seed: 2 });
    await encodeAll();
    expect(await vectors()).toEqual({ second: 4 });
    expect(await noted()).toHaveLength(1);
  });

  it('whose files are gone leaves its vectors out: searches go by words and by the new ones', async () => {
    await setUpEncoder(service.context.config.dataDir, 'fourth', WORDS, { dimension: 24, seed: 4 });
    await encodeSome(1);
    await rm(modelFolder(service.context.config.dataDir, 'meaning', 'second'), { recursive: true });
    expect((await found())[0]?.start_time).toBe(1);
    await encodeAll();
    expect(await vectors()).toEqual({ fourth: 4 });
  });
});

async function ids(): Promise<number[]> {
  const rows = await service.context.db.selectFrom('passages').select('id').execute();
  return rows.map(({ id }) => id);
}
