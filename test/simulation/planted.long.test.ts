import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { planted } from './planted.mjs';

it('each planted fault is found within 2,000 seeds', { timeout: 3_600_000 }, async () => {
  const program = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--planted']);
  for (const name of Object.keys(planted)) expect(stdout).toMatch(new RegExp(`^${name}: seed \\d+: .`, 'm'));
});
