/** The key of the secrets of a store that several machines share, and what joins such a store, through the built program. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/service/store/open-store.ts';
import type { Db } from '../../src/service/store/sql/schema.ts';
import { until } from '../service/jobs/support.ts';
import { valueIn } from '../service/monitoring/exposition.ts';
import { newTestObjects } from '../support/objects.ts';
import { startTestReceiver, type TestReceiver, verify } from '../support/receiver.ts';
import { isOnServer, newTestStore } from '../support/store.ts';
import { tone } from '../support/tone.ts';
import { emptyHome, type Home, type Run, vau } from '../support/vau.ts';
import {
  freePort,
  type Machine,
  type ServiceMachine,
  serviceMachine,
  workerMachine,
} from './support/machines.ts';

const MINUTE = 60_000;
const KEY = randomBytes(32).toString('base64');
const closers: (() => Promise<unknown>)[] = [];

/** A store and a place for its objects, both new. */
function place(): { readonly store: string; readonly env: Record<string, string> } {
  const { store = '', remove } = newTestStore();
  closers.unshift(remove);
  return {
    store,
    env: {
      ...newTestObjects().env,
      VAU_PRIVATE_ADDRESSES: 'on',
      VAU_EMBEDDINGS: 'off',
      VAU_OBJECTS: 'off',
      VAU_STORE: store,
    },
  };
}

async function home(): Promise<Home> {
  const made = await emptyHome();
  closers.push(made.remove);
  return made;
}

/** Runs a command on a machine that has nothing yet, to its end. */
async function onNewMachine(
  words: string[],
  env: Record<string, string>,
): Promise<Run & { readonly dataFolder: string }> {
  const machine = await home();
  const run = await vau(words, { env: { ...machine.env, ...env } });
  return { ...run, dataFolder: machine.dataFolder };
}

const serve = ['serve', '--port', '0', '--workers', '0'];

async function running(machine: Machine): Promise<void> {
  closers.unshift(() => machine.stop().then(() => machine.home.remove()));
  await machine.start();
}

async function within<Result>(store: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openStore(store);
  try {
    return await read(db);
  } finally {
    await close();
  }
}

const settingsIn = (store: string) =>
  within(store, async (db) => {
    const rows = await db.selectFrom('settings').selectAll().execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  });

afterAll(async () => {
  for (const close of closers) await close();
});

