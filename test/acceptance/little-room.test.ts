/** A service whose disk is almost full, with the real binary: it says so before somebody waits for nothing. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { lacks, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';

const it = needs('ffmpeg');
let service: Serving;
let aside: Home;

/** Makes the disk of the service full while the file is there. */
const fillable = (mark: string) => `
import { existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const real = promises.statfs;
promises.statfs = async (folder, ...more) => {
  const found = await real(folder, ...more);
  return existsSync(${JSON.stringify(mark)}) ? Object.assign(found, { bavail: 100, bsize: 1024 }) : found;
};
syncBuiltinESMExports();
`;

beforeAll(async () => {
  if (lacks('ffmpeg')) return;
  aside = await emptyHome();
  const preload = path.join(aside.folder, 'fillable.mjs');
  await writeFile(preload, fillable(mark()));
  await writeFile(mark(), '');
  service = await serving({ preload });
});
afterAll(async () => {
  await service?.stop();
  await aside?.remove();
});

const mark = () => path.join(aside.folder, 'full');
const linesOf = (pattern: RegExp) =>
  service
    .said()
    .split('\n')
    .filter((line) => pattern.test(line));
const status = (...more: string[]) => vau(['service', 'status', ...more], { env: service.home.env });

describe('a service on an almost full disk', () => {
  it('says in its log when it begins to hold work back and when it goes on, once each', async () => {
    const short = /WARN .*less than 256 MB are free.*: free some space/i;
    await expect.poll(() => linesOf(short), { timeout: 20_000 }).toHaveLength(1);
    const refused = await fetch(`${service.url}/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${btoa('a.mp4')}`,
      },
    });
    expect(refused.status).toBe(507);
    expect(linesOf(/WARN .*refused.*room for 0 bytes/i)).toHaveLength(1);

    const { status: code, stdout, stderr } = await status();
    expect([code, stdout]).toEqual([0, expect.stringContaining('running')]);
    expect(stderr).toMatch(/less than 256 MB are free on the disk of the data folder: free some space/i);
    const json = await status('-o', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      state: 'running',
      // Its workers may not have started yet.
      problems: expect.arrayContaining([expect.stringMatching(/^less than 256 MB are free/)]),
    });

    // Some rounds later it has still said it once.
    await rm(mark());
    await expect.poll(() => linesOf(/enough room again/)).toHaveLength(1);
    expect(linesOf(short)).toHaveLength(1);
    expect((await status()).stderr).toBe('');
    expect(JSON.parse((await status('-o', 'json')).stdout)).not.toHaveProperty('problems');
  });
});
