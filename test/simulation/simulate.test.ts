import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inFull } from '../support/in-full.ts';

const SEEDS = inFull(500, 16);

/** Runs the simulation as a person does; rejects with what it prints if a seed broke a rule. */
async function simulate(...options: string[]): Promise<string> {
  const program = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options]);
  return stdout;
}

describe('simulated days of the service', () => {
  it(`break no rule: ${SEEDS} seeds`, { timeout: 240_000 + SEEDS * 10_000 }, async () => {
    expect(await simulate('--seeds', String(SEEDS))).toMatch(
      new RegExp(`^${SEEDS} seeds, \\d+ steps, \\d+ transactions: 0 broken`),
    );
  });

  it('happen again exactly, with the database on a disk and without', { timeout: 240_000 }, async () => {
    expect(await simulate('--seed', '3', '--seeds', '2', '--twice')).toContain(': 0 broken');
  });
});
