import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import type { Grey } from '../../../../src/media/index.ts';
import { readImage } from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { needs } from '../../../support/programs.ts';
import { grey } from './rendered.ts';

const it = needs('ffmpeg');
afterAll(() => stopRecogniser());

const textures = [
  'mandelbrot=s=960x540:start_scale=0.6',
  'color=c=gray:s=640x360,noise=alls=60:all_seed=5',
  'cellauto=s=640x360:rule=110:seed=7',
  'mandelbrot=s=640x360:start_scale=0.05',
  'gradients=s=960x540:seed=4',
  'color=c=gray:s=960x540,noise=alls=90:all_seed=6,boxblur=2',
  'life=s=640x360:ratio=0.3:seed=8',
  'sierpinski=s=640x360:seed=9',
  'smptehdbars=s=640x360',
];
const photographs = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** Numbers of photographs of people. */
const PHOTOGRAPHS = [1, 2, 3, 4, 5, 6];

async function wordsIn(image: Grey): Promise<string[]> {
  const lines = await readImage(image, new AbortController().signal);
  return lines.flatMap(({ words }) => words.map(({ text }) => text));
}

describe('a picture without text', () => {
  it('has hardly any words: fractals, noise, patterns', async () => {
    const words: string[] = [];
    for (const texture of textures)
      words.push(...(await wordsIn(await grey(['-f', 'lavfi', '-i', texture]))));
    process.stderr.write(`scene text, ${textures.length} textures: ${words.length} false words\n`);
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(2);
  });

  it('has hardly any words: photographs of people', async () => {
    const words: string[] = [];
    for (const number of PHOTOGRAPHS) {
      const file = path.join(photographs, `sample${number}.jpg`);
      words.push(...(await wordsIn(await grey(['-i', file], ["scale='min(1280,iw)':-2"]))));
    }
    process.stderr.write(`scene text, ${PHOTOGRAPHS.length} photographs: ${words.length} false words\n`);
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(2);
  });
});
