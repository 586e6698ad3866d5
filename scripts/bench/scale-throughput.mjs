/** How much several writers and several workers get done on one PostgreSQL store. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const bin = fileURLToPath(new URL('../../bin/vau.js', import.meta.url));

/** Milliseconds of each round of writers, and films of each round of workers. */
const ROUND_MS = 3_000;
const FILMS = 120;

/** Small transactions a second of 1 to 8 connections, with the lock of those that write and without it. */
export async function throughputOfWriters(bundle, address) {
  const { openStore } = await import(bundle.outfile);
  console.log('transactions of one row a second, with the lock of those that write and without it');
  for (const connections of [1, 2, 4, 8]) {
    const store = await openStore(address, undefined, { connections });
    const locked = await rate(connections, (key) =>
      store.db
        .transaction()
        .execute((trx) => trx.insertInto('settings').values({ key, value: '1' }).execute()),
    );
    await store.close();
    const pool = new pg.Pool({ connectionString: address, max: connections, options: '-c search_path=vau' });
    const free = await rate(connections, async (key) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into settings (key, value) values ($1, $2)', [key, '1']);
      await client.query('commit');
      client.release();
    });
    await pool.end();
    console.log(
      `  ${connections} at once  ${locked.toFixed(0).padStart(6)} with  ${free.toFixed(0).padStart(6)} without`,
    );
  }
}

async function rate(connections, write) {
  const [began, until] = [performance.now(), performance.now() + ROUND_MS];
  let done = 0;
  const lane = async () => {
    for (; performance.now() < until; done += 1) await write(crypto.randomUUID());
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return done / ((performance.now() - began) / 1_000);
}

/**
 * Small films a second of one, two and three worker processes, each with a store of its own, by the built program.
 * @param place makes an empty database. @returns its address
 */
export async function throughputOfWorkers(place) {
  console.log(`small films a second, ${FILMS} of them, by worker processes`);
  for (const workers of [1, 2, 3]) {
    const store = await place(`workers_${workers}_${process.pid}`);
    const home = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-home-'));
    const env = {
      ...{ PATH: process.env.PATH, HOME: home, VAU_CONFIG_DIR: path.join(home, 'config'), VAU_STORE: store },
      ...{
        VAU_DATA_DIR: path.join(home, 'data'),
        VAU_RATE_LIMIT: '0',
        VAU_EMBEDDINGS: 'off',
        VAU_OBJECTS: 'off',
      },
    };
    const children = [];
    const start = (...words) => {
      const child = spawn(process.execPath, [bin, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      return child;
    };
    try {
      const { url } = await said(start('serve', '--port', '0', '--workers', '0', '-o', 'json'));
      const config = JSON.parse(await readFile(path.join(home, 'config', 'config.json'), 'utf8'));
      const [{ token }] = Object.values(config.profiles);
      const headers = { authorization: `Bearer ${token}` };
      for (let at = 0; at < FILMS; at += 1) await upload(url, headers, at);
      const began = performance.now();
      await said(start('worker', '--workers', String(workers), '-o', 'json'));
      while ((await completed(url, headers)) < FILMS) await sleep(50);
      const seconds = (performance.now() - began) / 1_000;
      console.log(`  ${workers} ${(FILMS / seconds).toFixed(1).padStart(6)}`);
    } finally {
      for (const child of children.reverse()) {
        // One that could not start has ended.
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

/** The JSON that a program prints when it is ready. @throws SyntaxError if it ends before: build the package first */
async function said(child) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  return JSON.parse(text);
}

async function upload(url, headers, at) {
  const form = new FormData();
  form.set('file', new Blob([tone(at)]), `${at}.wav`);
  const answer = await fetch(`${url}/files`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

async function completed(url, headers) {
  const answer = await fetch(`${url}/files?status=completed&limit=1`, { headers });
  return (await answer.json()).total;
}

/** A tenth of a second of sound as a WAV file, different for each number. */
function tone(number) {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(836, 4);
  head.write('WAVEfmt ', 8);
  for (const [value, where] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
  ])
    head.writeUInt32LE(value, where);
  for (const [value, where] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ])
    head.writeUInt16LE(value, where);
  head.write('data', 36);
  head.writeUInt32LE(800, 40);
  const samples = Array.from({ length: 800 }, (_, at) => (at * (number + 3)) % 256);
  return Buffer.concat([head, Buffer.from(samples)]);
}
