/**
 * Measures how well `vau serve` keeps the machine busy: one, two and four films of a minute, uploaded together and put
 * into a collection with all default modalities. Prints wall time, the processor time of the service and all programs
 * it starts, and their ratio. Exits 1 if wall time is more than 0.6 of processor time; the budget is for two otherwise
 * idle cores. On Linux only.
 *
 *   npm run bench -- films [COUNT...]       default 1 2 4
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeFilm } from './film.mjs';
import { processorSeconds } from './tree.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SECONDS = 60;
const BUDGET = 0.6;

const given = process.argv.slice(3).filter((word) => /^\d+$/.test(word));
const counts = given.length > 0 ? given.map(Number) : [1, 2, 4];
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-films-'));
try {
  execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs'), '--quiet']);
  console.log(`films of ${SECONDS} s, 640x360, ${os.availableParallelism()} cores`);
  for (const count of counts) report(count, await measure(count));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(count) {
  const films = [];
  for (let at = 0; at < count; at += 1)
    films.push(
      await makeFilm(folder, {
        seconds: SECONDS,
        name: `film-${count}-${at}.mp4`,
        comment: `${count}-${at}`,
      }),
    );
  const { child, url, token } = await serve(await mkdtemp(path.join(folder, 'home-')));
  const call = caller(url, token);
  try {
    const made = await call('POST', '/collections', { name: 'bench', collection_type: 'media-descriptions' });
    const cpu = processorSeconds(child.pid);
    const began = performance.now();
    for (const film of films) await upload(call, made.id, film);
    const statuses = await ended(call, made.id, count);
    const wall = (performance.now() - began) / 1000;
    return { wall, cpu: processorSeconds(child.pid) - cpu, statuses };
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
}

async function serve(home) {
  const binary = path.join(root, 'bin/vau.js');
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
  };
  const child = spawn(process.execPath, [binary, 'serve', '--port', '0', '-o', 'json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { url } = JSON.parse(await firstValue(child.stdout));
  const config = JSON.parse(await readFile(`${home}/config/vau/config.json`, 'utf8'));
  return { child, url, token: config.profiles.local.token };
}

async function firstValue(stream) {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) return text;
  }
  throw new Error('vau serve did not start');
}

function caller(url, token) {
  return async (method, where, body) => {
    const form = body instanceof FormData;
    const response = await fetch(`${url}${where}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
      body: form || body === undefined ? body : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${where}: ${answer.error}`);
    return answer;
  };
}

async function upload(call, collection, film) {
  const form = new FormData();
  form.set('file', new Blob([await readFile(film)]), path.basename(film));
  const { id } = await call('POST', '/files', form);
  await call('POST', `/collections/${collection}/media`, { file_id: id });
}

async function ended(call, collection, count) {
  for (;;) {
    const { data } = await call('GET', `/collections/${collection}/videos`);
    const statuses = data.map(({ status }) => status).filter((status) => !/pending|processing/.test(status));
    if (statuses.length === count) return statuses;
    await sleep(50);
  }
}

function report(count, { wall, cpu, statuses }) {
  const ratio = wall / cpu;
  const failed = statuses.filter((status) => status !== 'completed').length;
  console.log(
    `${String(count).padStart(3)} films  wall ${wall.toFixed(1).padStart(6)} s  processor ${cpu.toFixed(1).padStart(6)} s  ` +
      `wall/processor ${ratio.toFixed(2)}, budget ${BUDGET}${failed > 0 ? `; ${failed} did not complete` : ''}`,
  );
  if (ratio > BUDGET || failed > 0) process.exitCode = 1;
}
