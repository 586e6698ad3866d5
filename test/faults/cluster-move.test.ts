/** `vau store move` there and back, through the built program, on a store as a service leaves it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/service/store/open-store.ts';
import { readAddress } from '../../src/service/store/postgres/address.ts';
import type { Db } from '../../src/service/store/sql/schema.ts';
import { loadSqlite } from '../../src/service/store/sqlite/sqlite-module.ts';
import { addFilm, makeCollection } from '../service/search/library.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { isOnServer, newTestStore } from '../support/store.ts';
import { tone } from '../support/tone.ts';
import { binary, emptyHome, type Home, passedOn, vau } from '../support/vau.ts';

const FILMS = 260;
const QUERIES = [
  { query: 'otter' },
  { query: 'the river and the boat' },
  { query: 'Donaudampfschiff' },
  { query: 'naïve café 日本語' },
  { query: 'boat', filter: { metadata: [{ path: 'take', operator: 'LessThan', valueText: '40.5' }] } },
  { query: 'river', filter: { metadata: [{ path: 'camera', operator: 'Equal', valueText: 'front' }] } },
];

let home: Home;
let folder: string;
let collection: string;
let expected: unknown[];
let deleted: string;
let pending: string;
let bytes: Buffer;
/** The token of the first service is good on every moved store. */
let headers: Record<string, string>;
const removals: (() => Promise<void>)[] = [];

const dataDir = () => path.join(folder, 'source');
const database = (dir: string) => path.join(dir, 'vau.sqlite');

/** An empty schema of the server. */
function place(): string {
  const { store = '', remove } = newTestStore();
  removals.push(remove);
  return store;
}

const open = (config: { dataDir: string; store?: string }) => openTestService(config, { onServer: false });

/** What searches find, with the scores. */
async function found({ call }: TestService): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const one of QUERIES) {
    const asked = { ...one, scope: 'segment', collections: [collection], limit: 100 };
    const { status, body } = await call('POST', '/search', asked, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.results.length).toBeGreaterThan(0);
    all.push(body.results);
  }
  return all;
}

beforeAll(async () => {
  if (!isOnServer) return;
  home = await emptyHome();
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-move-'));
  const service = await open({ dataDir: dataDir() });
  headers = { authorization: `Bearer ${service.token}` };
  collection = await makeCollection(service, 'films');
  for (let at = 0; at < FILMS; at += 1)
    await addFilm(service, collection, {
      filename: `film ${at} 🎬.mp4`,
      metadata: {
        take: at / 4 - 5,
        camera: at % 2 ? 'front' : 'rear',
        note: at === 7 ? 'a\u0000b' : `n${at}`,
      },
      speech: [
        { start: 0, text: `The river is wide here, and the boat number ${at} is late.` },
        {
          start: 21,
          text: at % 9 ? `Nobody saw the ${'very '.repeat(at % 13)}naïve café 日本語` : 'An otter!',
        },
        { start: 42, text: 'Die Donaudampfschifffahrtsgesellschaft fährt heute nicht.' },
      ],
    });
  const other = await makeCollection(service, 'to delete');
  ({ file_id: deleted } = await addFilm(service, other, {
    filename: 'gone.mp4',
    speech: [{ start: 0, text: 'Gone.' }],
  }));
  expect(
    (
      await service.call('POST', '/webhooks', {
        endpoint: 'https://hooks.example/',
        subscribed_events: ['file.job.completed'],
      })
    ).status,
  ).toBe(200);
  expect((await service.call('DELETE', `/files/${deleted}`)).status).toBe(200);
  pending = (await service.upload(tone(1), 'pending.wav')).body.id;
  expected = await found(service);
  await service.close();
  bytes = await readFile(database(dataDir()));
});

