import { appendFileSync, readFileSync } from 'node:fs';
import { startTests } from '@vitest/runner';
import { TestRunner } from 'vitest';

/**
 * Runs a test file once as it is, which shows the mutants that it reaches, and then once for each of these, in the same process:
 * only our own modules are loaded anew, so that no state of one mutant meets the next. Each run ends at its first failure.
 */

/** A mutant that is asked for this often in one run does not end. */
const MOST_ASKED = 300_000;
/** Kept modules and services that failed tests left open add up. */
const MOST_BYTES = 1_200 * 1024 * 1024;

const { todo, results, root } = JSON.parse(readFileSync(process.env.VAU_MUTATE, 'utf8'));
const tell = (line) => appendFileSync(results, `${JSON.stringify(line)}\n`);

let active;
let asked = 0;
const reached = new Set();
globalThis.vauMutant = (id) => {
  if (active === undefined) reached.add(id);
  if (id !== active) return false;
  if (++asked > MOST_ASKED) throw new Error('this does not end');
  return true;
};

export default class MutantRunner extends TestRunner {
  async onAfterRunFiles(files) {
    super.onAfterRunFiles(files);
    const [file] = files;
    const failed = failureOf(file);
    tell({ failed, reached: [...reached], ms: Math.round(file.result?.duration ?? 0) });
    if (failed) return;
    for (const id of todo.filter((one) => reached.has(one))) {
      tell({ start: id });
      tell({ id, caught: await this.failureWith(id, file) });
      if (process.memoryUsage().rss > MOST_BYTES) return;
    }
    // A process that a mutant has spoilt tells nothing of those after it.
    const spoilt = await this.failureWith('none', file);
    tell({ end: true, spoilt });
  }

  /** The name of the first test that fails with this mutant; undefined if none does. */
  async failureWith(id, { filepath }) {
    const { evaluatedModules } = this.workerState;
    for (const [name, module] of evaluatedModules.idToModuleMap)
      if (name.startsWith(root) && !name.includes('/node_modules/')) evaluatedModules.invalidateModule(module);
    [active, asked] = [id, 0];
    const run = Object.create(this, {
      onTaskUpdate: { value: async () => undefined },
      onCollectStart: { value: (file) => TestRunner.prototype.onCollectStart.call(this, file) },
      onCollected: { value: async () => undefined },
      onAfterRunFiles: { value: () => super.onAfterRunFiles() },
      onAfterRunTask: {
        value(test) {
          TestRunner.prototype.onAfterRunTask.call(this, test);
          if (test.result?.state === 'fail') this.cancel?.('test-failure');
        },
      },
      cancelRun: { value: false, writable: true },
      cancel: { value: TestRunner.prototype.cancel, writable: true },
    });
    const [file] = await startTests([filepath], run);
    return failureOf(file);
  }
}

function failureOf(task) {
  const inner = (task.tasks ?? []).map(failureOf).find((name) => name !== undefined);
  if (inner !== undefined) return inner;
  return task.result?.state === 'fail' ? task.name : undefined;
}
