/**
 * The benchmark `scale` on PostgreSQL: the same lines beside SQLite's, on a server of its own from the system's packages. Its data
 * stay beside the filled store, so that the next run need not move it again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startCluster } from '../cluster.mjs';
import { throughputOfWorkers, throughputOfWriters } from './scale-throughput.mjs';

/** Most processor time, as a multiple of SQLite's. */
const FACTOR = 3;
/** Most milliseconds of a search at a million segments, 95 of 100. */
const SEARCH_MS = 400;
/** Milliseconds below which a factor says nothing: reading the clocks of the server's processes takes as long. */
const TINY = 0.2;

/** What belongs to a single client is in one process, so that its time is counted whole. */
const SETTINGS = ['max_parallel_workers_per_gather=0', 'shared_buffers=256MB'];

/**
 * @param bundle what service-bundle.mjs gives
 * @param store `{folder, words, segments}`: the filled store in a file, the words for scale-run.mjs that name it, and how many
 * segments it has
 * @param run runs scale-run.mjs
 * @param task `measure` or `measure-lists`
 * @returns whether all budgets are met
 */
export async function compareWithServer(bundle, store, run, task) {
  const folder = `${store.folder}-postgres`;
  const cluster = await startCluster(folder, SETTINGS);
  try {
    const moved = path.join(folder, 'moved');
    if (!existsSync(moved)) {
      await onServer(cluster, 'drop database if exists full_store', 'create database full_store');
      const began = performance.now();
      await run([...store.words, 'move', cluster.address('full_store')]);
      console.log(`moved to PostgreSQL in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
      writeFileSync(moved, '');
    }
    const sqlite = await run([...store.words, task]);
    await onServer(
      cluster,
      'drop database if exists measured',
      'create database measured template full_store',
    );
    const server = await run([...store.words, task, cluster.address('measured'), String(cluster.pid)]);
    const isMet = print(store, sqlite, new Map(server.map((row) => [row.name, row])));
    if (task === 'measure') {
      await throughputOfWriters(bundle, cluster.address('measured'));
      await throughputOfWorkers(async (name) => {
        await onServer(cluster, `create database ${name}`);
        return cluster.address(name);
      });
    }
    return isMet;
  } finally {
    await cluster.stop('fast');
  }
}

async function onServer(cluster, ...statements) {
  const client = new pg.Client({ connectionString: cluster.address() });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function print({ segments }, sqlite, server) {
  console.log(
    `${segments} segments; ms of processor time, PostgreSQL's processes included; factor: median of PostgreSQL by that of SQLite`,
  );
  console.log([''.padEnd(48), ' SQLite', '   p95', 'Postgres', '   p95', 'wall p95', 'factor'].join('  '));
  let isMet = true;
  for (const { name, cpu } of sqlite) {
    const other = server.get(name);
    if (!other) continue;
    const [ours, theirs] = [at(cpu, 0.5), at(other.cpu, 0.5)];
    const factor = theirs / Math.max(TINY, ours);
    const isLate = name.startsWith('search') && segments >= 1_000_000 && at(other.wall, 0.95) > SEARCH_MS;
    const isOver = isLate || (name !== 'memory in MB' && factor > FACTOR);
    if (isOver) isMet = false;
    const times = [ours, at(cpu, 0.95), theirs, at(other.cpu, 0.95), at(other.wall, 0.95)];
    const shown = times.map((ms) => (ms === undefined ? '' : ms.toFixed(1)).padStart(7));
    console.log(
      [name.padEnd(48), ...shown, `${factor.toFixed(1)}x`.padStart(6), isOver ? 'NOT MET' : ''].join('  '),
    );
  }
  return isMet;
}

/** A quantile; undefined of no numbers. */
function at(numbers, part) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
