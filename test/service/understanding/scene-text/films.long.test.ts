import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { locate, needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg', 'fonts');
const SECONDS = 15;
/** Frames of such a short film are 1.25 seconds apart, the first after half of that. */
const [FIRST, LAST] = [0.625, 14.375];
const time = { timeout: 120_000 };

let service: TestService;
let collection: string;
let folder: string;
let made = 0;
beforeAll(async () => {
  service = await openTestService();
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-text-films-'));
  const wanted = { name: 'films', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', wanted)).body.id;
});
afterAll(async () => {
  await service.close();
  await stopRecogniser();
  await rm(folder, { recursive: true, force: true });
});

/** White text of a film; `options` are drawtext's own. */
const drawn = (text: string, options: string) =>
  `drawtext=fontfile=${locate('fonts')}:text='${text}':fontcolor=white:fontsize=28:${options}`;

/** Uploads a film with these texts over a background, and returns the text read from it. */
async function seenIn(background: string, texts: readonly string[], seconds = SECONDS, extension = 'mp4') {
  made += 1;
  const file = path.join(folder, `${made}.${extension}`);
  const input = ['-f', 'lavfi', '-i', `${background},${texts.join(',')}`, '-t', String(seconds)];
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p'];
  const codec = extension === 'mp4' ? h264 : [];
  await promisify(execFile)(locate('ffmpeg'), ['-nostdin', '-v', 'error', ...input, ...codec, file]);
  const { id } = (await service.upload(await readFile(file), path.basename(file))).body;
  await service.call('POST', `/collections/${collection}/media`, { file_id: id });
  await service.drain();
  const answer = await service.call('GET', `/collections/${collection}/videos/${id}/media-descriptions`);
  const { scene_text: seen } = answer.body as unknown as {
    scene_text: { text: string; start: number; end: number }[];
  };
  return seen.map(({ text, start, end }) => ({ text, start, end }));
}

const plain = 'color=c=0x102030:s=640x360:r=4';
/** A busy picture that does not move. */
const still = 'mandelbrot=s=640x360:r=4:start_scale=0.6,trim=end_frame=1,loop=-1:1,setpts=N/4/TB';
const box = 'box=1:boxcolor=black@0.75:boxborderw=10';

describe('the text of a film', () => {
  it(
    'is read again when a slide builds up, and each line appears once, from its first second',
    time,
    async () => {
      const texts = [
        drawn('Growing wheat', 'x=60:y=60'),
        drawn('Milling flour', "x=60:y=150:enable='gte(t,5)'"),
        drawn('Baking bread', "x=60:y=240:enable='gte(t,10)'"),
      ];
      expect(await seenIn(plain, texts)).toEqual([
        { text: 'Growing wheat', start: FIRST, end: LAST },
        { text: 'Milling flour', start: 5.625, end: LAST },
        { text: 'Baking bread', start: 10.625, end: LAST },
      ]);
    },
  );

  it('is read again when a caption changes while the picture stays', time, async () => {
    const texts = [
      drawn('The ferry leaves at nine', `x=60:y=300:${box}:enable='lt(t,7.5)'`),
      drawn('Nobody is on board', `x=60:y=300:${box}:enable='gte(t,7.5)'`),
    ];
    expect(await seenIn(still, texts)).toEqual([
      { text: 'The ferry leaves at nine', start: FIRST, end: 6.875 },
      { text: 'Nobody is on board', start: 8.125, end: LAST },
    ]);
  });

  it('is one line while a caption stays and the picture behind it moves', time, async () => {
    const moving = 'mandelbrot=s=640x360:r=4:start_scale=2:end_pts=120';
    expect(await seenIn(moving, [drawn('Live from the harbour', `x=60:y=300:${box}`)])).toEqual([
      { text: 'Live from the harbour', start: FIRST, end: LAST },
    ]);
  });

  it('is one line when it fades in and out', time, async () => {
    const seen = await seenIn(plain, [
      drawn('Northern Harbour', "x=120:y=160:alpha='min(1,t/6)*min(1,(15-t)/4)'"),
    ]);
    expect(seen).toMatchObject([{ text: 'Northern Harbour', end: LAST }]);
    expect(seen[0]?.start).toBeLessThan(4);
  });

  it('appears once for each line of scrolling credits, with its visible times', time, async () => {
    const names = ['Written by Anna Miller', 'Music by Paul Winter', 'Camera by Ruth Summer', 'The End'];
    const credits = names.map((name, row) => drawn(name, `x=100:y=320+${row * 90}-36*t`));
    const seen = await seenIn(plain, credits);
    expect(seen.map(({ text }) => text)).toEqual(names);
    for (const [row, { start, end }] of seen.entries()) {
      const enters = (row * 90 - 10) / 36;
      const leaves = (320 + row * 90) / 36;
      expect(start).toBeGreaterThan(enters - 1);
      expect(start).toBeLessThan(Math.max(enters, 0) + 2.6);
      expect(end).toBeGreaterThan(Math.min(leaves, SECONDS) - 3.6);
      expect(end).toBeLessThan(leaves + 1);
    }
  });

  it('has every card of a short film, each for a second', time, async () => {
    const names = ['Anna Miller', 'Paul Winter', 'Ruth Summer', 'Carl Autumn', 'Mary Springer', 'The End'];
    const cards = names.map((name, at) => drawn(name, `x=100:y=160:enable='gte(t,${at})*lt(t,${at + 1})'`));
    const read = (await seenIn(plain, cards, names.length)).map(({ text }) => text);
    expect(read).toEqual(names);
  });

  it('has both pictures of an animation of two', time, async () => {
    const cards = ['Doors open', 'Doors close'].map((name, at) =>
      drawn(name, `x=100:y=160:enable='eq(n,${at})'`),
    );
    const read = (await seenIn('color=c=0x102030:s=640x360:r=1', cards, 2, 'gif')).map(({ text }) => text);
    expect(read).toEqual(['Doors open', 'Doors close']);
  });
});
