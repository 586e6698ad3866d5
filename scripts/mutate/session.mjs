import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import { mutate } from './mutants.mjs';

/** One process for some test files and the mutants that each may catch; VAU_MUTATE names the file that says which. */
const { root, todo, sources } = JSON.parse(readFileSync(process.env.VAU_MUTATE, 'utf8'));

const mutants = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative(root, id).replaceAll(path.sep, '/');
    return sources.includes(file) ? { code: mutate(file, code).text, map: null } : undefined;
  },
};

/** The order of the table: the quickest first. */
class AsGiven extends BaseSequencer {
  async sort(specs) {
    const place = (spec) => Object.keys(todo).findIndex((test) => spec.moduleId === path.join(root, test));
    return [...specs].sort((a, b) => place(a) - place(b));
  }
}

const vitest = await createVitest(
  'test',
  {
    ...{ root, config: false, watch: false, include: Object.keys(todo), reporters: ['default'] },
    ...{
      pool: 'forks',
      isolate: false,
      sequence: { sequencer: AsGiven },
      maxWorkers: 1,
      runner: path.join(import.meta.dirname, 'runner.mjs'),
    },
    ...{ testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } },
    env: { NO_COLOR: '1' },
  },
  { plugins: [mutants] },
);
await vitest.start();
await vitest.close();
process.exit();
