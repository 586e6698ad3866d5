import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mutate } from './mutate/mutants.mjs';

/**
 * Changes the sources that a name stands for in many small ways, and tells which changes no test of that name notices:
 * `npm run mutate -- [NAME...]`. scripts/mutate/names.json says which sources and tests a name has, and
 * scripts/mutate/survivors.json which survivors change nothing that could be noticed, and why.
 *
 * --sample N tries N mutants of each name, chosen by --seed; --least P is the percentage below which it fails; --again forgets
 * what was found before, which is otherwise kept until the source or the test changes; --root is for the test of this script.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
    ...{ least: { type: 'string', default: '92' }, again: { type: 'boolean', default: false } },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
  },
});
const root = path.resolve(values.root);
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

const table = JSON.parse(read('scripts/mutate/names.json'));
const equivalent = new Set(JSON.parse(read('scripts/mutate/survivors.json')).map(keyOf));
const names = positionals.length > 0 ? positionals : Object.keys(table);
const unknown = names.filter((name) => !table[name]);
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Names: ${Object.keys(table).join(', ')}`);
  process.exit(2);
}

for (const name of ['sample', 'least'])
  if (values[name] !== undefined && !(Number(values[name]) > 0)) {
    console.error(`--${name} must be a number above 0 (got "${values[name]}")`);
    process.exit(2);
  }

const cache = path.join(root, 'node_modules/.cache/mutation');
mkdirSync(cache, { recursive: true });
const found = new Map();
try {
  for (const name of names) found.set(name, await run(name));
  process.exitCode = report() ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 3;
}

/** What a mutant is known by in survivors.json, wherever its line is. */
function keyOf({ file, code, from, to }) {
  return hash(file, code, from, to);
}

/** Runs the tests of a name, the quickest file first as the table has them, against the mutants that are still alive. */
async function run(name) {
  const { sources, tests } = table[name];
  const whole = sources.flatMap((file) => mutate(file, read(file)).mutants);
  const mutants = sampled(whole);
  const kept = path.join(cache, `${name}.json`);
  // What is known: by mutant, the tests that let it live and the one that caught it, each with what they depend on.
  const known = !values.again && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const ways = (file) => whole.filter((one) => one.file === file);
  const sourceHash = new Map(sources.map((file) => [file, hash(read(file), ways(file))]));
  // As they are now: somebody may write tests while this runs.
  const testHash = new Map(tests.map((test) => [test, hash(test, read(test), ...helpersOf(test))]));
  const place = (mutant, test) => `${mutant.id} ${sourceHash.get(mutant.file)} ${testHash.get(test)}`;
  const verdict = (mutant, test) => known[place(mutant, test)];
  for (;;) {
    const alive = mutants.filter((one) => !tests.some((test) => verdict(one, test)?.caught));
    const todo = Object.fromEntries(
      tests
        .map((test) => [test, alive.filter((one) => !verdict(one, test)).map((one) => one.id)])
        .filter(([, ids]) => ids.length > 0),
    );
    if (Object.keys(todo).length === 0) break;
    process.stderr.write(`${name}: ${alive.length} of ${mutants.length} mutants are not caught yet\n`);
    const { verdicts: results, fault } = await session(sources, todo);
    for (const mutant of alive)
      for (const test of tests) {
        const result = results.get(`${mutant.id} ${test}`);
        if (result) known[place(mutant, test)] = result;
      }
    writeFileSync(kept, JSON.stringify(known));
    if (fault) throw new Error(fault);
  }
  return mutants.map((mutant) => {
    const verdicts = tests.map((test) => verdict(mutant, test));
    return {
      ...mutant,
      caught: verdicts.some((one) => one?.caught),
      reached: verdicts.some((one) => one?.reached),
    };
  });
}

/** What a test file takes from its own folder: a suite that several files run, and what makes its rows. */
function helpersOf(test) {
  const names = [...read(test).matchAll(/ from '(\.\/[^']+)'/g)].map(([, name]) => name);
  return names.map((name) => read(path.posix.join(path.posix.dirname(test), name)));
}

/** Chooses so many that each seed has its own, the same each time. */
function sampled(mutants) {
  if (!values.sample) return mutants;
  const order = new Map(mutants.map((one) => [one.id, hash(values.seed, keyOf(one), one.id)]));
  const chosen = [...mutants].sort((a, b) => (order.get(a.id) < order.get(b.id) ? -1 : 1));
  return chosen.slice(0, Number(values.sample));
}

