/** Frames with vectors: films are found by what they show, with real encoders in ONNX that take what is green for a parrot. */

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Redo, RedoEstimate } from '../../../../src/contract/index.ts';
import type { JobContext } from '../../../../src/service/jobs/handlers.ts';
import { fileKeys } from '../../../../src/service/resources/files/keys.ts';
import { encodeFrames, encodePictures } from '../../../../src/service/resources/pictures/job.ts';
import { nearestFrames } from '../../../../src/service/search/pictures/near.ts';
import { PICTURES } from '../../../../src/service/search/vectors/tables.ts';
import { keepIndexes } from '../../../../src/service/search/vectors/vector-index.ts';
import { tryPictures } from '../../../../src/service/understanding/analysis/trial.ts';
import {
  type PictureEncoder,
  pictureEncoder,
  stopPictureEncoders,
} from '../../../../src/service/understanding/modalities/pictures/index.ts';
import { make, makeColours } from '../../../support/film.ts';
import { chooseModel, setUpPictures } from '../../../support/models/set-up.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');

let service: TestService;
let collection: string;
let film: string;
beforeAll(async () => {
  service = await openTestService({ vectorWaitMs: 30_000, objects: false });
  collection = await collectionOf('media-descriptions');
  film = await add(collection, ['red', 'green', 'blue']);
});
afterAll(async () => {
  await stopPictureEncoders();
  await service.close();
});

