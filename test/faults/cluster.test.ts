/** A service and workers of other processes on one PostgreSQL store, through the built program. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/cli/local/service/serve.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import { newTestObjects } from '../support/objects.ts';
import { type Serving, serving } from '../support/serving.ts';
import { isOnServer, newTestStore } from '../support/store.ts';
import { tone } from '../support/tone.ts';
import { binary, passedOn } from '../support/vau.ts';
import { serviceMachine, workerMachine } from './support/machines.ts';

const FILES = 12;
const { store = '', remove } = newTestStore();
const settings = { ...newTestObjects().env, VAU_EMBEDDINGS: 'off', VAU_OBJECTS: 'off' };
let service: Serving;
const workers: ChildProcess[] = [];

function startWorker(): ChildProcess {
  const child = spawn(process.execPath, [binary, 'worker', '--workers', '1', '--store', store], {
    env: { ...passedOn(), ...service.home.env, ...settings },
    stdio: 'ignore',
  });
  workers.push(child);
  return child;
}

/** Ends every connection to the store, as a restart of the server does. */
async function endConnections(): Promise<void> {
  const client = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vau ${new URL(store).searchParams.get('schema')}' and pid <> pg_backend_pid()`,
  );
  await client.end();
}

describe.runIf(isOnServer)('[DB-1] a service without workers, and two workers of other processes', () => {
  beforeAll(async () => {
    service = await serving({
      args: ['--workers', '0', '--store', store],
      env: { VAU_STORE: store, ...settings },
    });
  });
  afterAll(async () => {
    for (const one of workers.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )) {
      one.kill('SIGINT');
      await once(one, 'exit');
    }
    await service?.stop();
    await remove();
  });

  it('end every file once, though a worker is killed and the server breaks its connections', async () => {
    const first = startWorker();
    startWorker();
    const ids: string[] = [];
    for (let at = 0; at < FILES; at += 1) ids.push((await service.upload(tone(at), `${at}.wav`)).body.id);
    await expect
      .poll(async () => (await service.call('GET', `/files/${ids[0]}`)).body.status, { timeout: 60_000 })
      .toBe('completed');
    first.kill('SIGKILL');
    await endConnections();
    startWorker();
    for (const id of ids) expect((await service.settled(`/files/${id}`)).status).toBe('completed');
    const told = await (await fetch(new URL('/metrics', service.url))).text();
    expect(told).toMatch(/^vau_store_hindrances_total\{kind="lost connection"\} [1-9]/m);
    const { db, close } = await openStore(store);
    const events = await db
      .selectFrom('events')
      .select(['event_type', 'payload'])
      .where('event_type', '=', 'file.job.completed')
      .execute();
    await close();
    expect(events.map(({ payload }) => JSON.parse(payload).id).sort()).toEqual([...ids].sort());
  });
});

describe.runIf(isOnServer)('[DB-1] a server that cannot be reached yet', () => {
  it('gets the workers that were started before it', async () => {
    const { store: VAU_STORE = '', remove: removeStore } = newTestStore();
    const shared = { ...settings, VAU_STORE, VAU_SECRETS_KEY: randomBytes(32).toString('base64') };
    const env = { ...shared, ...newTestObjects().env };
    const there = new URL(VAU_STORE);
    const way = createServer((socket) => {
      const on = connect(Number(there.port || 5432), there.hostname);
      socket.pipe(on).pipe(socket);
      for (const one of [socket, on]) one.on('error', () => one.destroy());
    });
    const port = await freePort(0, '127.0.0.1');
    const far = Object.assign(new URL(VAU_STORE), { hostname: '127.0.0.1', port: String(port) });
    const early = await workerMachine('early', { args: [], env: { ...env, VAU_STORE: far.href } });
    const first = await serviceMachine('first', { args: [], env });
    try {
      await Promise.all([first.start(), early.start()]);
      await until(() => early.said().includes('Waiting for it'), 'the waiting worker', 60_000);
      expect(early.said()).toContain('ECONNREFUSED');
      way.listen(port, '127.0.0.1');
      await until(() => early.said().includes('runs jobs'), 'the worker', 60_000);
      expect(early.said().match(/Waiting for it/g)).toHaveLength(1);
    } finally {
      for (const machine of [early, first]) await machine.stop().then(() => machine.home.remove());
      way.close();
      await removeStore();
    }
  });
});

describe.runIf(isOnServer)('[DB-1] a store on which no service has started', () => {
  it('gets the workers that were started before its first service, and together with it', async () => {
    const { store: VAU_STORE = '', remove: removeStore } = newTestStore();
    const key = randomBytes(32).toString('base64');
    const shared = {
      args: [],
      env: { ...settings, VAU_STORE, VAU_SECRETS_KEY: key, ...newTestObjects().env },
    };
    const early = await workerMachine('early', shared);
    const late = await workerMachine('late', shared);
    const first = await serviceMachine('first', shared);
    const machines = [early, late, first];
    try {
      await early.start();
      await until(() => early.said().includes('waiting for the first one'), 'the waiting worker', 60_000);
      await Promise.all([late.start(), first.start()]);
      for (const worker of [early, late]) {
        await until(() => worker.said().includes('runs jobs'), worker.name, 60_000);
        expect(worker.said()).not.toMatch(/repair|[Rr]estore|do not belong/);
      }
    } finally {
      for (const machine of machines) await machine.stop().then(() => machine.home.remove());
      await removeStore();
    }
  });
});