/**
 * Runs test files until all is tried, or until their process hangs or has grown too large.
 * @param todo the ids of mutants for each test file
 * @returns what is known then, by mutant and test file
 */
async function session(sources, todo) {
  const base = path.join(cache, `session-${process.pid}`);
  const [plan, results, films] = [`${base}.json`, `${base}.lines`, `${base}-films`];
  writeFileSync(plan, JSON.stringify({ root, sources, todo, results }));
  writeFileSync(results, '');
  mkdirSync(films, { recursive: true });
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'mutate/session.mjs')], {
    ...{ cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, VAU_MUTATE: plan, VAU_TEST_FILMS: films },
  });
  const kill = () => process.kill(-child.pid, 'SIGKILL');
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.removeAllListeners(signal).once(signal, () => {
      stopped = true;
      kill();
    });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  let over = false;
  const ended = new Promise((resolve) => child.on('close', resolve)).then(() => (over = true));
  const lines = () =>
    readFileSync(results, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  // A test's own limit ends most that hang; what blocks the process is ended here.
  let [count, since, hung] = [0, Date.now(), false];
  while (!over && !hung) {
    await Promise.race([ended, pause(200)]);
    const all = lines();
    if (all.length !== count) [count, since] = [all.length, Date.now()];
    const whole = all.findLast((one) => one.reached)?.ms ?? 0;
    hung = Date.now() - since > (all.at(-1)?.start ? 60_000 + 5 * whole : 600_000);
  }
  if (!over) kill();
  await ended;
  const all = lines();
  for (const file of [plan, results, films]) rmSync(file, { recursive: true });
  const verdicts = new Map();
  for (const { test, id, caught } of all.filter((one) => one.id))
    verdicts.set(`${id} ${test}`, { reached: true, caught });
  const last = all.at(-1);
  if (last?.start && !stopped)
    verdicts.set(`${last.start} ${last.test}`, { reached: true, caught: 'it does not end' });
  for (const { test, reached } of all.filter((one) => one.reached && !one.failed))
    for (const id of todo[test]) if (!reached.includes(id)) verdicts.set(`${id} ${test}`, { reached: false });
  const [wrong, spoilt] = [all.find((one) => one.failed), all.find((one) => one.spoilt)];
  if (wrong) return { verdicts, fault: `${wrong.test} fails without a mutant: ${wrong.failed}\n${said}` };
  // What it said of the mutants cannot be trusted.
  if (spoilt)
    return { verdicts: new Map(), fault: `${spoilt.test} fails after the mutants: ${spoilt.spoilt}` };
  if (stopped) return { verdicts, fault: 'It was stopped; the next run goes on here.' };
  return { verdicts, fault: verdicts.size === 0 ? said : undefined };
}

/** A change, without the long beginning that both have. */
function changed(from, to) {
  let same = 0;
  while (same < Math.min(from.length, to.length) && from[same] === to[same]) same += 1;
  const skipped = same > 60 ? same - 30 : 0;
  const brief = (text) => (skipped > 0 ? '… ' : '') + text.slice(skipped);
  return `${brief(from)}  →  ${to === '' ? 'removed' : brief(to)}`;
}

/** Prints the survivors and the share of each folder. @returns whether enough are caught under every name */
function report() {
  const rows = new Map();
  const row = (key) => rows.get(key) ?? rows.set(key, { mutants: 0, caught: 0, excused: 0 }).get(key);
  for (const [name, mutants] of found)
    for (const mutant of mutants) {
      const excused = !mutant.caught && equivalent.has(keyOf(mutant));
      for (const one of [row(name), row(`  ${path.posix.dirname(mutant.file)}`), row('all')]) {
        one.mutants += 1;
        one.caught += Number(mutant.caught);
        one.excused += Number(excused);
      }
      if (mutant.caught || excused) continue;
      const { file, line, from, to, reached } = mutant;
      console.log(`${file}:${line}  ${changed(from, to)}${reached ? '' : '  (no test comes here)'}`);
    }
  const share = ({ mutants, caught, excused }) => (100 * caught) / Math.max(1, mutants - excused);
  console.log(`\n${'mutants of'.padEnd(44)}  number  caught  equivalent  share`);
  for (const [key, one] of rows)
    console.log(
      `${key.padEnd(44)}  ${String(one.mutants).padStart(6)}  ${String(one.caught).padStart(6)}  ` +
        `${String(one.excused).padStart(10)}  ${share(one).toFixed(1)} %`,
    );
  if (values.sample) console.log(`A sample of ${values.sample} for each name, by seed ${values.seed}.`);
  return names.every((name) => share(row(name)) >= Number(values.least));
}