async function collectionOf(type: string, more: object = {}): Promise<string> {
  const windows = { strategy: 'uniform', uniform_config: { window_seconds: 6 } };
  const { status, body } = await service.call('POST', '/collections', {
    ...(type === 'media-descriptions' && {
      describe_config: { enable_speech: false, enable_scene_text: false },
    }),
    name: `${type} ${Math.random()}`,
    collection_type: type,
    default_segmentation_config: windows,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

async function add(into: string, colours: readonly string[]): Promise<string> {
  const { body } = await service.upload(await makeColours(colours), 'colours.mp4');
  await addAgain(into, body.id);
  return body.id;
}

async function addAgain(into: string, id: string): Promise<void> {
  await service.call('POST', `/collections/${into}/media`, { file_id: id });
  await service.drain();
}

/** A result, as far as it matters here. */
interface Found {
  readonly file_id: string;
  readonly score: number;
  readonly context?: string;
  readonly picture?: { readonly time: number; readonly model: string; readonly score: number };
}

async function found(query: string | undefined, more: object = {}): Promise<readonly Found[]> {
  const wish = { query, collections: [collection], scope: 'segment', ...more };
  const { status, body } = await service.call('POST', '/search', wish);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results as unknown as Found[];
}

const frames = () =>
  service.context.db
    .selectFrom('pictures')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select(['pictures.id', 'collection_id', 'file_id', 'frame_time', 'model'])
    .orderBy('pictures.id')
    .execute();

/** What the reconciler does in every round. */
async function encodeAll(): Promise<void> {
  const { db, queue } = service.context;
  await db.transaction().execute((trx) => queue.enqueue(trx, 'pictures.encode', {}));
  await service.drain();
}

describe('frames', () => {
  it('of a film from before a model was set up are encoded later, one of each shot', async () => {
    expect(await frames()).toEqual([]);
    expect(await found('fox')).toEqual([]);
    await setUpPictures(service.context.config.dataDir, 'tiny');
    await encodeAll();
    const all = await frames();
    expect(all.map(({ frame_time }) => frame_time)).toEqual([2, 6, 10]);
    expect(new Set(all.map(({ model }) => model.replace(/@.*/, '')))).toEqual(new Set(['pictures/tiny']));
  });

  it.each([
    ['fox', 2, 0, 4],
    ['parrot', 6, 6, 8],
    ['whale', 10, 8, 12],
  ])('a search for %s finds the second that shows it', async (animal, time, start, end) => {
    const [best, ...others] = await found(`show me a ${animal}`);
    expect(best).toMatchObject({ type: 'segment', file_id: film, start_time: start, end_time: end });
    expect(best?.picture).toEqual({
      time,
      score: expect.closeTo(1, 2),
      model: expect.stringMatching(/^pictures\/tiny@[0-9a-f]{12}$/),
    });
    expect(best?.context).toBeUndefined();
    expect(others).toEqual([]);
  });

  it('are searched with the modality of scenes, for half where nothing is asked for, and not with others', async () => {
    const [seen] = await found('fox', { search_modalities: ['visual_scene_description'] });
    const [usual] = await found('fox');
    expect(seen?.score).toBeCloseTo(1, 2);
    expect(usual?.score).toBeCloseTo(0.5, 2);
    expect(await found('fox', { search_modalities: ['speech'] })).toEqual([]);
    expect(await found('fox', { search_modalities: ['doc_lexical'], scope: 'file' })).toEqual([]);
  });

  it('that nothing fits better than what fits any picture are no results, and neither are those of another language', async () => {
    expect(await found('a harbour in the morning')).toEqual([]);
    expect(await found('fox "fox"')).toEqual([]);
    expect(await found('wo ist der fox und was ist das')).toEqual([]);
  });

  it('are found by a deep search, which says that it saw them', async () => {
    const wish = {
      query: 'show me a fox',
      knowledge_base: { source: 'collections', collections: [collection] },
    };
    const { body } = await service.call('POST', '/deepSearch', { ...wish, scope: 'segment' });
    const { text, results } = body as unknown as { text: string; results: Found[] };
    expect(results[0]).toMatchObject({ file_id: film, picture: { time: 2 } });
    expect(text).toBe('In the picture [colours.mp4, 0:00:02]');
  });

  it('of a whole file give its second as well', async () => {
    const [best] = await found('show me a whale', { scope: 'file' });
    expect(best).toMatchObject({ type: 'file', file_id: film, picture: { time: 10 } });
  });

  it('are taken from another collection of the file, and deleted with the one they are in', async () => {
    const other = await collectionOf('media-descriptions');
    const before = await frames();
    await addAgain(other, film);
    const all = await frames();
    expect(all.map(({ frame_time }) => frame_time)).toEqual([2, 6, 10, 2, 6, 10]);
    expect((await found('show me a fox', { collections: [other] }))[0]?.picture).toMatchObject({ time: 2 });
    await service.call('DELETE', `/collections/${other}`);
    expect(await found('show me a fox')).toHaveLength(1);
    await service.drain();
    expect(await frames()).toEqual(before);
  });

  it('are not looked at for sound, and where scenes are not wanted', async () => {
    const before = (await frames()).length;
    await addAgain(await collectionOf('rich-transcripts'), film);
    const unwanted = { describe_config: { enable_visual_scene_description: false } };
    await addAgain(await collectionOf('media-descriptions', unwanted), film);
    await encodeAll();
    expect(await frames()).toHaveLength(before);
    const waiting = await service.context.db.selectFrom('collection_files').select('pictured_by').execute();
    expect(waiting.map(({ pictured_by }) => pictured_by?.replace(/@.*/, '')).sort()).toEqual(
      ['', '', 'pictures/tiny'].sort(),
    );
  });

  it('go on where an interruption left them', async () => {
    const { db } = service.context;
    const [first, second] = await frames();
    await db
      .deleteFrom('pictures')
      .where('id', '=', second?.id ?? 0)
      .execute();
    await db
      .updateTable('collection_files')
      .set({ pictured_by: null })
      .where('pictured_by', '<>', '')
      .execute();
    await encodeAll();
    const all = await frames();
    expect(all.map(({ frame_time }) => frame_time).sort((one, other) => one - other)).toEqual([2, 6, 10]);
    expect(all[0]?.id).toBe(first?.id);
    expect(all.at(-1)?.frame_time).toBe(6);
    expect((await found('show me a parrot'))[0]?.picture).toMatchObject({ time: 6 });
  });

  it('are made again by another model, while searches go by the old ones; then those are deleted', async () => {
    const { dataDir } = service.context.config;
    await setUpPictures(dataDir, 'second', { max_tokens: 20 });
    const [best] = await found('show me a parrot');
    expect(best?.picture?.model).toMatch(/^pictures\/tiny@/);
    await encodeAll();
    const [later] = await found('show me a parrot');
    expect(later?.picture).toMatchObject({ time: 6, model: expect.stringMatching(/^pictures\/second@/) });
    expect(new Set((await frames()).map(({ model }) => model.replace(/@.*/, '')))).toEqual(
      new Set(['pictures/second']),
    );
  });

  it('are made again when a redo asks: of a file, or of a collection after an estimate', async () => {
    const before = await frames();
    const { body } = await service.call('POST', `/files/${film}/redo`, { modality: 'pictures' });
    expect(body).toEqual({ modality: 'pictures', file_count: 1, collection_file_count: 1 });
    expect(await frames()).toEqual([]);
    await service.drain();
    const after = await frames();
    expect(after.map(({ frame_time }) => frame_time)).toEqual([2, 6, 10]);
    expect(after[0]?.id).toBeGreaterThan(before.at(-1)?.id ?? 0);
    await setUpPictures(service.context.config.dataDir, 'third', { max_tokens: 30 });
    const ask = async <T>(method: string, where: string, wish?: object) =>
      (await service.call(method, where, wish)).body as unknown as T;
    const estimate = () => ask<RedoEstimate>('POST', `/collections/${collection}/redo/estimate`, {});
    expect((await estimate()).modalities).toEqual([
      expect.objectContaining({
        modality: 'pictures',
        files: 1,
        media_seconds: 12,
        measured: false,
        made_by: expect.stringMatching(/^pictures\/third@/),
        replaces: [
          { made_by: expect.stringMatching(/^pictures\/second@/), change: 'other', files: 1, stays: false },
        ],
      }),
    ]);
    const wish = { modalities: ['pictures'] };
    const started = await ask<Redo>('POST', `/collections/${collection}/redo`, wish);
    expect(started).toMatchObject({ status: 'pending', files_total: 1 });
    await service.drain();
    const ended = await ask<Redo>('GET', `/redos/${started.redo_id}`);
    expect(ended).toMatchObject({ status: 'completed', modalities: ['pictures'], files_completed: 1 });
    expect((await frames()).map(({ model }) => model.replace(/@.*/, ''))).toEqual(
      Array(3).fill('pictures/third'),
    );
    // It is not done while the file waits for its frames.
    const { db } = service.context;
    const open = {
      status: 'processing' as const,
      files_total: null,
      files_completed: null,
      files_failed: null,
    };
    await db.updateTable('redos').set(open).where('id', '=', started.redo_id).execute();
    const where = () => db.updateTable('collection_files').where('redo', '=', started.redo_id);
    const { pictured_by } = await db
      .selectFrom('collection_files')
      .select('pictured_by')
      .where('redo', '=', started.redo_id)
      .executeTakeFirstOrThrow();
    await where().set({ pictured_by: null }).execute();
    const completed = async () => (await ask<Redo>('GET', `/redos/${started.redo_id}`)).files_completed;
    expect(await completed()).toBe(0);
    await where().set({ pictured_by }).execute();
    expect(await completed()).toBe(1);
    expect(await estimate()).toMatchObject({ files: 0, modalities: [] });
    await chooseModel(service.context.config.dataDir, 'pictures', 'second');
    const back = (await estimate()).modalities;
    expect(back).toMatchObject([{ measured: true, seconds: expect.any(Number) }]);
    await encodeAll();
  });

  it('that a redo deletes while they are made, or that the encoder leaves out, are not taken for made', async () => {
    const { db, config } = service.context;
    const encoder = pictureEncoder(config.dataDir);
    const row = await db
      .selectFrom('collection_files')
      .selectAll()
      .where('pictured_by', '<>', '')
      .executeTakeFirst();
    if (!encoder || !row) throw new Error('there is nothing to encode');
    const forget = () => db.deleteFrom('pictures').where('file_id', '=', film).execute();
    const encode = (write: JobContext['write'], by: PictureEncoder) =>
      encodeFrames(
        { ...service.context, signal: new AbortController().signal, write } as JobContext,
        by,
        row,
      );
    const plainly: JobContext['write'] = (work) => db.transaction().execute(work);
    const afterRedo: JobContext['write'] = async (work) => {
      await forget();
      return plainly(work);
    };
    await db
      .updateTable('collection_files')
      .set({ pictured_by: null })
      .where('file_id', '=', film)
      .where('pictured_by', '<>', '')
      .execute();
    expect(await encode(afterRedo, encoder)).toBe('more');
    const lacking: PictureEncoder = {
      ...encoder,
      encodePictures: async (pictures, signal) => (await encoder.encodePictures(pictures, signal)).slice(1),
    };
    expect(await encode(plainly, lacking)).toBe('failed');
    expect(await frames()).toEqual([]);
    await encodeAll();
    expect(await frames()).toHaveLength(3);
  });

  it('that cannot be decoded are tried again when a redo asks', async () => {
    const { objects } = service.context;
    const original = await objects.path(fileKeys.original(film));
    const bytes = await readFile(original);
    const redo = async () => {
      await service.call('POST', `/files/${film}/redo`, { modality: 'pictures' });
      await service.drain();
      return (await frames()).map(({ frame_time }) => frame_time);
    };
    await writeFile(original, bytes.subarray(0, 200));
    expect(await redo()).toEqual([]);
    await encodeAll();
    expect(await frames()).toEqual([]);
    await writeFile(original, bytes);
    expect(await redo()).toEqual([2, 6, 10]);
  });

  it('leave the lane to other jobs after a turn, and go on with the frames that are left', async () => {
    const { db } = service.context;
    await db.deleteFrom('pictures').execute();
    await db
      .updateTable('collection_files')
      .set({ pictured_by: null })
      .where('pictured_by', '<>', '')
      .execute();
    const write: JobContext['write'] = (work) => db.transaction().execute(work);
    // Each look at the clock takes three seconds.
    let now = 0;
    const clock = () => {
      now += 3_000;
      return now;
    };
    const ctx = { ...service.context, signal: new AbortController().signal, write, clock } as JobContext;
    const turn = () => encodePictures.run(ctx, {}).catch((error: unknown) => error);
    // The collection files without frames are among those that are looked at.
    for (let turns = 0; turns < 5 && (await frames()).length === 0; turns += 1)
      expect(await turn()).toMatchObject({ name: 'RetryLater', afterMs: 0 });
    expect(await frames()).toHaveLength(3);
    await encodeAll();
    expect(await frames()).toHaveLength(3);
  });

  it('of a file that is being deleted are not looked at, whoever holds their numbers', async () => {
    const { db } = service.context;
    const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const [frame] = await frames();
    const all = { vector: new Float32Array([1, 0, 0]), of: () => 1, least: 0 };
    const scope = { accountId, collections: [collection] };
    const near = () => nearestFrames(service.context, frame?.model ?? '', scope, all, 10);
    const before = await near();
    expect(before.length).toBeGreaterThan(0);
    await db.insertInto('deletions').values({ id: film, created_at: 1 }).execute();
    expect(await near()).toEqual([]);
    await db.deleteFrom('deletions').where('id', '=', film).execute();
    // What was being deleted is not looked for again until the index is read anew.
    keepIndexes(db, PICTURES, []);
    expect(await near()).toEqual(before);
  });

  it('are found by the model before where another cannot be loaded', async () => {
    const { dataDir } = service.context.config;
    await setUpPictures(dataDir, 'wrong', { size: 0 });
    expect((await found('show me a parrot'))[0]?.picture?.model).toMatch(/^pictures\/second@/);
    await expect(tryPictures(dataDir, new AbortController().signal)).rejects.toThrow(
      /options of the model wrong must have size/,
    );
    await chooseModel(dataDir, 'pictures', 'gone');
    expect((await found('show me a parrot'))[0]?.picture).toMatchObject({ time: 6 });
    await expect(tryPictures(dataDir, new AbortController().signal)).rejects.toThrow(
      /vau setup pictures gone/,
    );
    await chooseModel(dataDir, 'pictures', 'second');
  });

  it('are tried on a red and a blue picture', async () => {
    const trial = await tryPictures(service.context.config.dataDir, new AbortController().signal);
    expect(trial).toEqual({
      model: expect.stringMatching(/^pictures\/second@/),
      ms: expect.any(Number),
      made: 'vectors of 3 numbers; the red picture is the one that is red',
    });
  });
});

describe('a search for what looks like a picture', () => {
  let other: string;
  let second: string;
  beforeAll(async () => {
    other = await collectionOf('media-descriptions');
    second = await add(other, ['blue', 'green']);
    await encodeAll();
  });

  const like = (source_image: object, more: object = {}) =>
    found(undefined, { source_image, collections: [collection, other], ...more });

  const picture = async (colour: string) =>
    (
      await make(['-f', 'lavfi', '-i', `color=${colour}:s=64x64`, '-frames:v', '1', '-c:v', 'png'], 'png')
    ).toString('base64');

  it('finds the frame of another film first, and not the one that is asked with', async () => {
    const [best, ...others] = await like({ file_id: film, time: 6.5 });
    expect(best).toMatchObject({
      file_id: second,
      start_time: 6,
      end_time: 8,
      score: expect.closeTo(1, 2),
      picture: { time: 6, score: expect.closeTo(1, 2) },
    });
    expect(best?.context).toBeUndefined();
    expect(others.some((one) => one.file_id === film && one.picture?.time === 6)).toBe(false);
    expect(others.every(({ score }) => score < 0.2)).toBe(true);
  });

  it('takes a picture that is sent along, finds files, and drops what is below a threshold', async () => {
    const base64 = await picture('red');
    const files = await like({ base64_image: base64 }, { scope: 'file', threshold: 0.9 });
    expect(files).toEqual([expect.objectContaining({ type: 'file', file_id: film })]);
    const both = await like({ base64: await picture('green') }, { threshold: 0.9 });
    expect(both.map(({ file_id, picture: shown }) => [file_id, shown?.time])).toEqual(
      expect.arrayContaining([
        [film, 6],
        [second, 6],
      ]),
    );
  });

  it('takes the uri of an image, groups by file, and keeps to a filter', async () => {
    const { body } = await service.upload(Buffer.from(await picture('blue'), 'base64'), 'sea.png');
    await service.drain();
    const groups = await like({ url: `vau://files/${body.id}` }, { group_by_key: 'file', threshold: 0.9 });
    expect(groups.map((group) => group.file_id).sort()).toEqual([film, second].sort());
    const filter = { file: [{ path: 'bytes', operator: 'LessThan', valueText: '1' }] };
    expect(await like({ url: `vau://files/${body.id}` }, { filter })).toEqual([]);
  });

  it.each([
    [
      'a query beside it',
      { query: 'fox', source_image: { url: 'https://example.com/a.jpg' } },
      /query cannot be given/,
    ],
    [
      'scope moment',
      { scope: 'moment', query: 'fox', source_image: { url: 'https://example.com/a.jpg' } },
      /moment/,
    ],
    [
      'modalities',
      { source_image: { url: 'https://example.com/a.jpg' }, search_modalities: ['speech'] },
      /search_modalities/,
    ],
    [
      'two pictures',
      { source_image: { url: 'https://example.com/a.jpg', base64_image: 'AAAA' } },
      /exactly one/,
    ],
    ['a time without a file', { source_image: { base64_image: 'AAAA', time: 3 } }, /time.* needs file_id/],
    ['bytes that are no picture', { source_image: { base64_image: 'AAAA' } }, /no image/],
    ['neither a query nor a picture', {}, /query is required, or source_image/],
  ])('is refused with %s', async (_, wish, message) => {
    const { status, body } = await service.call('POST', '/search', {
      scope: 'segment',
      collections: [collection],
      ...wish,
    });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(message)]);
  });

  it('is refused for a second that a film does not have, a recording without a picture, and an unknown file', async () => {
    const asked = async (source_image: object) => {
      const wish = { scope: 'segment', collections: [collection], source_image };
      const { status, body } = await service.call('POST', '/search', wish);
      return [status, JSON.stringify(body)];
    };
    expect(await asked({ file_id: film, time: 99 })).toEqual([400, expect.stringContaining('ends at 12 s')]);
    expect(await asked({ file_id: randomUUID() })).toEqual([404, expect.anything()]);
    const sound = await make(['-f', 'lavfi', '-i', 'sine=d=1'], 'wav');
    const { body } = await service.upload(sound, 'tone.wav');
    await service.drain();
    expect(await asked({ file_id: body.id })).toEqual([400, expect.stringContaining('cannot be read')]);
  });

  it('says which files were not compared yet', async () => {
    const { db } = service.context;
    await db
      .updateTable('collection_files')
      .set({ pictured_by: null })
      .where('file_id', '=', second)
      .execute();
    const wish = { scope: 'segment', collections: [other], source_image: { file_id: second, time: 1 } };
    const waiting = await service.call('POST', '/search', wish);
    expect(waiting.body).toMatchObject({
      gaps: [{ reason: 'not_processed', files: 1, files_total: 1 }],
    });
  });
});
