/**
 * One size of the benchmark `scale`, in a process of its own.
 *
 *   node scale-run.mjs BUNDLE FOLDER FILES SEGMENTS fill|move|measure|measure-lists|exact [STORE PID]
 *
 * With `fill`, fills the store in FOLDER unless it is full already, and goes on where an earlier run stopped. With `measure`, measures on a copy of it and sends the
 * rows of the table to its parent: `{name, cpu, wall}` with times in ms. `measure-lists` leaves out search and writes.
 * `exact` holds searches against an exhaustive ranking, and sends what differs as the only row.
 * STORE is the address of a PostgreSQL database: `move` moves the store into it, and the others measure there. The processor
 * time is then that of this process and of the server's processes that answer it, whose first one has the id PID.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backendTime } from './scale-backends.mjs';
import { comparedWithAll } from './scale-exact.mjs';
import { fill } from './scale-fill.mjs';
import { searches } from './scale-search.mjs';

const [, , bundle, folder, size, segments, task, store, server] = process.argv;
const modules = await import(bundle);
const count = Number(size);
/** Of fewer, the highest would be p95. */
const rounds = 24;
/** Queries that are held against an exhaustive ranking. */
const EXACT = 500;
/** Small requests that are measured together. */
const MANY = 20;
/** The lines to measure; all if undefined. */
const only = process.env.VAU_BENCH_ONLY && new RegExp(process.env.VAU_BENCH_ONLY);
/** What the other lines need, or what has its place among them. */
const ALWAYS = new Set(['start-up', 'warming the search', 'the first search after the start']);
const rows = [];
/** The collection that is changed before a list is read. */
let touched;

const full = path.join(folder, 'full');
const isFull = await access(full).then(
  () => true,
  () => false,
);
if (task === 'move') await moveStore();
else if (task === 'exact') await onCopy(compareStore);
else if (task !== 'fill') await onCopy(measureStore);
else if (isFull) await migrateStore();
else await makeStore();
process.send(rows);
process.disconnect();
process.exitCode = 0;

