/** Clips of a film whose frames carry their number, so that what a clip contains can be read from its pictures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { decodeFrames, parsePlaylist } from '../../../../src/media/index.ts';
import { AAC, make } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { share, visit } from './support.ts';

const it = needs('ffmpeg');
const RATE = 25;
const SECONDS = 40;
/** Its number is in ten blocks of 16 pixels, white for a one; the lowest bit is on the left. */
const BITS = 10;
let service: TestService;
let folder: string;
let id: string;
let other: string;

beforeAll(async () => {
  service = await openTestService();
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-test-'));
  const blocks = `geq=lum='16+219*mod(floor(N/pow(2\\,floor(X/16)))\\,2)':cb=128:cr=128`;
  const picture = ['-f', 'lavfi', '-i', `color=s=${16 * BITS}x16:r=${RATE}:d=${SECONDS},${blocks}`];
  const tone = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}:sample_rate=44100`];
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '50', '-pix_fmt', 'yuv420p'];
  const film = await make([...picture, ...tone, ...video, ...AAC], 'mp4');
  const file = (await service.upload(film, 'numbers.mp4')).body.id;
  ({ id } = await share(service, { file_id: file, visibility: 'private' }));
  other = (await share(service, { file_id: file })).stream_url;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

/** The playlist of a clip, and its parts with the init segment of each, as a player would join them. */
async function fetched(start: number, end: number) {
  const { stream_url: url } = (await service.call('GET', `/share/${id}?clip_start=${start}&clip_end=${end}`))
    .body;
  const text = await (await visit(service, url)).text();
  const bytes = async (name: string) => {
    const answer = await visit(service, new URL(name, url).href);
    expect(answer.status, name).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const pieces = await Promise.all(
    text.split('#EXT-X-DISCONTINUITY\n').map(async (piece) => {
      const names = [/URI="([^"]+)"/.exec(piece)?.[1] ?? '', ...(piece.match(/^[^#\s].*$/gm) ?? [])];
      return Buffer.concat(await Promise.all(names.map(bytes)));
    }),
  );
  return { url, text, pieces };
}

/** The numbers of the frames in joined parts. */
async function numbersIn(joined: Buffer): Promise<number[]> {
  const file = path.join(folder, 'piece.mp4');
  await writeFile(file, joined);
  const numbers: number[] = [];
  const { ffmpeg } = service.context;
  for await (const { data } of decodeFrames(file, { ffmpeg, width: BITS, height: 1, pixelFormat: 'gray' }))
    numbers.push([...data].reduce((sum, grey, bit) => sum + (grey > 128 ? 2 ** bit : 0), 0));
  return numbers;
}

/** Short and long, at the edges of segments and between, at the start and at the end. */
const WINDOWS = [
  [0, 3],
  [1.3, 2.1],
  [2, 4],
  [9.96, 12.04],
  [5.5, 15.5],
  [3.7, 21.3],
  [0, 30],
  [14.02, 38.9],
  [27.1, 40],
  [39.2, 40],
] as const;

describe('[SHARE-10] a clip', () => {
  it.each(WINDOWS)('from %d to %d s has all frames of its window, and no others', async (start, end) => {
    const { pieces } = await fetched(start, end);
    const numbers: number[] = [];
    for (const piece of pieces) numbers.push(...(await numbersIn(piece)));
    const [first = -1, last = -1] = [numbers[0], numbers.at(-1)];
    expect(first / RATE).toBeGreaterThanOrEqual(start - 0.001);
    expect(first / RATE).toBeLessThan(start + 0.1);
    expect(last / RATE).toBeLessThan(end);
    expect(last / RATE).toBeGreaterThanOrEqual(end - 0.1);
    // The frame at a joint may be shown twice.
    expect([...new Set(numbers)]).toEqual(Array.from({ length: last - first + 1 }, (_, n) => first + n));
    expect(numbers.length).toBeLessThan(last - first + 4);
  });

  it('opens nothing else with its token: not the whole, not another clip, not another share', async () => {
    const { url, text } = await fetched(3.7, 21.3);
    const whole = (await service.call('GET', `/share/${id}`)).body.stream_url;
    const names = parsePlaylist(await (await visit(service, whole)).text()).segments.map(({ uri }) => uri);
    const inside = names.filter((name) => text.includes(name));
    expect(inside.length).toBeGreaterThan(5);
    expect(inside.length).toBeLessThan(names.length - 4);
    for (const name of [...names, 'download.mp4', '0-segment00099.m4s', '9-init.mp4', '0-index.m3u8'])
      if (!inside.includes(name))
        expect((await visit(service, new URL(name, url).href)).status, name).toBe(404);
    const token = /\/m\/([^/]+)\//.exec(url)?.[1] ?? '';
    const elsewhere = [
      whole.replace(/\/m\/[^/]+/, `/m/${token}`),
      url.replace('3.7-21.3', '3.7-21.4'),
      url.replace('3.7-21.3', '0-40'),
      other.replace('/m/public', `/m/${token}`),
    ];
    for (const one of elsewhere) expect((await visit(service, one)).status, one).toBe(403);
  });

  it('is made again when what was encoded for it is lost', async () => {
    const { url } = await fetched(1.3, 2.1);
    await rm(path.join(service.dataDir, 'tmp'), { recursive: true });
    expect((await visit(service, url)).status).toBe(200);
    expect((await visit(service, new URL('0-init.mp4', url).href)).status).toBe(200);
  });
});
