/** The driver of faults (npm run faults), for a minute. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { needs } from '../support/programs.ts';

const driver = fileURLToPath(new URL('../../scripts/faults.mjs', import.meta.url));

needs('ffmpeg', 'ffprobe').skipIf(process.platform !== 'linux')(
  '[SAFE-3] a service that is killed, stopped, filled and moved for a minute loses nothing that it acknowledged',
  { timeout: 1_800_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      driver,
      '--minutes',
      '1',
      '--seed',
      '20261127',
    ]);
    expect(stdout).toMatch(/kills \(.*files acknowledged.*: nothing lost/);
  },
);
