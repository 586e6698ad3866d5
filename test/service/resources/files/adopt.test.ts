/** Files recreated from the records beside their originals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../../../src/service/accounts/accounts.ts';
import { adoptFile } from '../../../../src/service/resources/files/intake/adopt.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const show = async (id: string) => (await service.call('GET', `/files/${id}`)).body;

/** Uploads a file and loses its row, as with the database. */
async function lost(name: string, fields: Record<string, string | Blob> = {}): Promise<string> {
  const { id } = (await service.upload(`content of ${name}`, name, fields)).body;
  return lose(id);
}

async function lose(id: string): Promise<string> {
  await service.context.db.deleteFrom('files').where('id', '=', id).execute();
  expect((await service.call('GET', `/files/${id}`)).status).toBe(404);
  return id;
}

describe('an adopted file', () => {
  it('[SAFE-1] has its id, time, latest name and metadata, and is processed again', async () => {
    const subtitles = new Blob(['WEBVTT\n\n00:01.000 --> 00:03.000\nHello.\n']);
    const { id } = (await service.upload('a film', 'old.mp4', { metadata: '{"a":1}', subtitles })).body;
    const before = (await service.call('PUT', `/files/${id}`, { filename: 'new.mp4', metadata: { b: 2 } }))
      .body;
    const row = await rowOf(id);
    await lose(id);
    await adoptFile(service.context, id);
    const { created_at, filename, metadata, bytes, source } = before;
    expect(await show(id)).toMatchObject({
      status: 'pending',
      created_at,
      filename,
      metadata,
      bytes,
      source,
    });
    expect(await rowOf(id)).toEqual(row);
    await service.drain();
    expect(await show(id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/media/) });
    await adoptFile(service.context, id);
    expect(await show(id)).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['is missing', ''],
    ['is incomplete', '{"id": "'],
    ["is another file's", JSON.stringify({ id: 'another', filename: 'stolen.mp4' })],
  ])('[SAFE-1] has a name made from its id if the record beside it %s', async (_, text) => {
    const id = await lost('named.mp4');
    await service.context.objects.putBytes(`files/${id}/file.json`, text);
    await adoptFile(service.context, id);
    expect(await show(id)).toMatchObject({ filename: `adopted-${id}`, bytes: 24, metadata: null });
  });

  it('is identified by its current content, not by the recorded one', async () => {
    const id = await lost('changed.mp4');
    await service.context.objects.putBytes(`files/${id}/original`, 'other content');
    await adoptFile(service.context, id);
    expect((await rowOf(id))?.content_hash).toMatch(/^923b80/);
  });

  it('belongs to its account if the store knows it, else to the local one', async () => {
    const { db, objects } = service.context;
    const stranger = await createAccount(db, 'stranger', 1, Date.now());
    for (const [account, owner] of [
      [stranger, stranger],
      ['00000000-0000-4000-8000-000000000000', (await rowOf(await uploaded()))?.account_id],
    ]) {
      const id = await lost('owned.mp4');
      const record = { id, account_id: account, filename: 'owned.mp4', created_at: 1, metadata: null };
      const rest = { source: 'upload', source_url: null, content_hash: null, enable_segment_thumbnails: 0 };
      await objects.putBytes(`files/${id}/file.json`, JSON.stringify({ ...record, ...rest }));
      await adoptFile(service.context, id);
      expect(await rowOf(id)).toMatchObject({ account_id: owner, enable_segment_thumbnails: 0 });
    }
  });

  it('leaves its source URL to a newer file of the same URL', async () => {
    const url = 'https://media.example/twice.mp4';
    const first = (await service.call('POST', '/files/sync', { url })).body.id;
    await service.context.objects.putBytes(`files/${first}/original`, 'fetched');
    await service.drain();
    await lose(first);
    const second = (await service.call('POST', '/files/sync', { url })).body.id;
    await adoptFile(service.context, first);
    expect(await rowOf(first)).toMatchObject({ source: 'http', source_url: null, filename: 'twice.mp4' });
    expect(await rowOf(second)).toMatchObject({ source_url: url });
  });

  it('cannot be created from nothing', async () => {
    await expect(adoptFile(service.context, 'nobody')).rejects.toThrow('ENOENT');
  });
});

async function uploaded(): Promise<string> {
  return (await service.upload('mine', 'mine.mp4')).body.id;
}

/** The row, without the results of processing. */
function rowOf(id: string) {
  return service.context.db
    .selectFrom('files')
    .select(['account_id', 'content_hash', 'object_key', 'subtitle_key', 'source', 'source_url', 'filename'])
    .select('enable_segment_thumbnails')
    .where('id', '=', id)
    .executeTakeFirst();
}
