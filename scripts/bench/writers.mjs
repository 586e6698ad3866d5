/**
 * Measures writes a second on PostgreSQL of 1, 2 and 4 processes that write side by side, with a delay on the wire: a server of
 * its own from the system's packages, behind a proxy on this machine. Each write is a transaction that reads a row, adds one
 * and commits, as most of the service's do; each process has rows of its own. The numbers of processes take turns.
 * Exits 1 if the writes of 2 and 4 processes that each write one after the other are below 1.8 and 3 times those of one.
 * Beside it, without a budget, processes that each make four writes at a time: two processors are busy then, not the wire.
 *
 *   npm run bench -- writers [ROUNDS] [--seconds 3] [--delay 1]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startCluster } from '../cluster.mjs';
import { recordRatios } from './record.mjs';
import { bundleService } from './service-bundle.mjs';
import { median } from './usage.mjs';

/** Least writes of so many processes, in those of one. */
const WANTED = new Map([
  [1, 1],
  [2, 1.8],
  [4, 3],
]);
/** What a process writes at the same time. */
const LANES = [1, 4];

if (process.send) await writeUntilTold();
else await measure();

async function measure() {
  const option = (name, fallback) =>
    Number(process.argv[process.argv.indexOf(`--${name}`) + 1] ?? fallback) || fallback;
  const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 3);
  const [seconds, delay] = [option('seconds', 3), option('delay', 1)];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-writers-'));
  const cluster = await startCluster(folder, ['fsync=off', 'max_connections=200']);
  const bundle = await bundleService();
  const proxy = await delayed(Number(new URL(cluster.address()).port), delay);
  try {
    const address = new URL(cluster.address());
    address.port = String(proxy.address().port);
    const { openStore } = await import(pathToFileURL(bundle.outfile).href);
    await (await openStore(address.href)).close(); // makes the tables
    console.log(`writes a second on PostgreSQL, ${delay} ms on the wire, median of ${rounds} rounds`);
    for (const lanes of LANES) {
      const measured = new Map(
        [...WANTED.keys()].map((processes) => [processes, { rates: [], retries: [] }]),
      );
      for (let round = 0; round < rounds; round += 1)
        for (const [processes, { rates, retries }] of measured) {
          const { rate, again } = await rateOf([address.href, bundle.outfile, lanes], processes, seconds);
          rates.push(rate);
          retries.push(again);
        }
      print(measured, lanes);
    }
  } finally {
    proxy.close();
    await cluster.stop('immediate');
    await bundle.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a second of so many processes, and how many of a hundred writes were refused and run again. */
async function rateOf(words, processes, seconds) {
  const file = fileURLToPath(import.meta.url);
  const children = Array.from({ length: processes }, () => fork(file, words.map(String)));
  const exits = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child) => once(child, 'message')));
  const began = performance.now();
  for (const child of children) child.send('go');
  await sleep(seconds * 1_000);
  for (const child of children) child.send('stop');
  const counts = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
  const took = (performance.now() - began) / 1_000;
  await Promise.all(exits);
  const sum = (what) => counts.reduce((all, count) => all + count[what], 0);
  return { rate: sum('writes') / took, again: (100 * sum('retries')) / sum('writes') };
}

/** A process that writes. */
async function writeUntilTold() {
  const [address, outfile, lanes] = process.argv.slice(2);
  const { openStore } = await import(pathToFileURL(outfile).href);
  let [isOver, writes, retries] = [false, 0, 0];
  const onHindrance = (what) => {
    if (what === 'retry') retries += 1;
  };
  const { db, close } = await openStore(address, undefined, { onHindrance });
  const names = Array.from({ length: Number(lanes) }, (_, at) => `bench ${process.pid} ${at}`);
  const lane = async (name, most = Number.POSITIVE_INFINITY) => {
    for (let count = 0; count < most && !isOver; count += 1) {
      await db.transaction().execute(async (trx) => {
        const there = trx.selectFrom('settings').select('value').where('key', '=', name);
        const value = Number((await there.executeTakeFirst())?.value ?? 0) + 1;
        await trx
          .insertInto('settings')
          .values({ key: name, value: String(value) })
          .onConflict((clash) => clash.column('key').doUpdateSet({ value: String(value) }))
          .execute();
      });
      writes += 1;
    }
  };
  // The rows and the connections are there, and the statements prepared, when the clock starts.
  for (const name of names) await lane(name, 2);
  await Promise.all(names.map((name) => lane(name, 3)));
  [writes, retries] = [0, 0];
  process.send('ready');
  await once(process, 'message');
  const all = names.map((name) => lane(name));
  await once(process, 'message');
  isOver = true;
  await Promise.all(all);
  await close();
  process.send({ writes, retries });
  process.disconnect();
}

/** A proxy that passes on what the server says after a delay, in milliseconds. */
async function delayed(port, delay) {
  const proxy = net.createServer((client) => {
    const server = net.connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    client.pipe(server);
    server.on('data', (chunk) => setTimeout(() => client.write(chunk), delay));
    server.on('close', () => setTimeout(() => client.end(), delay));
    for (const socket of [client, server])
      socket.on('error', () => {
        client.destroy();
        server.destroy();
      });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

function print(measured, lanes) {
  const hasBudget = lanes === 1;
  console.log(hasBudget ? 'each writes one after the other' : `each makes ${lanes} writes at a time`);
  const alone = median(measured.get(1).rates);
  for (const [processes, { rates, retries }] of measured) {
    const ratio = median(rates) / alone;
    const wanted = WANTED.get(processes);
    const isMissed = hasBudget && ratio < wanted;
    const name = `${processes} processes${hasBudget ? '' : `, ${lanes} at a time`}`;
    if (processes > 1) recordRatios([[name, processes / ratio, hasBudget ? processes / wanted : undefined]]);
    if (isMissed) process.exitCode = 1;
    console.log(
      [
        `${processes} ${processes === 1 ? 'process' : 'processes'}`.padEnd(12),
        median(rates).toFixed(0).padStart(6),
        `${ratio.toFixed(2)} times`.padStart(10),
        `${median(retries).toFixed(1)} % again`.padStart(13),
        hasBudget ? `wanted ${wanted}  ${isMissed ? 'TOO FEW' : 'ok'}` : '',
      ].join('  '),
    );
  }
}
