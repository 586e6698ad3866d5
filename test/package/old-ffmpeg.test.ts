/** `vau serve` of the built package with an ffmpeg of 2018: files of other people are refused unless it is named. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeImage } from '../support/film.ts';
import { type Loopback, loopback } from '../support/loopback.ts';
import { lacks, locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const OLD = 'ffmpeg version N-47683-g0e8eb07980-static C\\nlibavcodec     58. 42.100 / 58. 42.100\\n';
const SAYS = /ffmpeg N-47683\S+ has had no security fixes for years and opens no files of other people/;
let folder: string;
let old: string;
let site: Loopback;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-old-'));
  old = path.join(folder, 'ffmpeg');
  site = await loopback(async (_, response) => {
    response.end(await makeImage());
  });
  const real = lacks('ffmpeg') ? '' : locate('ffmpeg');
  // It works as the present one does, and says that it is old.
  await writeFile(
    old,
    `#!/bin/sh\nif [ "$1" = -version ]; then printf '${OLD}'; else exec '${real}' "$@"; fi\n`,
  );
  await chmod(old, 0o755);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Without any other ffmpeg. */
const alone = () => ({ PATH: folder, VAU_FFMPEG: '', FFMPEG_BIN: '', VAU_PRIVATE_ADDRESSES: 'on' });

async function ingested(service: Serving) {
  const { body } = await service.call('POST', '/v1/files/sync', { url: `${site.url}/picture.png` });
  return service.settled(`/v1/files/${body.id}`);
}

describe.skipIf(process.platform === 'win32')('an ffmpeg of 2018 that nobody named', () => {
  needs('ffmpeg')('opens files of this machine, and none of a link', { timeout: 300_000 }, async () => {
    const service = await serving({ env: alone() });
    try {
      const refused = await ingested(service);
      expect(refused).toMatchObject({ status: 'failed', error: expect.stringMatching(SAYS) });
      expect(site.arrived).toEqual([]);
      const { body } = await service.upload(await makeImage(), 'picture.png');
      expect(await service.settled(`/v1/files/${body.id}`)).toMatchObject({ status: 'completed' });
    } finally {
      await service.stop();
    }
  });

  needs('ffmpeg')('serves nobody else', { timeout: 300_000 }, async () => {
    for (const options of [
      { args: ['--host', '0.0.0.0'] },
      { env: { VAU_PUBLIC_URL: 'https://vau.example' } },
    ])
      await expect(
        serving({ ...options, env: { ...alone(), ...options.env } }),
        JSON.stringify(options),
      ).rejects.toThrow(SAYS);
  });

  needs('ffmpeg')('does both once it is named', { timeout: 300_000 }, async () => {
    const service = await serving({ env: { ...alone(), VAU_FFMPEG: old }, args: ['--host', '0.0.0.0'] });
    try {
      expect(await ingested(service)).toMatchObject({ status: 'completed' });
    } finally {
      await service.stop();
    }
  });
});
