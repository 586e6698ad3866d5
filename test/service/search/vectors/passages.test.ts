import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Modality } from '../../../../src/contract/index.ts';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { evidenceOf } from '../../../../src/service/resources/find-moments/evidence.ts';
import { encodeCollectionFile } from '../../../../src/service/resources/passages/encode.ts';
import { expand, fromBytes } from '../../../../src/service/search/vectors/compact.ts';
import { nearestPassages } from '../../../../src/service/search/vectors/nearest.ts';
import type { Passage } from '../../../../src/service/search/vectors/passages.ts';
import { sentenceEncoder } from '../../../../src/service/understanding/models/embeddings/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../library.ts';

const it = needs('ffmpeg');

const SAID = `WEBVTT

00:01.000 --> 00:04.000
The harbour opens at nine in the morning.

00:05.000 --> 00:08.000
Nobody likes to wait

00:08.200 --> 00:11.000
for the bus in the rain.

00:12.000 --> 00:14.000
Der Hafen wird am Abend von der Behörde geschlossen und bewacht.
`;

let service: TestService;
let account: string;
let file: string;
let collection: string;
beforeAll(async () => {
  service = await openTestService({ embeddings: 'packaged' });
  account = await localAccount(service.context.db, 1);
  file = (await service.upload(await makeAudio(15), 'said.wav', { subtitles: new Blob([SAID]) })).body.id;
  collection = await makeCollection(service, 'spoken', 'rich-transcripts');
  await service.call('POST', `/collections/${collection}/media`, { file_id: file });
  await service.drain();
});
afterAll(() => service.close());

const near = async (question: string, scope: { collections?: string[]; files?: string[] } = {}) => {
  const [vector] = await sentenceEncoder.encode([question], new AbortController().signal);
  if (!vector) throw new Error('there is no vector');
  const { passages } = await nearestPassages(
    service.context,
    sentenceEncoder,
    { accountId: account, ...scope },
    vector,
  );
  return passages;
};
const texts = async (...of: Parameters<typeof near>) => (await near(...of)).map(({ text }) => text);
const passages = () => service.context.db.selectFrom('passages').selectAll().orderBy('id').execute();

