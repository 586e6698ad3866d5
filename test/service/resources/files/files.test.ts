import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAudio, makeImage, makeVideo } from '../../../support/film.ts';
import { objectsUnder } from '../../../support/objects.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

const withFfmpeg = needs('ffmpeg');

/** Uploads, processes, and reads the file again. */
async function process(bytes: Uint8Array | string, name: string, fields: Record<string, string> = {}) {
  const sent = await service.upload(bytes, name, fields);
  await service.drain();
  return { sent: sent.body, done: (await service.call('GET', `/files/${sent.body.id}`)).body };
}

describe('a file', () => {
  withFfmpeg('[FILE-1] [FILE-9] has every documented field with its type', async () => {
    const before = Date.now();
    const { sent, done } = await process(await makeVideo(2), 'two seconds.mp4');
    expect(sent).toMatchObject({ status: 'pending', filename: 'two seconds.mp4', source: 'upload' });
    expect(done).toMatchObject({
      id: sent.id,
      status: 'completed',
      uri: `vau://files/${sent.id}`,
      filename: 'two seconds.mp4',
      metadata: null,
      media_type: 'video',
      source: 'upload',
      source_metadata: null,
    });
    expect(done.created_at).toBeGreaterThanOrEqual(before);
    expect(done.created_at).toBeLessThanOrEqual(Date.now());
    expect(done.bytes).toBeGreaterThan(1000);
    const picture = await service.app.request(done.thumbnail_url);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect(new Uint8Array(await picture.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
  });

  withFfmpeg('[FILE-5] [FILE-6] has the measurements of the media', async () => {
    const { done } = await process(await makeVideo(3), 'three.mp4');
    expect(done.media_info).toMatchObject({
      width: 320,
      height: 180,
      sample_rate: 44100,
      format: 'mp4',
      has_audio: true,
    });
    expect(done.media_info.duration_seconds).toBeCloseTo(3, 0);
    expect(done.media_info.bitrate).toBeGreaterThan(1000);
    expect(done.video_info).toMatchObject({ width: 320, height: 180, format: 'mp4', has_audio: true });
    const { done: sound } = await process(await makeAudio(2), 'tone.wav');
    expect(sound.media_info).toMatchObject({
      width: null,
      height: null,
      channels: 1,
      sample_rate: 44100,
      has_audio: true,
    });
    expect(sound.thumbnail_url).toBeUndefined();
  });

  withFfmpeg('[FILE-4] an image is an image, and segmenting it is refused', async () => {
    const { done } = await process(await makeImage(), 'still.png');
    expect(done).toMatchObject({ status: 'completed', media_type: 'image' });
    expect(done.media_info).toMatchObject({
      width: 200,
      height: 100,
      duration_seconds: null,
      has_audio: false,
    });
    const cut = await service.call('POST', `/files/${done.id}/segmentations`, { strategy: 'uniform' });
    expect(cut.status).toBe(400);
    expect(cut.body.error).toMatch(/image/);
  });

  it('[FILE-2] what is not media fails with a readable reason', async () => {
    const { sent, done } = await process('this is a text, not a film', 'film.mp4');
    expect(sent.status).toBe('pending');
    expect(done.status).toBe('failed');
    expect(done.error).toMatch(/\w+ \w+/);
    expect(done.error).not.toContain(service.dataDir);
  });

  it('[FILE-3] has null for missing metadata, and keeps what it was given', async () => {
    const bare = await service.upload('x', 'bare.mp4');
    expect(bare.body).toMatchObject({ metadata: null, source_metadata: null, bytes: 5 });
    const given = await service.upload('x', 'given.mp4', { metadata: '{"show":{"season":2}}' });
    expect(given.body.metadata).toEqual({ show: { season: 2 } });
    const synced = await service.call('POST', '/files/sync', { url: 'https://media.example/film.mp4' });
    expect(synced.body).toMatchObject({ bytes: null, source: 'http', filename: 'film.mp4' });
  });

  it('can change its name and metadata, and omitted fields stay', async () => {
    const { body } = await service.upload('x', 'old.mp4', { metadata: '{"a":1}' });
    const renamed = await service.call('PUT', `/files/${body.id}`, { filename: '../../etc/new.mp4' });
    expect(renamed.body).toMatchObject({ filename: 'new.mp4', metadata: { a: 1 } });
    const cleared = await service.call('PUT', `/files/${body.id}`, { metadata: null });
    expect(cleared.body).toMatchObject({ filename: 'new.mp4', metadata: null });
  });

  it('is deleted with its objects, and is then unknown', async () => {
    const { body } = await service.upload('x', 'gone.mp4');
    const kept = () => objectsUnder(service.context.objects, `files/${body.id}`);
    expect(await kept()).toContain('original');
    const answer = await service.call('DELETE', `/files/${body.id}`);
    expect(answer.body).toEqual({ id: body.id, object: 'file' });
    await service.drain();
    expect(await kept()).toEqual([]);
    expect((await service.call('GET', `/files/${body.id}`)).status).toBe(404);
    expect((await service.call('DELETE', `/files/${body.id}`)).status).toBe(404);
  });

  /** Deletes the file, and all that belongs to it, just before an object of this name is put. */
  function deleteBefore(name: string) {
    const { objects } = service.context;
    const [put, hold] = [objects.put.bind(objects), objects.hold.bind(objects)];
    const late = vi.fn(async (key: string, from: string) => {
      const [, id] = key.split('/');
      if (key.includes(name)) {
        await service.call('DELETE', `/files/${id}`);
        await service.drain();
      }
      await put(key, from);
    });
    vi.spyOn(objects, 'put').mockImplementation(late);
    vi.spyOn(objects, 'hold').mockImplementation(() => ({ ...hold(), put: late }));
    return late;
  }

  withFfmpeg('that is deleted while its thumbnail is made leaves nothing', async () => {
    const { body } = await service.upload(await makeImage(), 'picture.png');
    const put = deleteBefore('thumbnail');
    await service.drain();
    expect(put).toHaveBeenCalled();
    expect(await objectsUnder(service.context.objects, `files/${body.id}`)).toEqual([]);
  });

  it('that is deleted while it gets a transcript leaves nothing', async () => {
    const { body } = await service.upload('x', 'corrected.mp4');
    await service.drain();
    const put = deleteBefore('transcript');
    const form = new FormData();
    form.set('file', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nGone.\n']), 'corrected.vtt');
    const answer = await service.call('PUT', `/files/${body.id}/transcript`, form);
    expect(put).toHaveBeenCalled();
    expect(answer.status).toBe(404);
    expect(await objectsUnder(service.context.objects, `files/${body.id}`)).toEqual([]);
  });

  it('of another account is not found', async () => {
    const { body } = await service.upload('x', 'mine.mp4');
    const authorization = `Bearer ${await strangerToken(service)}`;
    for (const method of ['GET', 'DELETE'])
      expect((await service.call(method, `/files/${body.id}`, undefined, { authorization })).status).toBe(
        404,
      );
    expect((await service.call('GET', '/files', undefined, { authorization })).body.total).toBe(0);
  });
});

describe('ingesting from a URL', () => {
  it('returns the same file for the same URL', async () => {
    const url = 'https://media.example/twice.mp4?a=1';
    const one = await service.call('POST', '/files/sync', { url });
    const two = await service.call('POST', '/files/sync', { url: `${url}#part` });
    expect(two.body.id).toBe(one.body.id);
  });

  it.each([
    'http://127.0.0.1/a.mp4',
    'http://localhost/a.mp4',
    'http://[::1]/a.mp4',
    'http://[::ffff:10.0.0.1]/a.mp4',
    'http://169.254.169.254/latest',
    'http://0x7f.1/a.mp4',
    'http://user:word@media.example/a.mp4',
    'file:///etc/passwd',
    'ftp://media.example/a.mp4',
    'vau',
  ])('refuses %s', async (url) => {
    const answer = await service.call('POST', '/files/sync', { url });
    expect(answer.status).toBe(400);
    expect(typeof answer.body.error).toBe('string');
  });
});

describe('an invalid upload', () => {
  const form = (fields: Record<string, string | Blob>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
    return made;
  };
  const leftovers = () =>
    readdirSync(path.join(service.dataDir, 'tmp'), { recursive: true }).filter((name) =>
      `${name}`.includes('/'),
    );

  it.each([
    ['without a file part', form({ metadata: '{}' }), 400, /"file"/],
    ['with an empty file', form({ file: new Blob([]) }), 400, /empty/],
    ['with metadata that is not JSON', form({ file: new Blob(['fLaCx']), metadata: '{' }), 400, /metadata/],
    [
      'with metadata that is not an object',
      form({ file: new Blob(['fLaCx']), metadata: '[1]' }),
      400,
      /metadata/,
    ],
    [
      'with an invalid flag',
      form({ file: new Blob(['fLaCx']), enable_segment_thumbnails: 'yes' }),
      400,
      /enable_segment_thumbnails/,
    ],
    ['with text that is called a film', form({ file: new File(['no film'], 'a.mp4') }), 415, /video, audio/],
    ['with a page that is called a film', form({ file: new File(['<html>'], 'a.mp4') }), 415, /video, audio/],
    ['with a second file', form({ file: new Blob(['fLaCx']), other: new Blob(['y']) }), 400, /other/],
  ])('[SHAPE-1] %s is refused and leaves nothing', async (_, body, status, error) => {
    const before = (await service.call('GET', '/files?limit=1')).body.total;
    const answer = await service.call('POST', '/files', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(error);
    expect(leftovers()).toEqual([]);
    expect((await service.call('GET', '/files?limit=1')).body.total).toBe(before);
  });

  it('as JSON is refused by type', async () => {
    expect((await service.call('POST', '/files', { file: 'x' })).status).toBe(415);
  });

  it('that is too large is refused and leaves nothing', async () => {
    const small = await openTestService({ maxUploadBytes: 1000 });
    const answer = await small.upload('x'.repeat(1001), 'large.mp4');
    expect(answer.status).toBe(413);
    expect(answer.body.error).toMatch(/1000 bytes/);
    expect((await small.call('GET', '/files')).body.total).toBe(0);
    await small.close();
  });

  it('with subtitles above 16 MiB is refused and leaves nothing', async () => {
    const subtitles = new Blob(['WEBVTT\n\n', new Uint8Array(16 * 1024 * 1024)]);
    const before = (await service.call('GET', '/files?limit=1')).body.total;
    const answer = await service.upload('a film', 'captioned.mp4', { subtitles });
    expect([answer.status, answer.body.error]).toEqual([413, expect.stringContaining('16777216 bytes')]);
    expect(leftovers()).toEqual([]);
    expect((await service.call('GET', '/files?limit=1')).body.total).toBe(before);
  });
});

describe('the list of files', () => {
  let own: TestService;
  beforeAll(async () => {
    own = await openTestService();
    for (const name of ['b', 'a', 'e', 'd', 'c'])
      await own.upload(name, `${name}.mp4`, { metadata: JSON.stringify({ letter: name }) });
  });
  afterAll(() => own.close());
  const names = (body: { data: { filename: string }[] }) =>
    body.data.map(({ filename }) => filename[0]).join('');

  it('[LIST-1] paged by limit and offset returns each file once', async () => {
    let seen = '';
    for (let offset = 0; offset < 6; offset += 2) {
      const { body } = await own.call('GET', `/files?limit=2&offset=${offset}&order=filename&sort=asc`);
      expect(body).toMatchObject({ object: 'list', total: 5, limit: 2, offset });
      seen += names(body);
    }
    expect(seen).toBe('abcde');
  });

  it('a filter that is no object is refused, an empty list too', async () => {
    for (const wrong of ['[]', '[1]', '3', 'x'])
      expect(await service.call('GET', `/files?filter=${wrong}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('query parameter filter must be an object') },
      });
  });

  it('filters by status, days and conditions', async () => {
    const total = async (query: string) => (await own.call('GET', `/files?${query}`)).body.total;
    const today = new Date().toISOString().slice(0, 10);
    const filter = (conditions: object) => `filter=${encodeURIComponent(JSON.stringify(conditions))}`;
    expect(await total('status=pending')).toBe(5);
    expect(await total('status=completed')).toBe(0);
    expect(await total(`created_after=${today}`)).toBe(5);
    expect(await total(`created_before=${today}`)).toBe(0);
    expect(
      await total(filter({ metadata: [{ path: 'letter', operator: 'In', valueTextArray: ['a', 'c'] }] })),
    ).toBe(2);
    expect(await total(filter({ file: [{ path: 'filename', operator: 'Like', valueText: 'd%' }] }))).toBe(1);
  });
});
