/**
 * Measures how long the service's event loop is held while it has much to do at once: a collection of many files and a
 * long file are deleted, a sweep runs, a film is processed and 20 uploads go on. Health is asked for every 50 ms over
 * HTTP, from a thread of its own. Prints how late the answers were, the processor time behind it, and the stalls that the
 * service logged itself; exits 1 when it logged one of more than 100 ms of processor time, or a deletion was answered later
 * than 200 ms: those of the collection and the long file, and of single files during the uploads. Such an answer waits
 * until the disk has the deletion. So a thread beside it writes 4 kB to the same disk ten times a second and waits for
 * them: if the disk alone takes longer than 100 ms at its worst, twice that counts instead. Then measures
 * `vau media add --from`.
 *
 *   npm run bench -- stalls [FILES]       default 20000 files in the collection
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundleService } from './service-bundle.mjs';
import { usageOf } from './usage.mjs';

const files = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 20_000);
const UPLOADS = 20;
const UPLOAD_BYTES = 8 * 2 ** 20;
const ROWS = 1_200;
const ANSWER_MS = 200;
const STALL_MS = 100;

/** Asks for health every 50 ms, and reports the milliseconds from the time a request was due to its answer. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { get } = require('node:http');
  const late = [];
  const timer = setInterval(() => {
    const began = performance.now();
    get(workerData, { agent: false }, (answer) => {
      answer.resume().on('end', () => late.push(performance.now() - began));
    });
  }, 50);
  parentPort.once('message', () => {
    clearInterval(timer);
    parentPort.postMessage(late);
  });
`;

/** Deletes a file every half second, and reports the milliseconds until each was answered. */
const DELETE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { request } = require('node:http');
  const { url, token, file, files } = workerData;
  const times = [];
  let at = files;
  let ended = false;
  const next = () => {
    if (ended) return parentPort.postMessage(times);
    const began = performance.now();
    const headers = { authorization: 'Bearer ' + token };
    request(url + '/files/' + file + '-' + at, { method: 'DELETE', headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) throw new Error('DELETE: ' + answer.statusCode);
      answer.resume().on('end', () => {
        times.push(performance.now() - began);
        setTimeout(next, 500);
      });
    }).end();
    at -= 1;
  };
  next();
  parentPort.once('message', () => { ended = true; });
`;

/** Writes 4 kB ten times a second, and reports the milliseconds until the disk had them. */
const DISK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { closeSync, fdatasyncSync, openSync, writeSync } = require('node:fs');
  const file = openSync(workerData, 'w');
  const times = [];
  const timer = setInterval(() => {
    const began = performance.now();
    writeSync(file, Buffer.alloc(4096, 1));
    fdatasyncSync(file);
    times.push(performance.now() - began);
  }, 100);
  parentPort.once('message', () => {
    clearInterval(timer);
    closeSync(file);
    parentPort.postMessage(times);
  });
`;

const cli = fileURLToPath(new URL('../../bin/vau.js', import.meta.url));
const home = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-stalls-'));
const env = { PATH: process.env.PATH, HOME: home, VAU_CONFIG_DIR: path.join(home, 'config') };
const dataDir = path.join(home, 'data');
const bundle = await bundleService();
const { openStore, localAccount, createToken, addLargeCollection, addLongFile } = await import(
  pathToFileURL(bundle.outfile).href
);

const store = await openStore(dataDir);
const { db } = store;
const account = await localAccount(db, 1);
const { token } = await createToken(db, account, 'bench', Date.now());
Object.assign(env, {
  VAU_DATA_DIR: dataDir,
  VAU_API_KEY: token,
  VAU_RATE_LIMIT: '0',
  VAU_FFMPEG: process.env.VAU_FFMPEG,
});
const large = await addLargeCollection(db, account, files);
const long = await addLongFile(db, account, files);
for (let at = 1; at <= files / 4; at += 1)
  await mkdir(path.join(dataDir, 'objects', 'files', `${large}-${at}`), { recursive: true });

