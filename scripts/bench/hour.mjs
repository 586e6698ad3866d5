/**
 * Holds that the memory of `vau serve` does not grow: the built binary, under a mixed load that is the same for each
 * seed. Prints the memory of the server and of its worker each minute, and by how much each grew in an hour, by the
 * middle slope after the warm-up. Exits 1 if one grew, or if the server needed more than 250 MB.
 *
 *   npm run bench -- hour [MINUTES] [--files 100000]       default 60 minutes and an empty store
 *
 * With `--files` it starts with a copy of the store of that many files that the benchmark `scale` has filled; some
 * thousand of them still need their vectors.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeFilms, mixedLoad } from './hour-load.mjs';
import { middle, robustSlope } from './robust-slope.mjs';
import { filledStore } from './scale-folder.mjs';
import { bundleService } from './service-bundle.mjs';
import { processTree } from './tree.mjs';

const filesAt = process.argv.indexOf('--files');
const [given] = process.argv.filter((word, at) => /^\d+$/.test(word) && at !== filesAt + 1);
const minutes = Number(given ?? 60);
const BUDGET_MB = 250;
/** The share of the time in which caches fill and code is compiled. */
const WARM_UP = 1 / 2;
/** Growth over the measured time that counts, as a share of the memory at its start. */
const GROWTH = 0.1;
const SAMPLE_MS = 5_000;

const cli = fileURLToPath(new URL('../../bin/vau.js', import.meta.url));
const home = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-hour-'));
const dataDir = path.join(home, 'data');
const env = {
  PATH: process.env.PATH,
  HOME: home,
  VAU_CONFIG_DIR: path.join(home, 'config'),
  VAU_DATA_DIR: dataDir,
  VAU_RATE_LIMIT: '0',
  VAU_FFMPEG: process.env.VAU_FFMPEG,
};
const token = await prepareStore();
const films = await makeFilms(home);
const launched = Date.now();
let resets = 0;
/** The end of what the service has logged. */
let said = '';
const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--workers', '1'], {
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  const url = await started(service);
  const began = Date.now();
  const samples = [];
  const sampling = setInterval(() => sample(samples, (Date.now() - began) / 60_000), SAMPLE_MS);
  const until = began + minutes * 60_000;
  const counts = await mixedLoad({ call: (...asked) => call(url, ...asked), films, until });
  clearInterval(sampling);
  report(samples, counts);
} catch (error) {
  print(`minute ${((Date.now() - launched) / 60_000).toFixed(1)}: the service said last\n${said}`);
  throw error;
} finally {
  service.kill('SIGINT');
  if (service.exitCode === null) await once(service, 'exit');
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** Notes the memory of the server and of its workers, and prints a line after each minute. */
async function sample(samples, minute) {
  const tree = processTree(service.pid);
  const server = tree.find(({ pid }) => pid === service.pid);
  const children = tree.filter(({ parent }) => parent === service.pid);
  const workers = [];
  for (const child of children) if (await isNode(child.pid)) workers.push(child);
  if (!server || workers.length === 0) return;
  const worker = workers.reduce((sum, { bytes }) => sum + bytes, 0);
  const before = samples.at(-1);
  if (before && Math.floor(before.minute) < Math.floor(minute))
    printMinute(samples, Math.floor(before.minute));
  samples.push({ minute, server: server.bytes / 2 ** 20, worker: worker / 2 ** 20 });
}

/** Whether a process runs Node, not ffmpeg or another program. */
async function isNode(pid) {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.startsWith(process.execPath);
}

function printMinute(samples, minute) {
  const own = samples.filter((one) => Math.floor(one.minute) === minute);
  const of = (name) =>
    middle(own.map((one) => one[name]))
      .toFixed(0)
      .padStart(4);
  print(`minute ${String(minute + 1).padStart(3)}   server ${of('server')} MB   worker ${of('worker')} MB`);
}

function report(samples, counts) {
  const sent = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  print(`requests: ${sent.join(', ')}; sent again after a reset connection: ${resets}`);
  const warm = samples.filter(({ minute }) => minute >= minutes * WARM_UP);
  for (const name of ['server', 'worker']) reportGrowth(name, warm);
  const peak = Math.max(...samples.map(({ server }) => server));
  print(`server at most ${peak.toFixed(0)} MB, budget ${BUDGET_MB}`);
  if (peak > BUDGET_MB) process.exitCode = 1;
}

function reportGrowth(name, warm) {
  const slope = robustSlope(warm.map((one) => [one.minute, one[name]]));
  const typical = middle(warm.map((one) => one[name]));
  const grown = (slope * (warm.at(-1).minute - warm[0].minute)) / typical;
  print(
    `${name.padEnd(7)} ${typical.toFixed(0)} MB, ${(slope * 60).toFixed(1)} MB an hour; ` +
      `${(grown * 100).toFixed(1)} % in the measured time, at most ${GROWTH * 100} %`,
  );
  if (grown > GROWTH) process.exitCode = 1;
}

async function prepareStore() {
  const bundle = await bundleService();
  try {
    const modules = await import(pathToFileURL(bundle.outfile).href);
    const { openStore, localAccount, createToken, storeVersion } = modules;
    if (filesAt > 0) await copyFilled(filledStore(Number(process.argv[filesAt + 1]), 10, storeVersion));
    const store = await openStore(dataDir);
    if (filesAt > 0) await forgetVectors(store.db);
    const made = await createToken(store.db, await localAccount(store.db, 1), 'bench', Date.now());
    await store.close();
    return made.token;
  } finally {
    await bundle.remove();
  }
}

async function copyFilled(folder) {
  await access(path.join(folder, 'full')).catch((cause) => {
    throw new Error(`there is no filled store in ${folder}; run npm run bench -- scale first`, { cause });
  });
  await cp(folder, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Some thousand collection files wait for their vectors, as after an update from an older version. */
async function forgetVectors(db) {
  const some = db.selectFrom('collections').select('id').orderBy('created_at', 'desc').limit(50);
  await db
    .updateTable('collection_files')
    .set({ encoded_by: null })
    .where('collection_id', 'in', some)
    .execute();
}

/** @returns the answer; undefined if what it names is gone or not ready, as happens with several users */
async function call(url, method, where, body) {
  const json = body && !(body instanceof FormData);
  const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
  const init = { method, headers, body: json ? JSON.stringify(body) : body };
  const answer = await patiently(() => fetch(`${url}${where}`, init));
  if (answer.ok) return answer.json();
  const said = await answer.text();
  if (answer.status === 404 || answer.status === 409) return undefined;
  throw new Error(`${method} ${where}: ${answer.status} ${said}`);
}

/** A connection that was idle may be closed while a request is on its way, more often on a busy machine. */
async function patiently(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error.cause?.code !== 'ECONNRESET') throw error;
    resets += 1;
    return ask();
  }
}

function started(child) {
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-10_000);
      const found = /is running at (http:\S+?)\. /.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