afterAll(async () => {
  for (const remove of removals) await remove();
  await home?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const move = (...line: string[]) =>
  vau(['store', 'move', ...line, '-o', 'json'], { env: home.env, timeout: 180_000 });

/** Starts a move and sends it a signal as soon as it says this. @returns how it ended, and what it said */
async function stopped(line: string[], at: RegExp, signal: NodeJS.Signals) {
  const child: ChildProcess = spawn(process.execPath, [binary, 'store', 'move', ...line], {
    env: { ...passedOn(), ...home.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    // A second one would end it at once.
    if (at.test(said) && !child.killed) child.kill(signal);
  });
  await once(child, 'close');
  expect(said).toMatch(at);
  return { status: child.exitCode, signal: child.signalCode, said };
}

/** How many rows each table has, and its content read by hand, in the order of its first columns. */
async function contentOf(db: Db) {
  const content: Record<string, unknown> = {};
  for (const table of [
    'files',
    'segments',
    'documents',
    'tokens',
    'settings',
    'webhooks',
    'deletions',
  ] as const) {
    const key = { tokens: 'id', settings: 'key', documents: 'docid' }[table as string] ?? 'id';
    const { rows } = await sql<object>`select * from ${sql.table(table)} order by ${sql.ref(key)}`.execute(
      db,
    );
    content[table] = rows.map((row) => {
      const { rowid: _, ...own } = row as Record<string, unknown>;
      return JSON.parse(JSON.stringify(own).replaceAll('\\\\u0000', '\\\\ufffd'));
    });
  }
  return content;
}

async function within<Result>(location: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openStore(location);
  try {
    return await read(db);
  } finally {
    await close();
  }
}

describe.runIf(isOnServer)('[DB-2] vau store move', () => {
  it('moves a store to PostgreSQL and back, killed and interrupted on the way, with nothing lost', async () => {
    const server = place();
    const killed = await stopped([dataDir(), server], /Moving modality_lines/, 'SIGKILL');
    expect(killed.signal).toBe('SIGKILL');
    // No service starts on half a move.
    const start = await vau(['serve', '--port', '0', '--store', server, '--data-dir', dataDir()], {
      env: home.env,
    });
    expect([start.status, start.stderr]).toEqual([1, expect.stringContaining('has not moved whole')]);
    const interrupted = await stopped([dataDir(), server], /Moving the index of words/, 'SIGINT');
    expect([interrupted.status, interrupted.said]).toEqual([
      130,
      expect.stringMatching(/Moving files: [1-9]/),
    ]);
    await stopped([dataDir(), server], /Making indexes/, 'SIGKILL');
    const there = await move(dataDir(), server);
    expect([there.status, there.stderr]).toEqual([0, expect.stringContaining('all of them are equal')]);
    const report = JSON.parse(there.stdout);
    expect(report).toMatchObject({
      from: dataDir(),
      to: expect.not.stringContaining('?'),
      jobs: expect.any(Number),
      has_secrets: true,
    });
    expect(report.jobs).toBeGreaterThan(0);
    const rowsOf = (name: string) => report.tables.find((one: { name: string }) => one.name === name)?.rows;
    expect([rowsOf('files'), rowsOf('documents'), rowsOf('index of words')]).toEqual([
      FILMS + 2,
      expect.any(Number),
      rowsOf('documents'),
    ]);
    // The source is as it was, to the byte.
    expect((await readFile(database(dataDir()))).equals(bytes)).toBe(true);
    const content = await within(dataDir(), contentOf);
    expect(await within(server, contentOf)).toEqual(content);

    const back = path.join(folder, 'back');
    await stopped([server, back], /Moving (?:segments|segmentations|settings)/, 'SIGKILL');
    expect(await readdir(back)).not.toContain('vau.sqlite');
    await stopped([server, back], /Moving the index of words/, 'SIGKILL');
    const again = await move(server, back);
    expect([again.status, again.stderr]).toEqual([0, expect.any(String)]);
    const sums = ({ tables }: { tables: { name: string }[] }) =>
      tables.filter(({ name }) => name !== 'deletions');
    expect(sums(JSON.parse(again.stdout))).toEqual(sums(report));
    expect(await readdir(back)).not.toContain('store-move');
    expect(await within(back, contentOf)).toEqual(await within(server, contentOf));
    for (const name of ['objects', 'secrets.key'])
      await cp(path.join(dataDir(), name), path.join(back, name), { recursive: true });

    for (const config of [{ dataDir: dataDir(), store: server }, { dataDir: back }]) {
      const service = await open(config);
      expect(await found(service)).toEqual(expected);
      // What was unfinished ends: the queue has the deletion, and the rows say the rest.
      const started = await service.call('GET', `/files/${pending}`, undefined, headers);
      expect(started.body.status).toBe('pending');
      await service.drain();
      const { db } = service.context;
      expect(await db.selectFrom('files').select('id').where('id', '=', deleted).execute()).toEqual([]);
      expect(await db.selectFrom('deletions').selectAll().execute()).toEqual([]);
      // Numbers go on where they were, and triggers work again.
      await addFilm(service, collection, {
        filename: 'new.mp4',
        speech: [{ start: 0, text: 'A brandnew walrus.' }],
      });
      const asked = { query: 'walrus', scope: 'segment', collections: [collection], limit: 5 };
      const { body } = await service.call('POST', '/search', asked, headers);
      expect(body.results.length).toBeGreaterThan(0);
      await service.close();
    }
  });

  it('is refused where a service runs, on either side', async () => {
    const server = place();
    const onFolder = await open({ dataDir: dataDir() });
    const busyFolder = await move(dataDir(), server);
    expect([busyFolder.status, busyFolder.stderr]).toEqual([
      1,
      expect.stringMatching(/another service is using the data folder/),
    ]);
    await onFolder.close();
    const onServer = await open({ dataDir: path.join(folder, 'of-server'), store: server });
    const busyServer = await move(server, path.join(folder, 'new'));
    expect([busyServer.status, busyServer.stderr]).toEqual([
      1,
      expect.stringMatching(/a service or worker is using .*: stop vau serve/),
    ]);
    expect((await move(dataDir(), server)).stderr).toMatch(/a service or worker is using/);
    await onServer.close();
    // The target must be empty.
    const full = await move(dataDir(), server);
    expect([full.status, full.stderr]).toEqual([
      1,
      expect.stringMatching(/has a store in the schema .*Nothing was changed/),
    ]);
    const there = await move(server, dataDir());
    expect([there.status, there.stderr]).toEqual([
      1,
      expect.stringMatching(/has a database; choose another folder/),
    ]);
  });

  it('notices that the source has changed since an earlier part, and begins anew only when told to', async () => {
    const server = place();
    const copy = path.join(folder, 'copy');
    await cp(dataDir(), copy, { recursive: true });
    await stopped([copy, server], /Moving the index of words/, 'SIGKILL');
    await within(copy, (db) => db.updateTable('collections').set({ description: 'other' }).execute());
    const other = await move(copy, server);
    expect([other.status, other.stderr]).toEqual([
      1,
      expect.stringMatching(/the table collections is not the same on both sides.*--restart/),
    ]);
    await within(copy, (db) =>
      db.updateTable('settings').set({ value: 'another' }).where('key', '=', 'store_id').execute(),
    );
    expect((await move(copy, server)).stderr).toMatch(/holds a part of another move/);
    const anew = await move(copy, server, '--restart');
    expect([anew.status, anew.stderr]).toEqual([0, expect.stringContaining('all of them are equal')]);
    // A whole store is never emptied.
    expect((await move(copy, server, '--restart')).stderr).toMatch(/has a store in the schema/);
  });

  it('is refused while another one uses the database', async () => {
    const server = place();
    const client = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
    await client.connect();
    await client.query('select pg_advisory_lock($1, 1)', [readAddress(server).lock]);
    const second = await move(dataDir(), server);
    await client.end();
    expect([second.status, second.stderr]).toEqual([
      1,
      expect.stringContaining('another vau store move is using'),
    ]);
  });

  it('is refused from a store of another version, which it would change', async () => {
    const older = path.join(folder, 'older');
    await cp(dataDir(), older, { recursive: true });
    const { DatabaseSync } = await loadSqlite();
    const native = new DatabaseSync(database(older), { timeout: 5_000 });
    native.exec('pragma user_version = 38');
    native.close();
    const fromFolder = await move(older, place());
    expect([fromFolder.status, fromFolder.stderr]).toEqual([
      1,
      expect.stringMatching(
        /vau\.sqlite has store version 38, but this vau supports versions from 47 on; start the vau of commit/,
      ),
    ]);
    const server = place();
    await within(server, (db) => sql`update store_version set version = 38`.execute(db));
    const fromServer = await move(server, path.join(folder, 'from-older'));
    expect([fromServer.status, fromServer.stderr]).toEqual([
      1,
      expect.stringMatching(
        /store version 38, but this vau supports versions from 47 on; start the vau of commit/,
      ),
    ]);
  });

  it('takes one data folder and one address', async () => {
    for (const [line, message] of [
      [['./a', './b'], 'must be the address of a PostgreSQL database'],
      [['postgres://x/y', 'postgres://x/z'], 'one of the two must be a data folder'],
    ] as const) {
      const run = await move(...line);
      expect([run.status, run.stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    const none = await move(path.join(folder, 'nothing'), place());
    expect([none.status, none.stderr]).toEqual([1, expect.stringMatching(/does not exist/)]);
  });
});
