/**
 * Fills one store for measure.mjs, searches it, and sends what that took to its parent.
 *
 *   node measure-store.mjs BUNDLE FOLDER FILES
 */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fill } from '../bench/scale-fill.mjs';
import { COMMON, rareWord } from '../bench/scale-words.mjs';

const [, , bundle, folder, count] = process.argv;
const files = Number(count);
/** Of a film of ten minutes: one in six seconds. */
const SEGMENTS = 100;
const ROUNDS = 24;

const modules = await import(bundle);
await mkdir(folder, { recursive: true });
const config = { dataDir: folder, requestsPerSecond: 0, workers: 0 };
const service = await modules.openService({ config, newToken: true });
await modules.hurry(service.context.db);
const filling = process.cpuUsage();
await fill(modules, service, files, SEGMENTS);
const filled = since(filling);
const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
const [{ id: large }] = (await call('GET', '/collections?limit=1&order=created_at&sort=asc')).data;
await modules.warmSearch(service.context, new AbortController().signal);
const search = (query) =>
  call('POST', '/search', { query, scope: 'segment', collections: [large], limit: 20 });
const common = await times((at) => search(COMMON[at % COMMON.length]));
const rare = await times((at) => search(rareWord(at * 37)));
const reading = await times(async () => call('GET', '/files?limit=50'));
const memory = process.memoryUsage().rss;
await service.close();
const { size } = await stat(path.join(folder, 'vau.sqlite'));
process.send({
  ...{ files, segments: files * SEGMENTS, database_bytes: size, memory_bytes: memory },
  index_ms_a_segment: filled / (files * SEGMENTS),
  ...{ search_common: common, search_rare: rare, list_of_50: reading },
});
process.disconnect();

async function call(method, where, body) {
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await service.app.request(`/v1${where}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${where}: ${answer.error}`);
  return answer;
}

/** Processor time in milliseconds, median and the 95th of a hundred. */
async function times(work) {
  const spent = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const began = process.cpuUsage();
    await work(at);
    spent.push(since(began));
  }
  spent.sort((a, b) => a - b);
  return { median_ms: spent[ROUNDS / 2], p95_ms: spent[Math.floor(ROUNDS * 0.95)] };
}

function since(began) {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
