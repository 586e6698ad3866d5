/** Uploads that can be resumed, by tus 1.0. */
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectFolders, sweeps } from '../../../../src/service/boot/registry/sweeps.ts';
import { sweepOrphans } from '../../../../src/service/jobs/orphans.ts';
import { runSweeps } from '../../../../src/service/jobs/sweep.ts';
import { mediaOf, openTestService, type TestService } from '../../../support/service.ts';
import { tusOf } from './support.ts';

const DAY = 24 * 3_600_000;
let service: TestService;
let tus: ReturnType<typeof tusOf>;
let ahead = 0;
const clock = () => Date.now() + ahead;

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 }, { clock });
  tus = tusOf(service);
});
afterAll(() => service.close());

const film = (text: string) => mediaOf(text);
const fileOf = async (id: string) => (await service.call('GET', `/files/${id}`)).body;
const partial = () => readdir(path.join(service.dataDir, 'uploads'));
/** Sweeps like a service that starts now. */
const sweep = () => runSweeps({ ...service.context, clock }, Date.now() + 1_000, sweeps);

describe('a resumable upload', () => {
  it('is offered to who asks', async () => {
    const { status, headers } = await tus.ask('OPTIONS', '');
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,expiration,termination,checksum',
      'tus-max-size': String(64 * 1024 ** 3),
    });
  });

  it('becomes the same file, with the same events and charges, as an upload in one request', async () => {
    const bytes = film('the same content');
    const fields = {
      metadata: '{"team": "docs"}',
      enable_segment_thumbnails: 'false',
      audio_language: 'de',
      vocabulary: '["Ada"]',
    };
    const whole = (await service.upload(bytes, 'talk.flac', fields)).body;
    await service.drain();
    const id = await tus.begin(bytes.length, { filename: '../talk.flac', filetype: 'audio/flac', ...fields });
    expect((await tus.patch(id, 0, bytes.slice(0, 7))).headers.get('upload-offset')).toBe('7');
    expect((await service.call('GET', `/files/${id}`)).status).toBe(404);
    expect(await tus.offset(id)).toBe('7');
    expect((await tus.patch(id, 7, bytes.slice(7))).status).toBe(204);
    await service.drain();
    const { id: _, uri: __, created_at: ___, ...shown } = await fileOf(id);
    const { id: ____, uri: _____, created_at: ______, ...expected } = await fileOf(whole.id);
    expect(shown).toEqual(expected);
    expect(shown).toMatchObject({ content_hash: createHash('sha256').update(bytes).digest('hex') });
    const { db } = service.context;
    const of = (table: 'events' | 'ledger') => db.selectFrom(table).selectAll().execute();
    const plain = (rows: readonly object[], own: string) =>
      rows.map((row) => JSON.stringify(row)).filter((text) => text.includes(own)).length;
    for (const table of ['events', 'ledger'] as const)
      expect(plain(await of(table), id), table).toBe(plain(await of(table), whole.id));
    expect(await partial()).toEqual([]);
  });

  it('says where it stands once it is a file, and does nothing a second time', async () => {
    const bytes = film('once');
    const id = await tus.begin(bytes.length);
    await tus.patch(id, 0, bytes);
    expect(await tus.offset(id)).toBe(String(bytes.length));
    expect((await tus.patch(id, bytes.length, '')).status).toBe(204);
    expect((await tus.ask('GET', `/${id}`)).body).toMatchObject({ object: 'upload', file_id: id });
    const refused = await tus.ask('DELETE', `/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('vau file delete')]);
  });

  it('is given up by request, with its bytes', async () => {
    const id = await tus.begin(100);
    await tus.patch(id, 0, film('some'));
    expect(await partial()).toEqual([id]);
    expect((await tus.ask('DELETE', `/${id}`)).status).toBe(204);
    expect(await partial()).toEqual([]);
    expect((await tus.ask('HEAD', `/${id}`)).status).toBe(404);
  });

  it('refuses content that is not media once it is whole, and forgets it', async () => {
    const id = await tus.begin(5);
    const refused = await tus.patch(id, 0, 'words');
    expect([refused.status, refused.body.error]).toEqual([415, expect.stringContaining('video, audio')]);
    expect(refused.headers.get('tus-resumable')).toBe('1.0.0');
    expect((await tus.ask('HEAD', `/${id}`)).status).toBe(404);
    expect(await partial()).toEqual([]);
  });

  it('keeps no bytes whose checksum differs', async () => {
    const bytes = film('checked');
    const id = await tus.begin(bytes.length);
    const sum = (of: Uint8Array) => `sha1 ${createHash('sha1').update(of).digest('base64')}`;
    const wrong = await tus.patch(id, 0, bytes, { 'upload-checksum': sum(film('other')) });
    expect(wrong.status).toBe(460);
    expect(await tus.offset(id)).toBe('0');
    expect((await tus.patch(id, 0, bytes, { 'upload-checksum': 'md5 x' })).status).toBe(400);
    expect((await tus.patch(id, 0, bytes, { 'upload-checksum': sum(bytes) })).status).toBe(204);
    expect((await fileOf(id)).bytes).toBe(bytes.length);
  });
});

/** Bytes of an upload as a crash leaves them: some of them synced, which are noted. */
async function leave(id: string, bytes: Uint8Array, synced = bytes.length): Promise<void> {
  await writeFile(path.join(service.dataDir, 'uploads', id), bytes);
  await service.context.db.updateTable('uploads').set({ synced }).where('id', '=', id).execute();
}

describe('after a crash', () => {
  it('what a power cut left behind the synced bytes is sent again', async () => {
    const bytes = film('torn by a power cut');
    const id = await tus.begin(bytes.length);
    await tus.patch(id, 0, bytes.slice(0, 5));
    await leave(id, Buffer.concat([bytes.subarray(0, 5), Buffer.alloc(bytes.length - 5)]), 5);
    await sweep();
    expect(await tus.offset(id)).toBe('5');
    expect((await tus.patch(id, 5, bytes.slice(5, 8))).headers.get('upload-offset')).toBe('8');
    expect((await tus.patch(id, 8, bytes.slice(8))).status).toBe(204);
    expect(await fileOf(id)).toMatchObject({
      content_hash: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('an upload of an older version goes on where its bytes end', async () => {
    const id = await tus.begin(20);
    await writeFile(path.join(service.dataDir, 'uploads', id), film('old').subarray(0, 7));
    await service.context.db.updateTable('uploads').set({ synced: null }).where('id', '=', id).execute();
    expect(await tus.offset(id)).toBe('7');
  });

  it('an original whose upload is about to be finished is not moved aside', async () => {
    const bytes = film('moved, and still asked for');
    const id = await tus.begin(bytes.length);
    await leave(id, bytes);
    await service.context.objects.put(`files/${id}/original`, path.join(service.dataDir, 'uploads', id));
    await runSweeps({ ...service.context, clock }, Date.now() + 1_000, [sweepOrphans(objectFolders)]);
    expect(await tus.offset(id)).toBe(String(bytes.length));
    expect((await fileOf(id)).bytes).toBe(bytes.length);
  });

  it('between the last byte and the file, the sweep makes the file', async () => {
    const bytes = film('whole, and forgotten');
    const id = await tus.begin(bytes.length, { filename: 'kept.flac' });
    await leave(id, bytes);
    await sweep();
    expect(await fileOf(id)).toMatchObject({ filename: 'kept.flac', bytes: bytes.length, status: 'pending' });
    await service.drain();
  });

  it('between the move of the bytes and the row, the sweep makes the file and moves nothing aside', async () => {
    const bytes = film('moved, and forgotten');
    const id = await tus.begin(bytes.length);
    const at = path.join(service.dataDir, 'uploads', id);
    await writeFile(at, bytes);
    await service.context.objects.put(`files/${id}/original`, at);
    await sweep();
    const content_hash = createHash('sha256').update(bytes).digest('hex');
    expect(await fileOf(id)).toMatchObject({ content_hash });
    expect(await tus.offset(id)).toBe(String(bytes.length));
  });

  it('requests and sweeps that finish it at the same time make one file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bytes = film(`many finish it ${round}`);
      const id = await tus.begin(bytes.length);
      await leave(id, bytes);
      const asked = () => tus.ask('HEAD', `/${id}`);
      const [, , ...answers] = await Promise.all([sweep(), sweep(), asked(), asked()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await fileOf(id)).bytes).toBe(bytes.length);
    }
  });

  it('whoever asks for the offset of a whole upload gets its file', async () => {
    const bytes = film('asked for');
    const id = await tus.begin(bytes.length);
    await leave(id, bytes);
    expect(await tus.offset(id)).toBe(String(bytes.length));
    expect((await fileOf(id)).bytes).toBe(bytes.length);
  });
});

describe('an upload that never ends', () => {
  it('expires 7 days after its last byte, and is swept with its bytes', async () => {
    const id = await tus.begin(100);
    const { headers } = await tus.patch(id, 0, film('some'));
    const expires = Date.parse(headers.get('upload-expires') ?? '');
    expect(Math.abs(expires - (Date.now() + 7 * DAY))).toBeLessThan(60_000);
    ahead = 7 * DAY - 60_000;
    await sweep();
    expect(await tus.offset(id)).toBe('8');
    ahead = 7 * DAY + 60_000;
    expect((await tus.ask('HEAD', `/${id}`)).status).toBe(404);
    expect((await tus.patch(id, 8, 'more')).status).toBe(404);
    await sweep();
    ahead = 0;
    expect(await partial()).toEqual([]);
    const row = service.context.db.selectFrom('uploads').select('id').where('id', '=', id);
    expect(await row.execute()).toEqual([]);
  });

  it('leaves no bytes without a row', async () => {
    await writeFile(path.join(service.dataDir, 'uploads', 'stray'), 'x');
    await sweep();
    expect(await partial()).toEqual([]);
  });
});
