/**
 * One size of the benchmark `meaning`, in a process of its own.
 *
 *   node meaning-run.mjs BUNDLE FOLDER fill|measure
 *
 * FOLDER is a store of the benchmark `scale`. `fill` adds vectors to a copy of it; `measure` sends the rows of the table to its
 * parent: `{name, cpu, wall}` with times in ms.
 */
import { constants } from 'node:fs';
import { access, cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMON, rareWord } from './scale-words.mjs';
import { processTree } from './tree.mjs';
import { wordVectors } from './word-vectors.mjs';

/** Collection files whose vectors are written in one transaction. */
const PORTION = 200;
/** Of fewer, the highest would be p95. */
const ROUNDS = 24;

const QUESTIONS = {
  'a word': (at) => COMMON[at % COMMON.length],
  'a question': (at) => `when does the ${word(at, 1)} of the ${word(at, 2)} begin`,
  'a question with a rare word': (at) =>
    `what did they say about the ${word(at, 3)} and ${rareWord(at * 41)}`,
};

const word = (at, step) => COMMON[(at * 5 + step * 7) % COMMON.length];

const [, , bundle, scaleFolder, task] = process.argv;
const modules = await import(bundle);
const folder = `${scaleFolder}-meaning`;
const full = path.join(folder, 'full-meaning');
const rows = [];

const isFull = await access(full).then(
  () => true,
  () => false,
);
if (task === 'measure') await measureStore();
else if (!isFull) await makeStore();
process.send(rows);
process.disconnect();

async function makeStore() {
  await access(path.join(scaleFolder, 'full'));
  await rm(folder, { recursive: true, force: true });
  await cp(scaleFolder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const service = await open();
  try {
    await modules.hurry(service.context.db);
    await fill(service.context);
  } finally {
    await service.close();
  }
  await writeFile(full, '');
}

function open() {
  const config = { dataDir: folder, requestsPerSecond: 0, vectorWaitMs: 60_000 };
  return modules.openService({ config, newToken: true });
}

/** Every spoken line gets a vector, as processing gives it. */
async function fill(context) {
  const { db } = context;
  const { encoder } = await modules.withEncoder(context);
  const example = await encoder.vectorOf('an example', new AbortController().signal);
  const vectorOf = wordVectors(example.length);
  const films = await db
    .selectFrom('collection_files')
    .select(['account_id', 'collection_id', 'file_id'])
    .execute();
  for (let from = 0; from < films.length; from += PORTION) {
    await db.transaction().execute(async (trx) => {
      for (const film of films.slice(from, from + PORTION))
        await addVectors(trx, film, encoder.model, vectorOf);
    });
  }
}

async function addVectors(trx, film, model, vectorOf) {
  const lines = await trx
    .selectFrom('modality_lines')
    .select(['modality', 'start_time as start', 'end_time as end', 'text'])
    .where('collection_id', '=', film.collection_id)
    .where('file_id', '=', film.file_id)
    .orderBy('position')
    .execute();
  const passages = lines.map((line) => {
    const vector = vectorOf(line.text);
    return { ...line, vector: modules.toBytes(modules.compact(vector)), dimension: vector.length };
  });
  await modules.writePassages(trx, film, { model, dimension: passages[0]?.dimension ?? 0, passages });
}

async function measureStore() {
  const service = await open();
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const send = async (method, where, body) => {
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await service.app.request(`/v1${where}`, init);
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${where}: ${answer.error}`);
    return answer;
  };
  try {
    await modules.warmSearch(service.context, new AbortController().signal);
    await searches(service.context.db, send);
  } finally {
    await modules.stopEncoders();
    await service.close();
  }
}

async function searches(db, send) {
  const all = await collectionIds(send);
  const places = { 'large collection': [all[0]], 'all collections': all };
  // Starts the encoder, and reads the vectors' bits.
  await send('POST', '/search', { query: 'is anybody there', collections: all, scope: 'segment', limit: 20 });
  for (const [place, collections] of Object.entries(places))
    for (const [kind, make] of Object.entries(QUESTIONS)) {
      const search = (at) =>
        send('POST', '/search', { query: make(at), collections, scope: 'segment', limit: 20 });
      await measure(`search, ${kind}, ${place}, new`, search);
      await measure(`search, ${kind}, ${place}, again`, search);
      await measure(`deep search, ${kind}, ${place}`, (at) =>
        send('POST', '/deepSearch', {
          query: make(at),
          knowledge_base: { source: 'collections', collections },
        }),
      );
    }
  for (const [kind, make] of Object.entries(QUESTIONS))
    await measure(`raw FTS5, ${kind}`, (at) => modules.rawSearch(db, asMatch(make(at))));
}

async function collectionIds(send) {
  const ids = [];
  for (;;) {
    const page = await send('GET', `/collections?limit=100&offset=${ids.length}&order=created_at&sort=asc`);
    ids.push(...page.data.map(({ id }) => id));
    if (page.data.length < 100) return ids;
  }
}

/** The encoder's processor time is known to 10 ms only, so each round gets the mean of all. */
async function measure(name, work) {
  const [cpu, wall] = [[], []];
  const before = encoderMs();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [used, from] = [process.cpuUsage(), performance.now()];
    await work(round);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1_000);
    wall.push(performance.now() - from);
  }
  const encoder = (encoderMs() - before) / ROUNDS;
  rows.push({ name, cpu: cpu.map((ms) => ms + encoder), wall });
}

function encoderMs() {
  const others = processTree(process.pid).filter(({ pid }) => pid !== process.pid);
  return others.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
}

function asMatch(query) {
  return query
    .split(' ')
    .map((one) => `"${one}"`)
    .join(' OR ');
}