describe('the passages of a collection file', () => {
  it('are its spoken sentences in the language of the encoder, found by meaning with their times', async () => {
    const [first, second, ...others] = await near('When can boats come in?');
    expect(others).toEqual([]);
    expect(first).toMatchObject({ modality: 'speech', start: 1 });
    expect(await passages()).toMatchObject([
      { id: first?.id, file_id: file, collection_id: collection },
      { id: second?.id, file_id: file, collection_id: collection },
    ]);
    expect(first?.text).toBe('The harbour opens at nine in the morning.');
    expect(second).toMatchObject({
      text: 'Nobody likes to wait for the bus in the rain.',
      start: 5,
      end: 11,
    });
    expect((await texts('I hate standing at the stop in bad weather'))[0]).toMatch(/^Nobody likes/);
  });

  it('are searched in the collections and files that a search names', async () => {
    const other = await makeCollection(service, 'empty', 'rich-transcripts');
    expect(await texts('boats', { collections: [other] })).toEqual([]);
    expect(await texts('boats', { collections: [collection] })).toHaveLength(2);
    expect(await texts('boats', { files: [file] })).toHaveLength(2);
    expect(await texts('boats', { files: [other] })).toEqual([]);
  });

  it('take their vectors from another collection of the file, and go with theirs', async () => {
    const before = await passages();
    const other = await makeCollection(service, 'again', 'rich-transcripts');
    await service.call('POST', `/collections/${other}/media`, { file_id: file });
    await service.drain();
    expect(await texts('boats', { collections: [other] })).toHaveLength(2);
    await service.call('DELETE', `/collections/${other}`);
    expect(await texts('boats', { collections: [other] })).toEqual([]);
    expect(await texts('boats')).toHaveLength(2);
    await service.drain();
    expect(await passages()).toEqual(before);
  });

  it('are found beside thousands that were deleted since the index was read', async () => {
    const { db } = service.context;
    const [first] = await passages();
    const bits = await db
      .selectFrom('passage_bits')
      .selectAll()
      .where('id', '=', first?.id ?? 0)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = first ?? expect.fail('there is no passage');
    const made: number[] = [];
    // More than a search compares.
    for (let at = 0; at < 25; at += 1) {
      const rows = await db
        .insertInto('passages')
        .values(Array.from({ length: 100 }, () => copy))
        .returning('id')
        .execute();
      await db
        .insertInto('passage_bits')
        .values(rows.map(({ id }) => ({ ...bits, id })))
        .execute();
      made.push(...rows.map(({ id }) => id));
    }
    const [boats] = await near('When can boats come in?');
    expect(boats?.text).toMatch(/^The harbour/);
    for (const table of ['passages', 'passage_bits'] as const)
      await db.deleteFrom(table).where('id', 'in', made).execute();
    expect(await texts('When can boats come in?')).toHaveLength(2);
  });

  it('are understood anew if a line beside them is another one, and kept if none is', async () => {
    const ctx = { ...service.context, signal: new AbortController().signal };
    const own = (await passages()).map(({ modality, start_time: start, end_time: end, text, vector }) => {
      return { modality: modality as Modality, start, end, text, vector: Buffer.from(vector) };
    });
    const [first, second] = own;
    const changed = own.map((one, at) =>
      at === 1 ? { ...one, text: 'Nobody likes to wait for the ship.' } : one,
    );
    const vectorsOf = async (id: string, lines: readonly Passage[]) =>
      (await encodeCollectionFile(ctx, id, lines))?.passages.map(({ vector }) => Buffer.from(vector));
    expect(await vectorsOf(file, own)).toEqual([first?.vector, second?.vector]);
    const [beside, ...others] = (await vectorsOf(file, changed)) ?? [];
    expect(beside).not.toEqual(first?.vector);
    expect([beside, ...others]).toEqual(await vectorsOf('another file', changed));
  });

  it('lend their vectors to the lines that moments are found in', async () => {
    const ctx = { ...service.context, signal: new AbortController().signal };
    const lines = (await passages()).map(({ start_time: start, end_time: end, text }) => ({
      start,
      end,
      text,
    }));
    const more = { start: 20, end: 21, text: 'Yes.' };
    const result = {
      lines: {
        speech: [...lines, more],
        scene_text: [],
        visual_scene_description: [],
        audio_description: [],
      },
      reports: [],
    };
    const evidence = await evidenceOf(ctx, file, result, ['speech'], 'ranking');
    const [harbour, wait] = (await passages()).map(({ vector }) => expand(fromBytes(vector)));
    expect(evidence.map(({ vector }) => vector)).toMatchObject([harbour, wait, expect.any(Float32Array)]);
  });

  it('of an older store are computed by a job, in the same way', async () => {
    const { db, queue } = service.context;
    const before = (await passages()).map(({ id: _, ...passage }) => passage);
    await db.deleteFrom('passages').execute();
    await db.updateTable('collection_files').set({ encoded_by: null }).execute();
    expect(await texts('boats')).toEqual([]);
    await db.transaction().execute((trx) => queue.enqueue(trx, 'passages.encode', {}));
    await service.drain();
    expect((await passages()).map(({ id: _, ...passage }) => passage)).toEqual(before);
    expect(await texts('boats')).toHaveLength(2);
    await db.updateTable('collection_files').set({ encoded_by: 'another-model' }).execute();
    await db.transaction().execute((trx) => queue.enqueue(trx, 'passages.encode', {}));
    await service.drain();
    expect(await db.selectFrom('collection_files').select('encoded_by').execute()).toEqual([
      { encoded_by: sentenceEncoder.model },
    ]);
  });
});
