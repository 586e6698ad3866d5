/**
 * Pictures that a file turns or flips by its matrix, as phones and front cameras write them: what is made of them shows them
 * upright, wherever it is shown. The films are black with a white box in the first corner that is stored.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { fetchStream } from '../support/clock.ts';
import { MATRICES, type Matrix, withMatrix } from '../support/film-headers.ts';
import { locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');
const run = promisify(execFile);

let service: Serving;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-turned-'));
  service = await serving();
  const box = 'color=c=black:s=96x64:r=25:d=2,drawbox=x=0:y=0:w=24:h=16:c=white:t=fill';
  const codecs = { 'h264.mp4': ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 'jpeg.mov': ['-c:v', 'mjpeg'] };
  for (const [name, codec] of Object.entries(codecs))
    await run(locate('ffmpeg'), ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', box, ...codec, at(name)]);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);

/** The corner in which a player shows the first corner that is stored, and the size. */
function shown([a, b, c, d]: Matrix): string {
  const [right, down] = [-a - c > 0, -b - d > 0];
  return `${down ? 'bottom' : 'top'} ${right ? 'right' : 'left'} of ${a === 0 ? '64x96' : '96x64'}`;
}

/** The brightest corner of a file's first picture, and the picture's size. @param before options of the input */
async function looksLike(file: string, ...before: string[]): Promise<string> {
  const filter = 'showinfo,scale=2:2:flags=area,format=gray';
  const args = [
    '-nostdin',
    ...before,
    '-i',
    file,
    '-frames:v',
    '1',
    '-vf',
    filter,
    '-f',
    'rawvideo',
    'pipe:1',
  ];
  const { stdout, stderr } = await run(locate('ffmpeg'), args, { encoding: 'buffer' });
  const corner = stdout.indexOf(Math.max(...stdout));
  const [, size] = /showinfo.* s:(\d+x\d+)/.exec(stderr.toString('latin1')) ?? [];
  return `${corner < 2 ? 'top' : 'bottom'} ${corner % 2 ? 'right' : 'left'} of ${size}`;
}

/** Each way in which a file is shown, and what is seen there. */
async function seen(bytes: Buffer, name: string): Promise<Record<string, string>> {
  const { id } = (await service.upload(bytes, name)).body;
  const { media_info: info } = await service.settled(`/files/${id}`);
  const { body } = await service.call('POST', '/share', { file_id: id });
  const share = await service.settled(`/share/${body.id}`);
  const clip = await service.call('GET', `/share/${share.id}?clip_start=0.5&clip_end=1.5`);
  const found: Record<string, string> = { probe: `${info.width}x${info.height}` };
  for (const [what, url] of Object.entries({ stream: share.stream_url, clip: clip.body.stream_url })) {
    const [piece = ''] = (await fetchStream(url, fetch, folder, `${id}-${what}`)).pieces;
    found[what] = await looksLike(piece);
    // Not every player turns what it is told to turn.
    found[`${what}, not turned`] = await looksLike(piece, '-noautorotate');
  }
  const cut = await service.call('GET', `/files/${id}/clip?start_time=0.5&end_time=1.5`);
  const asked = { strategy: 'uniform', uniform_config: { frames_per_second: 1, max_width: 96 } };
  const { frame_extraction_id } = (await service.call('POST', `/files/${id}/frames`, asked)).body;
  const { frames } = (await service.settled(`/frames/${frame_extraction_id}`)).data as unknown as {
    frames: [{ thumbnail_url: string }];
  };
  for (const [what, url] of Object.entries({ cut: cut.body.url, frame: frames[0].thumbnail_url })) {
    await writeFile(at(`${id}-${what}`), Buffer.from(await (await fetch(url)).arrayBuffer()));
    found[what] = await looksLike(at(`${id}-${what}`));
  }
  return found;
}

/** Ways that are tried on a film too that is encoded whatever its matrix says. */
const ALSO_ENCODED = ['turned by 90', 'flipped upside down'];

describe('a picture that is', () => {
  it.each(Object.entries(MATRICES))('%s', async (way, matrix) => {
    for (const name of ALSO_ENCODED.includes(way) ? ['h264.mp4', 'jpeg.mov'] : ['h264.mp4']) {
      const { probe, ...found } = await seen(withMatrix(await readFile(at(name)), matrix), name);
      const expected = shown(matrix);
      expect([name, probe]).toEqual([name, expected.split(' ').at(-1)]);
      expect(found, name).toEqual(Object.fromEntries(Object.keys(found).map((what) => [what, expected])));
    }
  });
});