/** Works on a copy of the folder. */
async function onCopy(work) {
  const copy = `${folder}-${process.pid}`;
  // On a server, only the objects are needed.
  const filter = (source) => !store || !path.basename(source).startsWith('vau.sqlite');
  await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
  try {
    await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function moveStore() {
  const { signal } = new AbortController();
  await modules.move({ from: folder, into: store, restart: true, signal, progress: () => undefined });
  // The first start makes the tables of the jobs, once for a store.
  await onCopy(async (copy) => (await open(copy)).close());
}

async function makeStore() {
  await mkdir(folder, { recursive: true });
  const service = await open(folder);
  await modules.hurry(service.context.db);
  await fill(modules, service, count, Number(segments));
  await service.close();
  await writeFile(full, '');
}

/** A store that an older version has filled. */
async function migrateStore() {
  const service = await open(folder);
  await service.close();
}

function open(dataDir) {
  const config = { dataDir, requestsPerSecond: 0, ...(store && { store }) };
  return modules.openService({ config, newToken: true });
}

async function compareStore(copy) {
  const service = await open(copy);
  rows.push({ name: EXACT, wrong: await comparedWithAll(modules, service, copy, EXACT) });
  await service.close();
}

async function measureStore(copy) {
  let service;
  await measure('start-up', 1, async () => {
    service = await open(copy);
  });
  const { db } = service.context;
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const send = async (method, where, body) => {
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await service.app.request(`/v1${where}`, init);
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${where}: ${answer.error}`);
    return answer;
  };
  const collections = (await send('GET', '/collections?limit=2&order=created_at&sort=asc')).data.map(
    ({ id }) => id,
  );
  const [large, small] = collections;
  touched = small;
  const [file] = (await send('GET', '/files?limit=1')).data;
  await measure(
    'GET file',
    50,
    many(() => send('GET', `/files/${file.id}`)),
    { of: MANY },
  );
  await measure(
    'GET collection',
    50,
    many(() => send('GET', `/collections/${large}`)),
    { of: MANY },
  );
  await lists(send, '/files', 'created_at', 'created');
  await lists(send, `/collections/${large}/videos`, 'added_at', 'added');
  await pages(send, 'collections', '/collections');
  if (task === 'measure') {
    // As startService does in the background.
    await measure('warming the search', 1, () =>
      modules.warmSearch(service.context, new AbortController().signal),
    );
    await searches(
      measure,
      (body) => send('POST', '/search', body),
      store ? undefined : (words) => modules.rawSearch(db, words),
      await allOf(send),
    );
  }
  rows.push({ name: 'memory in MB', cpu: [process.memoryUsage().rss / 1024 ** 2], wall: [] });
  if (task === 'measure') await writes(service, send, large);
  await service.close();
}

/** The ids of all collections, in the order in which they were created. */
async function allOf(send) {
  const ids = [];
  for (;;) {
    const page = await send('GET', `/collections?limit=100&offset=${ids.length}&order=created_at&sort=asc`);
    ids.push(...page.data.map(({ id }) => id));
    if (page.data.length < 100) return ids;
  }
}

async function writes(service, send, large) {
  await measure('add 1,000 files', 1, () => addFiles(service, 1_000));
  // A single deletion would measure how long Node takes to compile it.
  const files = (await send('GET', `/collections/${large}/videos?limit=${rounds}`)).data;
  await measure('delete a file', rounds, (round) => send('DELETE', `/files/${files[round].file_id}`));
  const others = (await allOf(send)).slice(1, 1 + rounds);
  await measure('delete a collection of 20', others.length, (round) =>
    send('DELETE', `/collections/${others[round]}`),
  );
  await measure('delete the large collection', 1, () => send('DELETE', `/collections/${large}`));
}

/** Reading the clocks takes as long as a small request, and leaves it cold caches: so many are measured together. */
function many(work) {
  return async (round) => {
    for (let at = 0; at < MANY; at += 1) await work(round);
  };
}

/**
 * @param work gets the number of its round. @param prepare runs before each round and is not measured
 * @param of number of requests in a round; the figures are those of one
 */
async function measure(name, times, work, { prepare = async () => undefined, of = 1 } = {}) {
  if (only && !only.test(name) && !ALWAYS.has(name)) return;
  const [cpu, wall] = [[], []];
  for (let round = 0; round < times; round += 1) {
    await prepare();
    const before = store ? backendTime(Number(server)) : 0;
    const [used, from] = [process.cpuUsage(), performance.now()];
    await work(round);
    const { user, system } = process.cpuUsage(used);
    wall.push((performance.now() - from) / of);
    const there = store ? backendTime(Number(server)) - before : 0;
    cpu.push(((user + system) / 1_000 + there) / of);
  }
  rows.push({ name, cpu, wall });
}

/** Both ends of a list. The store changes before each round, because the service keeps what it read until then. */
async function pages(send, name, where) {
  const mark = where.includes('?') ? '&' : '?';
  const { total } = await send('GET', `${where}${mark}limit=50`);
  for (const [end, offset] of [
    ['first page', 0],
    ['last page', Math.max(0, total - 50)],
  ])
    await measure(`${name}, ${end}`, rounds, () => send('GET', `${where}${mark}limit=50&offset=${offset}`), {
      prepare: () => send('PUT', `/collections/${touched}`, { description: String(performance.now()) }),
    });
}

async function lists(send, where, date, window) {
  const asked = {
    all: '',
    'by name': '&order=filename',
    'by status': '&status=completed',
    'by date': `&${window}_after=2020-01-01`,
    'by name and date': `&order=filename&${window}_after=2020-01-01`,
    ...Object.fromEntries(
      Object.entries(filters()).map(([name, filter]) => [
        name,
        `&filter=${encodeURIComponent(JSON.stringify(filter))}`,
      ]),
    ),
  };
  const short = where === '/files' ? 'files' : 'large collection';
  for (const [name, query] of Object.entries(asked))
    await pages(
      send,
      `${short} ${name}`,
      `${where}?order=${date}${query}`.replace(`order=${date}&order`, 'order'),
    );
}

function filters() {
  const one = (part, path, operator, value) => ({
    [part]: [
      { path, operator, ...(Array.isArray(value) ? { valueTextArray: value } : { valueText: value }) },
    ],
  });
  return {
    'Equal, a quarter': one('metadata', 'camera', 'Equal', 'front'),
    'Equal, one': one('metadata', 'take', 'Equal', '77'),
    NotEqual: one('metadata', 'camera', 'NotEqual', 'front'),
    'GreaterThan, half': one('metadata', 'score', 'GreaterThan', '50'),
    'LessThan, few': one('metadata', 'take', 'LessThan', '500'),
    Like: one('metadata', 'city', 'Like', 'ZÜR*'),
    In: one('metadata', 'operator', 'In', ['op1', 'op2', 'op3']),
    ContainsAny: one('metadata', 'tags', 'ContainsAny', ['a1', 'b2']),
    ContainsAll: one('metadata', 'tags', 'ContainsAll', ['a1', 'b2']),
    video_info: one('video_info', 'duration_seconds', 'GreaterThan', '1800'),
    bytes: one('file', 'bytes', 'LessThan', '450000000'),
    'bytes, most': one('file', 'bytes', 'GreaterThan', '1000'),
    'length, most': one('video_info', 'duration_seconds', 'GreaterThan', '1'),
    'name Like': one('file', 'filename', 'Like', 'film-77*'),
  };
}

async function addFiles(service, number) {
  const accountId = await modules.localAccount(service.context.db, service.context.clock());
  const ctx = { ...service.context, accountId };
  await service.context.db.transaction().execute(async (trx) => {
    for (let at = 0; at < number; at += 1) {
      const metadata = JSON.stringify({ take: at, camera: 'front' });
      const given = { id: randomUUID(), filename: `new-${at}.mp4`, bytes: at, source: 'upload', metadata };
      await modules.insertFile(ctx, trx, modules.newFile(ctx, given));
    }
  });
}
