/**
 * Simulates days of the service on a clock, a disk and a network of the simulation's own, each from its seed
 * (test/simulation). Exits with 1 if a seed breaks an invariant.
 *
 *   npm run simulate -- [--seeds N] [--seed S] [--shrink] [--trace] [--planted [NAME]]
 *
 * --seeds: how many, from --seed on (default 500 from 1). --seed alone: that one. --shrink: leaves out of a day what its fault does
 * not need. --trace: prints what happens; a seed in a new process happens again exactly. --planted: puts known faults into the
 * sources, and shows for each the first seed that finds it. Ctrl-C says how far it came, and how to go on.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { known, planted } from '../test/simulation/planted.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inSimulation = (file) => path.join(root, 'test/simulation', file);

/** What the service gets in place of Node's own modules. */
const modules = {
  'node:fs/promises': 'world/files.ts',
  'node:fs': 'world/files-sync.ts',
  'node:crypto': 'world/crypto.ts',
  'node:timers/promises': 'world/timers.ts',
  'node:v8': 'world/v8.ts',
};

/** What it gets in place of its own files. */
const files = {
  'src/service/store/sqlite/sqlite-module.ts': 'world/database.ts',
  'src/service/net/outgoing.ts': 'stand-ins/outgoing.ts',
  'src/service/resources/analysis/analyse-file.ts': 'stand-ins/analyse-file.ts',
  'src/service/resources/find-moments/engine.ts': 'stand-ins/engine.ts',
  'src/media/index.ts': 'stand-ins/media.ts',
};

/** Where the processes of a day share a connection, none may look into the transaction of another. */
const adapted = [
  [
    'src/service/store/sqlite/patient-driver.ts',
    'return this.#driver?.isFree ?',
    'return this.#driver?.isFree && !globalThis.isSimulatedStoreTaken() ?',
  ],
];

/** Changes a source, which must have each text once. */
async function edited(file, edits) {
  let text = await readFile(path.join(root, file), 'utf8');
  for (const [, from, to] of edits) {
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** @param edits of sources, as [file, from, to] */
function ownWorld(edits) {
  const isOurs = (importer) => /^(src|test\/support)\//.test(path.relative(root, importer));
  return {
    name: 'own-world',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path: loaded }) => {
        const file = path.relative(root, loaded);
        const own = edits.filter(([of]) => of === file);
        return own.length === 0 ? undefined : { contents: await edited(file, own), loader: 'ts' };
      });
      bundle.onResolve({ filter: /^node:/ }, ({ path: name, importer }) =>
        isOurs(importer) && modules[name] ? { path: inSimulation(modules[name]) } : undefined,
      );
      bundle.onResolve({ filter: /^kysely$/ }, ({ importer }) =>
        importer.endsWith('patient-driver.ts') ? { path: inSimulation('world/driver.ts') } : undefined,
      );
      bundle.onResolve({ filter: /^\..*\.ts$/ }, ({ path: name, importer, resolveDir }) => {
        const file = isOurs(importer) ? path.relative(root, path.resolve(resolveDir, name)) : '';
        return files[file] ? { path: inSimulation(files[file]) } : undefined;
      });
    },
  };
}

