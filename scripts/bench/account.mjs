/**
 * Measures an account with 1,000 files and 50 collections: every list of the interface at both ends, with its largest
 * pages, and the pages for people. Prints the processor time of each in milliseconds, the slowest first. Exits 1 if one
 * takes more than 200 ms. The description of the API is made once for a service, in about half a second: that is done
 * before.
 *
 *   npm run bench -- account [--files 1000] [--collections 50] [--segments 10]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addAround } from './account-fill.mjs';
import { fill } from './scale-fill.mjs';
import { bundleService } from './service-bundle.mjs';

const MOST_MS = 200;
const ROUNDS = 10;

const bundle = await bundleService();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-account-'));
try {
  const modules = await import(bundle.outfile);
  const config = { dataDir, requestsPerSecond: 0, workers: 0 };
  const service = await modules.openService({ config, newToken: true });
  const send = sender(service);
  const count = option('--files', 1_000);
  for (let at = 0; at < option('--collections', 50); at += 1)
    await send('POST', '/v1/collections', { name: `shelf ${at}`, collection_type: 'media-descriptions' });
  await fill(modules, service, count, option('--segments', 10));
  const known = await addAround(service, send);
  await modules.warmSearch(service.context, new AbortController().signal);
  print(count, await measureAll(modules, service, send, known));
  await service.close();
} finally {
  await rm(dataDir, { recursive: true, force: true });
  await bundle.remove();
}

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

/** Sends requests with the token, and with the session of pages. */
function sender({ app, token }) {
  return async (method, where, body, more = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...more,
    };
    const response = await app.request(where, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${text.slice(0, 300)}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };
}

/** @returns `{name, ms}` of each list and page, `ms` one for each round; and the lists whose ids are not known */
async function measureAll({ operations }, service, send, known) {
  const rows = [];
  const left = [];
  for (const { id, method, path: pattern, query } of Object.values(operations)) {
    if (method !== 'GET' || !('limit' in query.shape)) continue;
    const where = `/v1${pattern.replace(/\{([^}]+)\}/g, (_, name) => known[name] ?? '?')}`;
    // Lists of other types of collections refuse this one.
    const first = where.includes('?')
      ? undefined
      : await send('GET', `${where}?limit=100`).catch(() => undefined);
    if (first === undefined) left.push(id);
    else {
      const { total = 0 } = first;
      const last = Math.max(0, total - 100);
      rows.push({
        name: `${id}, first page of ${total}`,
        ms: await measure(() => send('GET', `${where}?limit=100`)),
      });
      rows.push({
        name: `${id}, last page`,
        ms: await measure(() => send('GET', `${where}?limit=100&offset=${last}`)),
      });
    }
  }
  const cookie = await sessionOf(service);
  await send('GET', '/api');
  for (const where of known.pages)
    rows.push({
      name: where.replace(/[0-9a-f-]{36}/, ':id'),
      ms: await measure(() => send('GET', where, undefined, { cookie, accept: 'text/html' })),
    });
  return { rows, left };
}

async function sessionOf({ app, token }) {
  const response = await app.request('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
    body: new URLSearchParams({ token }).toString(),
  });
  const [cookie] = (response.headers.get('set-cookie') ?? '').split(';');
  if (!cookie) throw new Error(`signing in to the pages: ${response.status}`);
  return cookie;
}

async function measure(work) {
  const ms = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    ms.push((user + system) / 1_000);
  }
  return ms.sort((one, other) => one - other);
}

function print(count, { rows, left }) {
  const slowest = rows.sort((one, other) => other.ms.at(-1) - one.ms.at(-1));
  console.log(`${count} files; processor time in ms, limit ${MOST_MS}`);
  console.log([''.padEnd(52), 'median', '   max'].join('  '));
  for (const { name, ms } of slowest) {
    const over = ms.at(-1) > MOST_MS;
    if (over) process.exitCode = 1;
    const shown = [ms[ROUNDS / 2], ms.at(-1)].map((one) => one.toFixed(1).padStart(6));
    console.log([name.padEnd(52), ...shown, over ? 'NOT MET' : ''].join('  '));
  }
  if (left.length > 0)
    console.log(`not measured, because the account has nothing for them: ${left.join(', ')}`);
}
