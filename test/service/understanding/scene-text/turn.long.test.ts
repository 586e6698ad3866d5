import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Grey, greyImages, greyOfMap, locateFfmpeg } from '../../../../src/media/index.ts';
import {
  isTurnTried,
  readImage,
} from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { make } from '../../../support/film.ts';
import { locate, needs } from '../../../support/programs.ts';
import { drawPicture } from '../pictures.ts';

const it = needs('ffmpeg', 'fonts');

let folder: string;
let upright: Grey;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vau-turned-'));
  const text = { text: 'Loading dock seven', x: 60, y: 40, size: 36 };
  upright = await drawPicture(join(folder, 'dock.pgm'), [text]).then(
    async (file) => greyOfMap(await readFile(file)),
    () => ({ width: 0, height: 0, data: new Uint8Array() }),
  );
});
afterAll(async () => {
  await stopRecogniser();
  await rm(folder, { recursive: true, force: true });
});

/** The picture turned clockwise by quarters. */
function turned(picture: Grey, quarters: number): Grey {
  if (quarters === 0) return picture;
  const { width, height, data } = picture;
  const once = new Uint8Array(data.length);
  for (let at = 0; at < once.length; at += 1)
    once[at] = data[(height - 1 - (at % height)) * width + Math.floor(at / height)] ?? 0;
  return turned({ width: height, height: width, data: once }, quarters - 1);
}

/** The centre of the first word, as fractions of the picture. */
async function firstWord(picture: Grey) {
  const [line] = await readImage(picture, new AbortController().signal);
  const box = line?.words[0]?.box ?? { left: 0, top: 0, width: 0, height: 0 };
  return { text: line?.text, x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

describe('text that does not stand upright', () => {
  it('is looked for upside down in the first pictures without text, then in one of eight', () => {
    const tried = Array.from({ length: 25 }, (_, unread) => unread).filter(isTurnTried);
    expect(tried).toEqual([0, 1, 2, 3, 8, 16, 24]);
  });

  it.each([
    ['on its right side', 1, (x: number, y: number) => [1 - y, x]],
    ['upside down', 2, (x: number, y: number) => [1 - x, 1 - y]],
    ['on its left side', 3, (x: number, y: number) => [y, 1 - x]],
  ] as const)('is read %s, with its place', async (_, quarters, moved) => {
    const straight = await firstWord(upright);
    const found = await firstWord(turned(upright, quarters));
    const [x, y] = moved(straight.x, straight.y);
    expect(found.text).toBe('Loading dock seven');
    expect(found.x).toBeCloseTo(x ?? 0, 1);
    expect(found.y).toBeCloseTo(y ?? 0, 1);
  });

  it.each([40, 45, 50])('is read to its ends over a grid of lit windows at %i degrees', async (degrees) => {
    const line = (text: string, y: number) =>
      `drawtext=fontfile=${locate('fonts')}:text='${text}':fontsize=38:x=(w-tw)/2:y=(h-th)/2+${y}:` +
      'fontcolor=white:box=1:boxcolor=black@0.56:boxborderw=10';
    const lines = `${line('quarterly budget report', -60)},${line('northern bridge 350', 60)}`;
    const layer = `color=c=black@0:s=960x960,format=rgba,${lines},rotate=${degrees}*PI/180:c=none[lines]`;
    const windows = 'color=c=0xd8c890:s=960x540,drawgrid=w=90:h=70:t=30:color=0x30303c[ground]';
    const graph = `${windows};${layer};[ground][lines]overlay=0:-210`;
    const drawn = await make(['-f', 'lavfi', '-i', graph, '-frames:v', '1', '-update', '1'], 'jpg');
    const { signal } = new AbortController();
    const [grey] = await greyImages([drawn], { ffmpeg: await locateFfmpeg(), signal });
    const read = await readImage(grey ?? upright, signal);
    const words = read.flatMap(({ words: all }) => all.map(({ text }) => text.replace(/\W/g, '')));
    expect(words).toEqual(['quarterly', 'budget', 'report', 'northern', 'bridge', '350']);
  });
});