async function bundle(name, edits) {
  const outfile = path.join(root, 'node_modules/.cache/simulation', `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: ['test/simulation/main.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    logLevel: 'warning',
    external: [
      '@photostructure/sqlite',
      'tesseract.js',
      '@tesseract.js-data/eng',
      'ffmpeg-static',
      'pg-native',
    ],
    banner: {
      js: "import{createRequire as __vauRequire}from'node:module';const require=__vauRequire(import.meta.url);",
    },
    plugins: [ownWorld([...adapted, ...edits])],
  });
  return outfile;
}

/** Seeds for which processes are started anew: what days leave in a process stays little, and not much is lost with Ctrl-C. */
const BATCH = 400;

/** Runs seeds in several processes, and calls back with each that has a fault. */
async function run(program, order, onFault) {
  const many = order.trace ? 1 : Math.min(os.availableParallelism(), order.end - order.from);
  const total = { seeds: 0, steps: 0, commits: 0, seconds: 0 };
  const children = Array.from({ length: many }, (_, at) => {
    const own = order.planted
      ? { ...order, every: 1, planted: order.planted.filter((_, index) => index % many === at) }
      : { ...order, from: order.from + at, every: many };
    const options = { stdio: ['ignore', 'pipe', 'inherit'] };
    // Stacks take a fifth of the time: errors are the day's business.
    const flags = order.trace
      ? ['--enable-source-maps']
      : ['--stack-trace-limit=0', '--max-semi-space-size=64'];
    return spawn(process.execPath, [...flags, program, JSON.stringify(own)], options);
  });
  const ends = children.map(async (child) => {
    let isDone = false;
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line);
      if (said.faults) onFault(said);
      else {
        isDone = true;
        for (const name of Object.keys(total)) total[name] += said[name];
      }
    }
    return isDone;
  });
  const done = await Promise.all(ends);
  return { ...total, isWhole: done.every(Boolean) };
}

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    shrink: { type: 'boolean' },
    trace: { type: 'boolean' },
    planted: { type: 'boolean' },
  },
  allowPositionals: true,
});

for (const name of ['seeds', 'seed'])
  if (values[name] !== undefined && !/^[1-9]\d*$/.test(values[name])) {
    console.error(`--${name} must be a whole number from 1 on (got "${values[name]}")`);
    process.exit(2);
  }
const from = Number(values.seed ?? 1);
const began = performance.now();

if (values.planted) await showPlanted();
else await simulate(Number(values.seeds ?? (values.seed === undefined ? 500 : 1)));

async function simulate(seeds) {
  const { shrink = false, trace = false } = values;
  const program = await bundle('simulation', []);
  const end = from + seeds;
  const total = { seeds: 0, steps: 0, commits: 0, seconds: 0 };
  let broken = 0;
  let isWhole = true;
  let isStopped = false;
  process.on('SIGINT', () => {
    isStopped = true;
  });
  const summary = () => {
    const minutes = (performance.now() - began) / 60_000;
    return (
      `${total.seeds} seeds, ${total.steps} steps, ${total.commits} transactions: ${broken} broken; ` +
      `${Math.round(total.seeds / minutes)} seeds a minute, ${Math.round((1_000 * total.seconds) / total.seeds)} ms of processor time each`
    );
  };
  let next = from;
  for (; next < end && !isStopped; next = Math.min(end, next + BATCH)) {
    const order = { from: next, end: Math.min(end, next + BATCH), shrink, trace };
    const found = [];
    const done = await run(program, order, (fault) => found.push(fault));
    if (isStopped) break;
    isWhole &&= done.isWhole;
    for (const name of Object.keys(total)) total[name] += done[name];
    for (const one of found) broken += await report(program, order, one, seeds === 1);
    if (process.stderr.isTTY && !trace) process.stderr.write(`\r\x1b[K${summary()}`);
  }
  if (process.stderr.isTTY && !trace) process.stderr.write('\r\x1b[K');
  console.log(total.seeds > 0 ? summary() : 'no seed was finished');
  if (next < end) console.error(`Interrupted: go on with --seed ${next} --seeds ${end - next}`);
  if (isStopped) process.exit(130);
  process.exitCode = broken > 0 || !isWhole ? 1 : 0;
}

/** Prints a fault of a seed. @returns 1 if the seed has it in a process of its own too, else 0 */
async function report(program, order, one, isAlone) {
  const again = isAlone ? one : await byItself(program, order, one.seed);
  const { seed, faults, acts = [] } = again ?? one;
  console.log(`seed ${seed}${again ? '' : ', after other days and not by itself'}: ${faults.join('\n  ')}`);
  for (const { at, what } of acts) console.log(`  at ${at} ms: ${what}`);
  return again ? 1 : 0;
}

/**
 * A fault that others cannot see again proves nothing: what an earlier day has left in the process made it.
 * @returns the fault of this seed in a new process; undefined without one
 */
async function byItself(program, order, seed) {
  let fault;
  await run(program, { ...order, from: seed, end: seed + 1 }, (one) => {
    fault = one;
  });
  return fault;
}

/** How many seeds may be needed to find a fault. */
async function showPlanted() {
  const most = Number(values.seeds ?? 2_000);
  const isMeant = (name) => positionals.length === 0 || positionals.some((word) => name.includes(word));
  const names = Object.keys(planted).filter(isMeant);
  const edits = Object.entries(planted).flatMap(([name, own]) =>
    own.map(([file, text, to]) => [
      file,
      text,
      to.replaceAll('PLANTED', `(globalThis.plantedFault === ${JSON.stringify(name)})`),
    ]),
  );
  const program = await bundle('planted', edits);
  const order = { from, end: from + most, planted: names, known };
  const { isWhole } = await run(program, order, ({ planted: name, seed, faults }) => {
    if (seed === undefined) process.exitCode = 1;
    console.log(
      `${name}: ${seed === undefined ? `not found by ${most} seeds` : `seed ${seed}: ${faults[0].split('\n')[0]}`}`,
    );
  });
  if (!isWhole) process.exitCode = 1;
}
