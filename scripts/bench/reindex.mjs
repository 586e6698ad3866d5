/**
 * Measures search while all vectors of 100,000 segments are made again with another encoder: a small one in ONNX that a
 * script made, as `vau setup meaning` brings one. The service of the build runs with its own workers, and is asked one
 * search after another over HTTP, before, during and after. Prints errors; answers that are neither by the vectors of the
 * one encoder nor by those of the other; the time that it took; and p50 and p95 of a search: processor time of the service's
 * process with the encoder's for a query, and wall time. Exits 1 for an error or such an answer, or when p95 is over its
 * budget. Linux only. Build first.
 *
 *   npm run bench -- reindex [--minutes 10]
 *
 * `--minutes` ends it so long after the change began, with what is known by then.
 *
 * The store is a copy of that of the benchmark `meaning` with 10,000 files, which must be there.
 *
 * Each question is asked by the old vectors, and afterwards by the new ones. Documents do not change meanwhile, so each
 * answer during the change must be one of these two, with the same results and scores, or that by words alone, if the
 * encoder did not answer in time: vectors of both would give another one.
 */
import { access, cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './reindex/service.mjs';
import { filledStore } from './scale-folder.mjs';
import { COMMON, rareWord } from './scale-words.mjs';
import { bundleService } from './service-bundle.mjs';

const FILES = 10_000;
const SEGMENTS = 10;
/** Milliseconds of processor time for p95. */
const BUDGET = 60;
/** More than the service remembers vectors of queries, so that each is encoded. */
const QUESTIONS = 520;
/**
 * Searches before each part of the measurement: the budget is that of a warm search, and hot code is compiled until then. They
 * are of the same kinds as those that count, as other ones would not reach all of that code, and none of them is asked again.
 */
const WARM_UP = 200;
/** Milliseconds between two searches. */
const PAUSE = 50;

/** The scripts of the packaged encoder, and of one in ONNX. */
const [OLD, NEW] = ['encoder.js', 'onnx-encoder.js'];

const minutesAt = process.argv.indexOf('--minutes');
const minutes = minutesAt < 0 ? Number.POSITIVE_INFINITY : Number(process.argv[minutesAt + 1]);

const word = (at, step) => COMMON[(at * 5 + step * 7) % COMMON.length];
const question = (at) =>
  at % 2 === 0
    ? `when does the ${word(at, 1)} of the ${word(at, 2)} begin in part ${at}`
    : `what did they say about the ${word(at, 3)} and ${rareWord(at * 41)}`;
const questions = Array.from({ length: QUESTIONS }, (_, at) => question(at));
let warmed = QUESTIONS;

const bundle = await bundleService();
const modules = await import(bundle.outfile);
const filled = `${filledStore(FILES, SEGMENTS, modules.storeVersion)}-meaning`;
await access(path.join(filled, 'full-meaning'));
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-reindex-'));
try {
  await cp(filled, dataDir, { recursive: true });
  await measure();
} finally {
  await bundle.remove();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function measure() {
  const store = await modules.openStore(dataDir);
  const { db } = store;
  const { token } = await modules.createToken(db, await modules.localAccount(db, 1), 'bench', Date.now());
  const collections = (await db.selectFrom('collections').select('id').execute()).map(({ id }) => id);
  const start = (env) => startService(dataDir, token, collections.slice(0, 100), env);
  const service = await start({});
  try {
    const before = await ask(service, OLD, questions, true);
    await modules.setUpEncoder(dataDir, 'another', COMMON, { dimension: 64 });
    const change = watchChange(db);
    const making = await ask(
      service,
      OLD,
      questionsUntil(() => change.made !== undefined || change.isLate()),
    );
    if (change.made === undefined) {
      console.log(`${change.count} of ${FILES * SEGMENTS} vectors made in ${minutes} minutes`);
      print({ before, 'while vectors are made': making });
      await judgeAll(service, start, making, [before]);
      return;
    }
    const deleting = await ask(
      service,
      NEW,
      questionsUntil(() => change.deleted !== undefined),
    );
    const after = await ask(service, NEW, questions, true);
    const all = FILES * SEGMENTS;
    console.log(
      `${all} segments: new vectors after ${change.made} s, old ones deleted after ${change.deleted} s`,
    );
    print({ before, 'while vectors are made': making, 'while old ones are deleted': deleting, after });
    await judgeAll(service, start, [...making, ...deleting], [before, after]);
  } finally {
    await service.stop();
    await store.close();
  }
}

async function judgeAll(service, start, during, phases) {
  const others = judge(during, phases);
  await service.stop();
  const byWords = await start({ VAU_EMBEDDINGS: 'off' });
  try {
    judgeOthers(others, await ask(byWords, undefined, new Set(others.map(({ query }) => query))));
  } finally {
    await byWords.stop();
  }
}

function* questionsUntil(ended) {
  for (let at = 0; !ended(); at += 1) yield questions[at % QUESTIONS];
}

/**
 * Searches one after another.
 * @param encoder the script of the queries' encoder, whose processor time is spread over all
 * @param surely asks again for the answer, which the first time may be one by words: by then the query's vector is there
 */
async function ask(service, encoder, queries, surely = false) {
  // An encoder takes a while to start, and searches go by words until then.
  for (let at = 0; at < WARM_UP; at += 1) await service.search(question(warmed++));
  const [asked, encoding] = [[], encoder ? service.usedByEncoder(encoder) : 0];
  for (const query of queries) {
    const first = await service.search(query);
    const { found } = surely ? await service.search(query) : first;
    asked.push({ query, ...first, found });
    await sleep(PAUSE);
  }
  const each = encoder ? (service.usedByEncoder(encoder) - encoding) / asked.length : 0;
  return asked.map((one) => ({ ...one, cpu: one.cpu + each, each }));
}

/** Looks every second how far it is. @returns seconds until all vectors were made, and until the old ones were deleted */
function watchChange(db) {
  const began = performance.now();
  const isLate = () => performance.now() - began > minutes * 60_000;
  const change = { made: undefined, deleted: undefined, count: 0, isLate };
  const look = async () => {
    const counts = await db
      .selectFrom('passages')
      .select(({ fn }) => ['encoder', fn.countAll().as('count')])
      .groupBy('encoder')
      .orderBy('encoder')
      .execute();
    if (counts.length > 1) change.count = counts.at(-1).count;
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (change.count === FILES * SEGMENTS) change.made ??= seconds;
    if (change.made !== undefined) await endWait(db);
    if (counts.length === 1 && change.made !== undefined) change.deleted = seconds;
    else if (!isLate()) setTimeout(look, 1_000);
  };
  look();
  return change;
}

/** The old vectors are kept for ten minutes, for searches that began by them. The benchmark has none that are so long. */
async function endWait(db) {
  await db.updateTable('encoders').set({ complete_at: 0 }).where('complete_at', 'is not', null).execute();
  await db
    .updateTable('jobs')
    .set({ run_at: 0, state: 'ready' })
    .where('kind', '=', 'passages.encode')
    .where('state', '=', 'later')
    .execute();
}

/** @returns the answers by the vectors of neither encoder alone */
function judge(during, [before, after = []]) {
  const [old, next] = [before, after].map(foundBy);
  const same = questions.filter((query) => old.get(query) === next.get(query)).length;
  const failed = during.filter(({ error }) => error);
  const byOld = during.filter(({ query, found, error }) => !error && old.get(query) === found);
  const others = during.filter((one) => !failed.includes(one) && !byOld.includes(one));
  const neither = others.filter(({ query, found }) => next.get(query) !== found);
  if (failed.length + same > 0) process.exitCode = 1;
  console.log(
    `${during.length} searches meanwhile: ${failed.length} errors, ${byOld.length} by the old vectors, ` +
      `${others.length - neither.length} by the new ones; ${same} of ${QUESTIONS} questions have the same answer by both`,
  );
  return neither;
}

/** Without the vector of its query in time, a search goes by words. */
function judgeOthers(others, asked) {
  const words = foundBy(asked);
  const mixed = others.filter(({ query, found }) => words.get(query) !== found);
  if (mixed.length > 0) process.exitCode = 1;
  console.log(`by words alone ${others.length - mixed.length}, by vectors of both ${mixed.length}`);
}

function foundBy(asked) {
  return new Map(asked.map(({ query, found }) => [query, found]));
}

function print(phases) {
  console.log(`ms; budget of p95 in processor time: ${BUDGET}`);
  console.log(
    [''.padEnd(28), 'searches', 'cpu p50', 'cpu p95', 'wall p50', 'wall p95', 'encoder'].join('  '),
  );
  for (const [name, asked] of Object.entries(phases)) {
    const [cpu, wall] = [asked.map((one) => one.cpu), asked.map((one) => one.wall)];
    const over = share(cpu, 0.95) > BUDGET;
    if (over) process.exitCode = 1;
    const times = [share(cpu, 0.5), share(cpu, 0.95), share(wall, 0.5), share(wall, 0.95)];
    times.push(asked[0]?.each ?? 0);
    const shown = times.map((time) => time.toFixed(1).padStart(8)).join('  ');
    console.log(`${name.padEnd(28)}${String(asked.length).padStart(8)}  ${shown}  ${over ? 'NOT MET' : ''}`);
  }
}

function share(list, part) {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
