import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { parsePlaylist } from '../../../../src/media/hls/playlist.ts';
import { locate, needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addSegment, film, listed, share, visit } from './support.ts';

const it = needs('ffmpeg');
const MINUTE = 60_000;
let service: TestService;
let file: string;
let movedBy = 0;

beforeAll(async () => {
  service = await openTestService({}, { clock: () => Date.now() + movedBy });
  file = (await service.upload(await film(), 'häfen & licht.mp4')).body.id;
});
afterAll(() => service.close());

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Fetches a stream like a player: playlist, init segment, then every part by its relative URL. */
async function play(url: string): Promise<Buffer> {
  const playlist = await visit(service, url);
  expect(playlist.status).toBe(200);
  expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  const text = await playlist.text();
  const init = /URI="([^"]+)"/.exec(text)?.[1] ?? '';
  const names = [init, ...parsePlaylist(text).segments.map(({ uri }) => uri)];
  const parts: Buffer[] = [];
  for (const name of names) {
    const part = await visit(service, new URL(name, url).href);
    expect(part.status, name).toBe(200);
    parts.push(await bytesOf(part));
  }
  return Buffer.concat(parts);
}

/** Seconds of decoded video in it. */
async function seconds(media: Buffer): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-test-'));
  try {
    await writeFile(path.join(folder, 'stream.mp4'), media);
    const { stderr } = await promisify(execFile)(locate('ffmpeg'), [
      ...['-hide_banner', '-v', 'error', '-stats', '-i', path.join(folder, 'stream.mp4')],
      ...['-map', '0:v', '-f', 'null', '-'],
    ]);
    return Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]) / 25;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('streams of shares', () => {
  it('[SHARE-9] the stream exists once packaging has finished, and contains the whole film', async () => {
    const { body } = await service.call('POST', '/share', { file_id: file });
    expect(body).not.toHaveProperty('stream_url');
    await service.drain();
    const ready = (await service.call('GET', `/share/${body.id}`)).body;
    expect(ready.status).toBe('completed');
    expect(await seconds(await play(ready.stream_url))).toBeCloseTo(66.9, 0);
  });

  it('[SHARE-10] with a clip, the stream contains exactly that window, and no part outside it is served', async () => {
    const { id } = await listed(service);
    const { stream_url: url } = (await service.call('GET', `/share/${id}?clip_start=20.5&clip_end=23`)).body;
    expect(Math.abs((await seconds(await play(url))) - 2.5)).toBeLessThan(0.1);
    const whole = (await service.call('GET', `/share/${id}`)).body.stream_url;
    const all = parsePlaylist(await (await visit(service, whole)).text()).segments;
    for (const { uri } of all) expect((await visit(service, new URL(uri, url).href)).status, uri).toBe(404);
  });

  it('is made again when it is lost, at the same link', async () => {
    const { id, stream_url: url } = await listed(service);
    await service.context.objects.deletePrefix(`shares/${id}`);
    const lost = await visit(service, url);
    expect(lost.status).toBe(503);
    expect(lost.headers.get('retry-after')).toBe('5');
    expect((await service.call('GET', `/share/${id}`)).body.status).toBe('pending');
    await service.drain();
    await play(url);
    await service.context.objects.delete(`shares/${id}/segment00001.m4s`);
    expect((await visit(service, new URL('segment00001.m4s', url).href)).status).toBe(503);
    await service.drain();
    await play(url);
  });

  it('a range of a part is answered with that range', async () => {
    const { stream_url: url } = await listed(service);
    const init = new URL('init.mp4', url).href;
    const whole = await bytesOf(await visit(service, init));
    const some = await visit(service, init, { range: 'bytes=4-7' });
    expect(some.status).toBe(206);
    expect(some.headers.get('content-range')).toBe(`bytes 4-7/${whole.length}`);
    expect((await bytesOf(some)).toString()).toBe('ftyp');
    expect((await visit(service, init, { range: 'bytes=999999-' })).status).toBe(416);
  });

  it('the download is the original, under its own name', async () => {
    const { media_download_url: url } = await listed(service);
    const answer = await visit(service, url);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''h%C3%A4fen%20%26%20licht.mp4",
    );
    expect((await bytesOf(answer)).equals(await film())).toBe(true);
  });

  it('a share of a segment streams and downloads that segment only', async () => {
    const segment = await addSegment(service, file, 6, 9.2);
    const made = await share(service, { file_id: file, file_segment_id: segment });
    expect(await seconds(await play(made.stream_url))).toBeCloseTo(3.2, 1);
    expect(await seconds(await bytesOf(await visit(service, made.media_download_url)))).toBeCloseTo(3.2, 1);
    expect((await service.call('GET', `/share/${made.id}?clip_start=0&clip_end=3.2`)).status).toBe(200);
    expect((await service.call('GET', `/share/${made.id}?clip_start=0&clip_end=6`)).status).toBe(400);
  });

  it('[AUTH-4] links of a private share expire, and altered, foreign or guessed ones are refused', async () => {
    const own = await share(service, { file_id: file, visibility: 'private' });
    const segment = await addSegment(service, file, 1, 3);
    const foreign = await share(service, { file_id: file, file_segment_id: segment, visibility: 'private' });
    const tokenOf = (url: string) => new URL(url).pathname.split('/')[2] ?? '';
    const status = async (url: string) => (await visit(service, url)).status;
    for (const url of [own.stream_url, own.media_download_url, own.preview_url] as string[]) {
      const token = tokenOf(url);
      expect(await status(url)).toBe(200);
      const letter = token.at(20) === 'A' ? 'B' : 'A';
      const [expiry = '', signature = ''] = token.split('.');
      const later = (Number.parseInt(expiry, 36) + MINUTE).toString(36);
      for (const wrong of [
        `${token.slice(0, 20)}${letter}${token.slice(21)}`,
        `${later}.${signature}`,
        tokenOf(foreign.stream_url),
        tokenOf(foreign.media_download_url),
        'public',
        'x',
      ])
        expect(await status(url.replace(token, wrong)), wrong).toBe(403);
    }
    expect(
      await status(own.stream_url.replace(tokenOf(own.stream_url), tokenOf(own.media_download_url))),
    ).toBe(403);
    movedBy = 6 * MINUTE;
    for (const url of [own.stream_url, own.media_download_url]) expect(await status(url)).toBe(403);
    expect(await status(new URL('init.mp4', own.stream_url).href)).toBe(403);
    movedBy = 0;
  });

  it('[AUTH-4] a clip of a private share opens that clip and nothing else', async () => {
    const { id } = await listed(service, 'visibility=private&limit=1');
    const clip = (await service.call('GET', `/share/${id}?clip_start=0&clip_end=1`)).body
      .stream_url as string;
    expect((await visit(service, clip)).status).toBe(200);
    for (const other of [clip.replace('/clip/0-1/', '/stream/'), clip.replace('/clip/0-1/', '/clip/0-2/')])
      expect((await visit(service, other)).status).toBe(403);
  });

  it('[SHARE-11] a private download link expires as stated, minutes ahead; a public one does not', async () => {
    const hidden = await listed(service, 'visibility=private&limit=1');
    const { media_download_expires_at: end, media_download_url: url } = hidden;
    expect(end - Date.now()).toBeGreaterThan(MINUTE);
    expect(end - Date.now()).toBeLessThan(10 * MINUTE);
    movedBy = end - Date.now() - 5_000;
    expect((await visit(service, url)).status).toBe(200);
    movedBy = end - Date.now() + 1;
    expect((await visit(service, url)).status).toBe(403);
    const open = await listed(service, 'visibility=public');
    expect(open.media_download_expires_at).toBeNull();
    expect((await visit(service, open.media_download_url)).status).toBe(200);
    movedBy = 0;
  });

  it('links of a deleted share open nothing', async () => {
    const { id, stream_url: url, share_url: page } = await listed(service, 'visibility=public');
    await service.call('DELETE', `/share/${id}`);
    for (const link of [url, page]) expect((await visit(service, link)).status).toBe(404);
  });

  it('a clip that its file does not allow is refused, and not to be asked for again', async () => {
    const file = (await service.upload(await film(), 'damaged.mp4')).body.id;
    const { id } = await share(service, { file_id: file });
    const { stream_url: url } = (await service.call('GET', `/share/${id}?clip_start=3&clip_end=5`)).body;
    await service.context.objects.putBytes(`files/${file}/original`, 'not a film any more');
    const answer = await visit(service, url);
    expect(answer.status).toBe(422);
    expect(answer.headers.has('retry-after')).toBe(false);
    // Not the name of the service's own copy of the file, wherever that is.
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/^(?!original|[\da-f]{8}-)\S.+/) });
  });
});