describe.runIf(isOnServer)('[DB-1] machines of one store', () => {
  const { store, env } = isOnServer ? place() : { store: '', env: {} };
  let service: ServiceMachine;
  let receiver: TestReceiver;
  let headers: Record<string, string>;

  beforeAll(async () => {
    if (!isOnServer) return;
    receiver = await startTestReceiver();
    closers.push(receiver.close);
    service = await serviceMachine('service', { args: [], env: { ...env, VAU_SECRETS_KEY: KEY } });
    await running(service);
    headers = { authorization: `Bearer ${await service.token()}`, 'content-type': 'application/json' };
  });

  it('sign with one key, which a variable, a flag or a file names: a worker signs for the webhook of a service', async () => {
    const keys = await home();
    const file = path.join(keys.folder, 'key');
    // As a secret of a container: readable for others, and with a line break.
    await writeFile(file, `${KEY}\n`);
    const port = await freePort();
    const args = ['--secrets-key-file', file, '--metrics-port', String(port)];
    const worker = await workerMachine('worker', { args, env });
    await running(worker);
    const made = await fetch(`${service.url}/webhooks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ endpoint: receiver.url }),
    });
    const { webhook_secret: secret } = (await made.json()) as { webhook_secret: string };
    const form = new FormData();
    form.set('file', new Blob([tone(1) as Uint8Array<ArrayBuffer>]), 'a.wav');
    const { authorization = '' } = headers;
    await fetch(`${service.url}/files`, { method: 'POST', headers: { authorization }, body: form });
    await until(() => receiver.arrived.length > 1, 'the deliveries', MINUTE);
    for (const delivery of receiver.arrived) verify(secret, delivery);
    await saysHowItIs(`http://127.0.0.1:${port}`);
    // The store has a fingerprint, and nobody wrote the key anywhere.
    const stored = [...(await settingsIn(store)).values()].join(' ');
    expect(stored).not.toContain(KEY.slice(0, 20));
    expect(service.said() + worker.said()).not.toContain(KEY.slice(0, 20));
    await expect(readFile(path.join(service.home.dataFolder, 'secrets.key'))).rejects.toThrow('ENOENT');
  });

  /** Monitoring of a machine that has workers alone: its own counts, and not those of the store. */
  async function saysHowItIs(url: string): Promise<void> {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const told = await (await fetch(`${url}/metrics`)).text();
    const done = { kind: 'file.process', outcome: 'completed' };
    expect(valueIn(told, 'vau_job_runs_total', done)).toBe(1);
    expect(valueIn(told, 'vau_workers', { state: 'running' })).toBe(1);
    expect(valueIn(told, 'vau_process_resident_memory_bytes', { process: 'supervisor' })).toBeGreaterThan(
      1e7,
    );
    expect(told).not.toMatch(/^vau_(jobs|webhook_deliveries_pending)\b/m);
    // A proxy asks for somebody of another machine; and there is no API.
    expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(401);
    expect((await fetch(`${url}/v1/files`, { headers })).status).toBe(404);
    const taken = await onNewMachine(['worker', '--metrics-port', new URL(url).port], {
      ...env,
      VAU_SECRETS_KEY: KEY,
    });
    expect([taken.status, taken.stderr]).toEqual([
      1,
      expect.stringMatching(/Port \d+ on 127\.0\.0\.1 is in use by another program/),
    ]);
  }

  it.each([
    [
      'a worker without a key',
      ['worker'],
      {},
      /secrets\.key is not there, and the secrets .* another machine/,
    ],
    [
      'a service with another key',
      serve,
      { VAU_SECRETS_KEY: randomBytes(32).toString('base64url') },
      /VAU_SECRETS_KEY is not the key with which the secrets of the database/,
    ],
  ])('refuse %s, and say what to do', async (_, words, more, message) => {
    const run = await onNewMachine(words, { ...env, ...more });
    expect([run.status, run.stdout, run.stderr]).toEqual([1, '', expect.stringMatching(message)]);
    expect(run.stderr).toMatch(/a copy of secrets\.key .*--secrets-key-file, or VAU_SECRETS_KEY/);
    // A key that is made here would have to be replaced.
    await expect(readFile(path.join(run.dataFolder, 'secrets.key'))).rejects.toThrow('ENOENT');
  });

  it.each([
    [
      'a text that is none',
      { VAU_SECRETS_KEY: 'too short' },
      /VAU_SECRETS_KEY is not a key of 32 bytes: .*openssl rand -base64 32/,
    ],
    [
      'a file that is not there',
      { VAU_SECRETS_KEY_FILE: '/nowhere/key' },
      /the key \/nowhere\/key is not there/,
    ],
    ['a folder', { VAU_SECRETS_KEY_FILE: '/' }, /the key \/ cannot be read: /],
    [
      'two of them',
      { VAU_SECRETS_KEY: KEY, VAU_SECRETS_KEY_FILE: '/nowhere/key' },
      /are both set; keep one of the two/,
    ],
  ])('refuse %s as a key', async (_, more, message) => {
    const run = await onNewMachine(['worker'], { ...env, ...more });
    expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(run.stderr).not.toContain('too short');
  });

  it('take a new key when they are told that the old one is lost', async () => {
    const key = { VAU_SECRETS_KEY: randomBytes(32).toString('base64') };
    const before = (await settingsIn(store)).get('secrets_key_fingerprint');
    const other = await serviceMachine('other', { args: ['--replace-secrets-key'], env: { ...env, ...key } });
    await running(other);
    expect((await settingsIn(store)).get('secrets_key_fingerprint')).not.toBe(before);
    const run = await onNewMachine(['worker'], { ...env, VAU_SECRETS_KEY: KEY });
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('VAU_SECRETS_KEY is not the key')]);
  });

  it('of an earlier version has no fingerprint: a key that opens none of the secrets is not the first', async () => {
    await within(store, (db) =>
      db.deleteFrom('settings').where('key', '=', 'secrets_key_fingerprint').execute(),
    );
    const worker = await onNewMachine(['worker'], { ...env, VAU_SECRETS_KEY: KEY });
    expect(worker.stderr).toContain('No service of this version of vau has started');
    const wrong = await onNewMachine(serve, env);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('secrets.key is not there')]);
    const right = await serviceMachine('right', { args: [], env: { ...env, VAU_SECRETS_KEY: KEY } });
    await running(right);
    expect((await settingsIn(store)).get('secrets_key_fingerprint')).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe.runIf(isOnServer)('[DB-1] a database without a store', () => {
  /** The schemas of a store that are there. */
  async function schemasOf(store: string): Promise<string[]> {
    const client = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname like $1 || '%' order by 1",
      [new URL(store).searchParams.get('schema')],
    );
    await client.end();
    return rows.map(({ name }) => name);
  }

  it('stays as it is when a worker, a token or a service with the objects of another store asks for it', async () => {
    const { store, env } = place();
    const worker = await workerMachine('worker', { args: [], env });
    await running(worker);
    await until(() => worker.said().includes('waiting for the first one'), 'the waiting worker', MINUTE);
    expect(await worker.stop()).toBe(0);
    expect(worker.said()).not.toMatch(/repair|[Rr]estore/);
    const token = await onNewMachine(['service', 'token', 'create', 'ada'], env);
    expect([token.status, token.stderr]).toEqual([
      1,
      expect.stringContaining('no service has started with this store yet'),
    ]);
    // Objects of another store: that of a service with SQLite.
    const other = await serviceMachine('other', {
      args: ['--workers', '1'],
      env: { ...env, VAU_STORE: '' },
    });
    await running(other);
    await other.stop();
    const service = await onNewMachine(serve, env);
    expect([service.status, service.stderr]).toEqual([
      1,
      expect.stringMatching(/The objects do not belong to the database .*--objects/),
    ]);
    expect(service.stderr).not.toMatch(/repair|[Rr]estore/);
    expect(await schemasOf(store)).toEqual([]);
  });

  it('but with the jobs of one that was dropped is refused', async () => {
    const { store, env } = place();
    const first = await serviceMachine('first', { args: [], env });
    await running(first);
    const form = new FormData();
    form.set('file', new Blob([tone(1) as Uint8Array<ArrayBuffer>]), 'a.wav');
    const authorization = `Bearer ${await first.token()}`;
    const { status } = await fetch(`${first.url}/files`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(status).toBe(200);
    await first.stop();
    const [own = '', boss = ''] = await schemasOf(store);
    const client = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
    await client.connect();
    await client.query(`drop schema ${own} cascade`);
    const elsewhere = { ...env, ...newTestObjects().env };
    const refused = await onNewMachine(serve, elsewhere);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`the schema ${boss} has jobs (`),
    ]);
    expect(refused.stderr).toContain(`drop schema ${boss} cascade`);
    await client.query(`drop schema ${boss} cascade`);
    await client.end();
    const again = await serviceMachine('again', { args: [], env: elsewhere });
    await running(again);
  });
});
