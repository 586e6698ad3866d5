import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inFull } from '../support/in-full.ts';

const SEEDS = inFull(500, 8);

/** Runs the simulation as a person does; rejects with what it prints if a seed broke a rule. `stderr` is the trace. */
function simulate(...options: string[]) {
  const program = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));
  return promisify(execFile)(process.execPath, [program, ...options]);
}

describe('simulated days of the service', () => {
  it(`break no rule: ${SEEDS} seeds`, { timeout: 240_000 + SEEDS * 10_000 }, async () => {
    const { stdout } = await simulate('--seeds', String(SEEDS));
    expect(stdout).toMatch(new RegExp(`^${SEEDS} seeds, \\d+ steps, \\d+ transactions: 0 broken`));
  });

  it.each(['zwei', '0', '1.5'])('are not said to hold where none was run: --seeds %s', async (seeds) => {
    await expect(simulate('--seeds', seeds)).rejects.toThrow('--seeds must be a whole number from 1 on');
  });

  // Every fourth day has the database's own files on the disk.
  it.each(['3', '4'])('happen again exactly: seed %s', { timeout: 240_000 }, async (seed) => {
    const [one, other] = [
      await simulate('--seed', seed, '--trace'),
      await simulate('--seed', seed, '--trace'),
    ];
    expect(one.stderr.split('\n').length).toBeGreaterThan(10);
    expect(other.stderr).toBe(one.stderr);
  });
});
