import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TestRunner } from 'vitest';
// The only door of vitest to what its own workers run files with.
import { startTests } from 'vitest/internal/browser';

/**
 * Runs each test file once as it is, which shows the mutants that it reaches, and then once for each of these, in the same process:
 * only the mutant's module and those that import it are
 * evaluated anew, so that no state of one mutant meets the next. Each run ends at its first failure.
 */

/** A mutant that is asked for this often in one run does not end. */
const MOST_ASKED = 300_000;
/** Kept modules and services that failed tests left open add up. */
const MOST_BYTES = 1_200 * 1024 * 1024;

/** A test may take this long with a mutant, in milliseconds, and so many times as long as without one. */
const [LEAST_MS, TIMES] = [6_000, 5];
/** Tests may replace the global ones. */
const { setTimeout, clearTimeout } = globalThis;

const { todo, results, root } = JSON.parse(readFileSync(process.env.VAU_MUTATE, 'utf8'));
const tell = (line) => appendFileSync(results, `${JSON.stringify(line)}\n`);

let active;
let asked = 0;
let fetchOf;
const reached = new Set();
const done = new Set();
const full = () => process.memoryUsage().rss > MOST_BYTES;
const sources = [
  ...new Set(
    Object.values(todo)
      .flat()
      .map((id) => path.join(root, id.split('#')[0])),
  ),
];
globalThis.vauMutant = (id) => {
  if (active === undefined) reached.add(id);
  if (id !== active) return false;
  if (++asked > MOST_ASKED) throw new Error('this does not end');
  return true;
};

export default class MutantRunner extends TestRunner {
  async onBeforeCollect() {
    const { transport } = this.moduleRunner;
    // Nothing changes while this runs, so what was fetched once is not asked for again.
    if (!fetchOf)
      [fetchOf, transport.invoke] = [
        transport.invoke.bind(transport),
        async (name, data) =>
          name === 'fetchModule' && data[2]?.cached ? { cache: true } : fetchOf(name, data),
      ];
    this.forget(sources);
    reached.clear();
  }

  async onAfterRunFiles(files) {
    super.onAfterRunFiles();
    const [file] = files;
    const test = path.relative(root, file.filepath).replaceAll(path.sep, '/');
    const failed = failureOf(file);
    tell({ test, failed, reached: [...reached], ms: Math.round(file.result?.duration ?? 0) });
    const tried = todo[test].filter((id) => reached.has(id) && !done.has(id));
    if (failed || full() || tried.length === 0) return;
    for (const id of tried) {
      tell({ test, start: id });
      const since = performance.now();
      const caught = await this.failureWith(id, file);
      if (caught) done.add(id);
      tell({ test, id, caught, ms: Math.round(performance.now() - since) });
      if (full()) return;
    }
    // A process that a mutant has spoilt tells nothing of those after it.
    tell({ test, spoilt: await this.failureWith(undefined, file) });
    active = undefined;
  }

  /** Lets these modules be evaluated anew, with all that import them: the rest is a second of loading, and has no part in it. */
  forget(files) {
    const { idToModuleMap } = this.workerState.evaluatedModules;
    const forgotten = new Set(files);
    for (const name of forgotten) {
      const module = idToModuleMap.get(name);
      if (!module) continue;
      // What was fetched stays.
      Object.assign(module, { evaluated: false, promise: undefined, exports: undefined });
      for (const importer of module.importers) forgotten.add(importer);
    }
  }

  /** The name of the first test that fails with this mutant; undefined if none does. */
  async failureWith(id, whole) {
    const { filepath, result } = whole;
    this.forget([filepath, ...(id ? [path.join(root, id.split('#')[0])] : [])]);
    [active, asked] = [id, 0];
    // What waits for something that a mutant prevents should not wait long.
    const limit = 10_000 + 3 * (result?.duration ?? 0);
    const usual = timesOf(whole);
    const run = Object.create(this, {
      config: { value: { ...this.config, testTimeout: limit, hookTimeout: limit } },
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
      runTask: {
        value: (test) => within(LEAST_MS + TIMES * (usual.get(test.id) ?? 0), TestRunner.getTestFn(test)),
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

/** How long each test took, by its id. */
function timesOf(task) {
  const inner = (task.tasks ?? []).flatMap((one) => [...timesOf(one)]);
  return new Map([...inner, [task.id, task.result?.duration ?? 0]]);
}

/** What `work` resolves with; fails after `ms`. */
function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes more than ${ms} ms`)), ms);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