const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--workers', '1'], {
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  const stalls = [];
  const url = await started(service, stalls);
  Object.assign(env, { VAU_BASE_URL: url });
  await stallsUnderLoad(url, stalls);
  await additions(url);
} finally {
  service.kill('SIGINT');
  await once(service, 'exit');
  await store.close();
  await bundle.remove();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

async function stallsUnderLoad(url, stalls) {
  const probe = new Worker(PROBE, { eval: true, workerData: `${url}/health` });
  const disk = new Worker(DISK, { eval: true, workerData: path.join(home, 'disk') });
  const processorBefore = await processorSeconds(service.pid);
  const film = path.join(home, 'film.mp4');
  const bars = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=40'];
  const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', film];
  await usageOf([process.env.VAU_FFMPEG ?? 'ffmpeg', '-v', 'error', ...bars, ...encoded]);
  const filmBytes = await readFile(film);
  const { id: texts } = await call(url, 'POST', '/collections', {
    name: 'films',
    collection_type: 'media-descriptions',
  });
  const { id } = await upload(url, filmBytes, 'film.mp4');
  await call(url, 'POST', `/collections/${texts}/media`, { file_id: id });
  const deletions = [];
  for (const where of [`/collections/${large}`, `/files/${long.file}`]) {
    const began = performance.now();
    await call(url, 'DELETE', where);
    deletions.push(performance.now() - began);
  }
  const noise = new Uint8Array(UPLOAD_BYTES).fill(7);
  noise.set(new TextEncoder().encode('fLaC'));
  let uploaded = 0;
  const uploads = Array.from({ length: UPLOADS }, async () => {
    for (let round = 0; round < 3; round += 1) {
      await upload(url, noise, 'noise.flac');
      uploaded += 1;
    }
  });
  const began = performance.now();
  // In a thread of its own: this one has 60 uploads to send, and would measure itself.
  const small = new Worker(DELETE, { eval: true, workerData: { url, token, file: large, files } });
  await Promise.all(uploads);
  deletions.push(...(await endOf(small)));
  await idle();
  const wall = (performance.now() - began) / 1000;
  const late = await endOf(probe);
  const flushed = await endOf(disk);
  const slowest = Math.max(...flushed);
  const most = Math.max(ANSWER_MS, 2 * slowest);
  late.sort((one, other) => one - other);
  const at = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))]?.toFixed(0);
  const processor = (await processorSeconds(service.pid)) - processorBefore;
  console.log(
    `${files} files in a collection and ${files} segments in a file deleted, ${uploaded} uploads of ${UPLOAD_BYTES / 2 ** 20} MB, a film and a sweep: ${wall.toFixed(1)} s`,
  );
  console.log(
    `deletions answered after ${deletions.map((ms) => ms.toFixed(0)).join(', ')} ms (at most ${most.toFixed(0)}); the disk alone took up to ${slowest.toFixed(0)} ms for 4 kB`,
  );
  console.log(
    `health, asked ${late.length} times: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms; the server used ${processor.toFixed(1)} s of processor time`,
  );
  console.log(`stalls the service logged: ${stalls.length}`);
  for (const line of stalls) console.log(`  ${line}`);
  const own = stalls.filter((line) => Number(/processor_ms=(\d+)/.exec(line)?.[1]) > STALL_MS);
  if (own.length > 0 || deletions.some((ms) => ms > most)) process.exitCode = 1;
}

/** Ends a thread that measures. @returns what it measured */
async function endOf(worker) {
  worker.postMessage('end');
  const [times] = await once(worker, 'message');
  return times;
}

/** Adds files to a collection with the client, four at a time as usual. */
async function additions(url) {
  const { id } = await call(url, 'POST', '/collections', { name: 'added', collection_type: 'metadata' });
  const list = path.join(home, 'ids.txt');
  await writeFile(list, Array.from({ length: ROWS }, (_, at) => `${large}-${at + 1}`).join('\n'));
  const before = await processorSeconds(service.pid);
  const { wall, cpu } = await usageOf([
    ...['env', ...Object.entries(env).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))],
    ...[process.execPath, cli, 'media', 'add', id, '--from', list, '--output', 'ndjson'],
  ]);
  const server = (await processorSeconds(service.pid)) - before;
  console.log(
    `media add --from, ${ROWS} rows: ${(ROWS / wall).toFixed(0)} a second; processor time a row: client ${((cpu * 1000) / ROWS).toFixed(1)} ms, server ${((server * 1000) / ROWS).toFixed(1)} ms`,
  );
}

/** Resolves once no job is left. */
async function idle() {
  for (;;) {
    const rows = await db.selectFrom('jobs').select('id').limit(1).execute();
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function processorSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

async function call(url, method, where, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}${where}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function upload(url, bytes, name) {
  const body = new FormData();
  body.set('file', new Blob([bytes]), name);
  const answer = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function started(child, stalls) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      stalls.push(...text.split('\n').filter((line) => line.includes('event loop stalled')));
      const found = /is running at (http:\S+?)\. /.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
}
