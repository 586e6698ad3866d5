import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import type { Redo } from '../../../../src/contract/index.ts';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../../understanding/narration.ts';
import { type EndpointServer, openEndpoint, speechFrom } from '../../understanding/speech/endpoint-server.ts';
import { addLargeCollection } from '../deletions/bulk.ts';

// Vectors take longer than all the rest.
vi.mock('../../../../src/service/understanding/models/embeddings/index.ts', () => ({
  encoderFor: () => undefined,
  readerFor: () => undefined,
  stopEncoders: async () => undefined,
}));

const it = needs('ffmpeg');

let endpoint: EndpointServer;
let service: TestService;
let files: string[];
let collection: string;
let number = 0;
beforeAll(async () => {
  endpoint = await openEndpoint();
  service = await openTestService({ speech: speechFrom(endpoint, ['endpoint']) });
  endpoint.answer(() => heard('A first attempt.'));
  files = [await upload(1), await upload(1.2)];
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

/** A collection of the two recordings. */
beforeEach(async () => {
  number += 1;
  collection = await makeCollection(service, `redo ${number}`, 'rich-transcripts');
  for (const file_id of files) await service.call('POST', `/collections/${collection}/media`, { file_id });
  await service.drain();
});

/** Otherwise its files would be heard again there too. */
afterEach(async () => {
  await service.call('DELETE', `/collections/${collection}`);
  await service.drain();
});

const heard = (text: string) => ({ body: { text, segments: [{ start: 0, end: 1, text }] } });

async function upload(at: number): Promise<string> {
  const { wav } = await narrate([{ voice: 'slt', text: 'The ferry leaves at noon', at }], 4);
  return (await service.upload(wav, 'ferry.wav')).body.id;
}

const ask = async (method: string, where: string, body?: object) =>
  (await service.call(method, where, body)).body as unknown as Redo & { error?: string };
const HEARD_AGAIN = { modalities: ['speech'], scope: 'all' };
const redo = (body: object = {}) =>
  ask('POST', `/collections/${collection}/redo`, { ...HEARD_AGAIN, ...body });
const look = ({ redo_id }: Redo) => ask('GET', `/redos/${redo_id}`);

async function said(): Promise<unknown[]> {
  const { body } = await service.call('GET', `/collections/${collection}/rich-transcripts`);
  return body.data.map(({ data }) => (data.speech as unknown as { text: string }[]).map(({ text }) => text));
}

describe('recognising the speech of a whole collection again', () => {
  it('answers at once, counts the files, and ends with all of them heard again', async () => {
    endpoint.answer(() => heard('A second attempt.'));
    const started = await redo({ provider: 'endpoint' });
    expect(started).toEqual({
      redo_id: expect.stringMatching(/^[\da-f-]{36}$/),
      collection_id: collection,
      status: 'pending',
      modalities: ['speech'],
      estimated_seconds: expect.any(Number),
      files_total: 2,
      files_completed: 0,
      files_failed: 0,
      created_at: expect.any(Number),
    });
    expect(await said()).toEqual([['A first attempt.'], ['A first attempt.']]);
    const seen: unknown[] = [];
    endpoint.answer(async () => {
      const { status, files_completed } = await look(started);
      seen.push([status, files_completed]);
      return heard('A second attempt.');
    });
    await service.drain();
    expect(seen).toEqual([
      ['processing', 0],
      ['processing', 1],
    ]);
    expect(await look(started)).toEqual({ ...started, status: 'completed', files_completed: 2 });
    expect(await said()).toEqual([['A second attempt.'], ['A second attempt.']]);
  });

  it('ends as completed_with_failures when files keep their earlier transcript', async () => {
    const started = await redo();
    let asked = 0;
    endpoint.answer(() => {
      asked += 1;
      return asked === 1 ? { status: 401, body: {} } : heard('A third attempt.');
    });
    await service.drain();
    expect(await look(started)).toMatchObject({
      status: 'completed_with_failures',
      files_total: 2,
      files_completed: 1,
      files_failed: 1,
    });
    expect((await said()).flat().sort()).toEqual(['A second attempt.', 'A third attempt.']);
    await service.call('POST', `/collections/${collection}/media`, { file_id: await upload(2) });
    expect(await look(started)).toMatchObject({ files_total: 2 });
  });

  it('asked for twice is one redo; with other settings it is refused until that has ended', async () => {
    const started = await redo();
    expect(await redo()).toEqual(started);
    const other = await service.call('POST', `/collections/${collection}/redo`, {
      vocabulary: ['Kaskö'],
    });
    expect([other.status, other.body.error]).toEqual([409, expect.stringContaining(started.redo_id)]);
    await service.drain();
    expect((await redo({ vocabulary: ['Kaskö'] })).redo_id).not.toBe(started.redo_id);
    await service.drain();
  });

  it('goes with its collection, and leaves out files that were taken out meanwhile', async () => {
    const started = await redo();
    const { data } = (await service.call('GET', `/collections/${collection}/videos`)).body;
    await service.call('DELETE', `/collections/${collection}/videos/${data[0]?.file_id}`);
    await service.drain();
    expect(await look(started)).toMatchObject({ status: 'completed', files_total: 1, files_completed: 1 });
    const again = await redo();
    await service.call('DELETE', `/collections/${collection}`);
    for (const work of [async () => 0, service.drain]) {
      await work();
      expect((await service.call('GET', `/redos/${again.redo_id}`)).status).toBe(404);
    }
    const rows = await service.context.db.selectFrom('redos').select('collection_id').execute();
    expect(rows.map(({ collection_id }) => collection_id)).not.toContain(collection);
  });

  it('starts each file of a large collection exactly once, in small transactions', async () => {
    const { db } = service.context;
    collection = await addLargeCollection(db, await localAccount(db, 1), 60);
    await db
      .updateTable('collections')
      .set({ collection_type: 'metadata' })
      .where('id', '=', collection)
      .execute();
    const started = await redo();
    await service.drain();
    expect(await look(started)).toMatchObject({ status: 'completed', files_completed: 60 });
    const files = await db
      .selectFrom('files')
      .select('heard')
      .where('id', 'like', `${collection}-%`)
      .execute();
    expect(files.map(({ heard: times }) => times)).toEqual(Array(60).fill(1));
  });
});
