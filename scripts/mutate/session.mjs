import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { mutate } from './mutants.mjs';

/** One process for one test file and the mutants that it may catch; VAU_MUTATE names the file that says which. */
const { root, test, sources, setup } = JSON.parse(readFileSync(process.env.VAU_MUTATE, 'utf8'));

const mutants = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative(root, id).replaceAll(path.sep, '/');
    return sources.includes(file) ? { code: mutate(file, code).text, map: null } : undefined;
  },
};

const vitest = await createVitest(
  'test',
  {
    ...{ root, config: false, watch: false, include: [test], globalSetup: setup, reporters: ['default'] },
    ...{ pool: 'forks', isolate: false, maxWorkers: 1, runner: path.join(import.meta.dirname, 'runner.mjs') },
    // What waits for something that a mutant prevents should not wait long.
    ...{ testTimeout: 30_000, hookTimeout: 30_000, expect: { poll: { timeout: 8_000 } } },
    env: { NO_COLOR: '1', VAU_TEST_FULL: '1' },
  },
  { plugins: [mutants] },
);
await vitest.start();
await vitest.close();
process.exit();
