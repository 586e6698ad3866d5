/**
 * Films made by chance: edit lists, late streams, gaps, odd starts, variable rates, frames out of order, in every container
 * that the service takes. What is made of each agrees with a decoding of the file.
 *
 *   VAU_SEEDS=200 node scripts/test-long.mjs test/acceptance/one-clock-seeds.long.test.ts
 *
 * VAU_SEEDS=17-20 or VAU_SEEDS=9,17,21-23 runs these seeds alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeFilm } from '../support/film-by-seed.ts';
import { judge } from '../support/one-clock.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');

/** Seeds that run by default. */
const FEW = '4';
const SEEDS = (process.env.VAU_SEEDS ?? FEW).split(',').flatMap((part, _, parts) => {
  const [from = '', to] = part.split('-');
  if (to === undefined && parts.length > 1) return [Number(from)];
  const first = to === undefined ? 1 : Number(from);
  return Array.from({ length: Number(to ?? from) - first + 1 }, (_each, index) => first + index);
});

let service: Serving;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-seeds-'));
  service = await serving({ args: ['--workers', '2'] });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

// Several at a time: each waits for programs most of its time.
describe.concurrent('one clock by chance', () => {
  it.each(SEEDS)('[SHARE-9] film %d', async (seed) => {
    const { said, ...film } = await makeFilm(seed, folder);
    const found = await judge(service, film);
    expect(found.join('; '), `${film.name} ${JSON.stringify(said)}`).toBe('');
  });
});
