/**
 * Two services and three workers of the built program on one PostgreSQL store and one bucket. Each is killed in turn and
 * started again, PostgreSQL is restarted, and the bucket falls silent for a while, all while files are uploaded, put into a
 * collection, processed, described, and paid for. Minutes long: part of `npm run test:cluster`, with VAU_TEST_FILES files.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openStore } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import { lacks, needs } from '../support/programs.ts';
import {
  type Received,
  type Reply,
  startTestReceiver,
  type TestReceiver,
  verify,
} from '../support/receiver.ts';
import { type S3Server, s3Server } from '../support/s3/s3-server.ts';
import { isOnServer, jobsIn } from '../support/store.ts';
import { countedOnce } from './support/counted-once.ts';
import {
  type Machine,
  type OwnCluster,
  ownCluster,
  type ServiceMachine,
  serviceMachine,
  workerMachine,
} from './support/machines.ts';
import { silentTalk } from './support/silent-talk.ts';

const it = needs('ffmpeg', 's3');
const FILES = Number(process.env.VAU_TEST_FILES ?? 200);
const MINUTE = 60_000;
/** How long the bucket says nothing. */
const SILENCE_MS = 8_000;
/** So many uploads wait to be processed at most: what stops must stop work. */
const AHEAD = 12;

let folder: string;
let cluster: OwnCluster;
let bucket: S3Server;
let receiver: TestReceiver;
let services: readonly [ServiceMachine, ServiceMachine];
let workers: readonly Machine[];
let store: string;
let headers: Record<string, string>;

beforeAll(async () => {
  if (!isOnServer || lacks('ffmpeg', 's3')) return;
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-machines-'));
  [cluster, bucket, receiver] = await Promise.all([ownCluster(folder), s3Server(), startTestReceiver(look)]);
  store = cluster.address();
  const shared = {
    args: ['--store', store, '--objects', `s3://${bucket.bucket}/vau`],
    env: {
      ...bucket.env,
      VAU_PRIVATE_ADDRESSES: 'on',
      VAU_RATE_LIMIT: '0',
      VAU_OBJECT_TIMEOUT: '3',
      VAU_EMBEDDINGS: 'off',
      VAU_OBJECTS: 'off',
      VAU_SECRETS_KEY: randomBytes(32).toString('base64'),
    },
  };
  services = [await serviceMachine('service 1', shared), await serviceMachine('service 2', shared)];
  workers = await Promise.all([1, 2, 3].map((number) => workerMachine(`worker ${number}`, shared)));
  await services[0].start();
  headers = { authorization: `Bearer ${await services[0].token()}` };
  await Promise.all([services[1].start(), ...workers.map((one) => one.start())]);
}, 5 * MINUTE);

afterAll(async () => {
  bucket?.resume();
  for (const one of [...(workers ?? []), ...(services ?? [])]) {
    await one.stop();
    await one.home.remove();
  }
  await receiver?.close();
  await bucket?.stop();
  await cluster?.stop('immediate');
  if (folder) await rm(folder, { recursive: true, force: true });
}, 5 * MINUTE);

/** The secret of the webhook, and what arrived without its signature. A signature is good for five minutes. */
let secret = '';
const unsigned: string[] = [];

function look(delivery: Received): Reply {
  try {
    verify(secret, delivery);
  } catch (error) {
    unsigned.push(`${delivery.event.event_type}: ${error}`);
  }
  return { status: 204 };
}

/** Asks one of the services, and the other one when it does not answer. */
async function ask(at: number, where: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  for (let turn = at; ; turn += 1) {
    const service = services[turn % 2 === 0 ? 0 : 1];
    try {
      const answer = await fetch(`${service.url}${where}`, {
        ...init,
        headers: { ...headers, ...init.headers },
        signal: AbortSignal.timeout(20_000),
      });
      if (answer.ok) return (await answer.json()) as Record<string, unknown>;
      if (answer.status < 500) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith(where)) throw error;
    }
    await sleep(250);
  }
}

const post = (at: number, where: string, body: object) =>
  ask(at, where, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A collection in which a criterion is looked for in each file, for a credit. @returns its id */
async function makeCollection(): Promise<string> {
  const { id } = await post(0, '/collections', { name: 'talks', collection_type: 'moments' });
  const criterion = { name: 'promise', instructions: 'Somebody promises something.' };
  await post(0, `/collections/${id}/moment-criteria`, { criterion, min_duration_seconds: 1 });
  return String(id);
}

async function upload(at: number, collection: string): Promise<string> {
  const { id } = await ask(at, '/files', { method: 'POST', body: silentTalk(at) });
  await post(at, `/collections/${collection}/media`, { file_id: id });
  return String(id);
}

/** The ids of the events that arrived, by file. */
function arrived(type: string, field = 'id'): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { event } of receiver.arrived)
    if (event.event_type === type) {
      const id = String(event.payload[field]);
      found.set(id, (found.get(id) ?? new Set()).add(event.event_id));
    }
  return found;
}

/** The files that have ended in the collection, which comes last. */
const completed = () => arrived('collection.file.job.completed', 'file_id');

/** Uploads all files from four senders, never far ahead of what is processed. @returns their ids, as acknowledged */
async function uploadAll(collection: string): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  const sender = async () => {
    for (let at = next++; at < FILES; at = next++) {
      await until(() => ids.length - completed().size < AHEAD, 'the files before', 10 * MINUTE);
      ids.push(await upload(at, collection));
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  return ids;
}

/** What goes wrong, one after the other, each when another share of the files has been processed. */
async function misfortunes(): Promise<string[]> {
  const [one, two] = services;
  const [first, second, third] = workers;
  const restart = async (machine: Machine | undefined) => {
    await machine?.kill();
    await sleep(1_000);
    await machine?.start();
  };
  const acts: readonly [string, () => Promise<void>][] = [
    ['worker 1 killed', () => restart(first)],
    ['service 1 killed', () => restart(one)],
    ['worker 2 killed', () => restart(second)],
    ['PostgreSQL restarted', () => cluster.restart()],
    ['service 2 killed', () => restart(two)],
    [
      'the bucket silent',
      async () => {
        bucket.stall();
        await sleep(SILENCE_MS);
        bucket.resume();
      },
    ],
    ['worker 3 killed', () => restart(third)],
  ];
  const done: string[] = [];
  const begun = Date.now();
  for (const [index, [what, act]] of acts.entries()) {
    const share = Math.floor((FILES * (index + 1)) / (acts.length + 2));
    await until(() => completed().size >= share, `${share} files before: ${what}`, 10 * MINUTE);
    await act();
    done.push(`${what} at ${completed().size} files, ${Math.round((Date.now() - begun) / 1_000)} s`);
  }
  return done;
}

describe.runIf(isOnServer)('[DB-1] two services and three workers on one store and one bucket', () => {
  it(
    'end every file once, lose no event and make no result twice, though each is killed, PostgreSQL restarts and the bucket stalls',
    async () => {
      secret = String((await post(0, '/webhooks', { endpoint: receiver.url })).webhook_secret);
      const collection = await makeCollection();
      const begun = Date.now();
      const [ids, done] = await Promise.all([uploadAll(collection), misfortunes()]);
      expect(new Set(ids).size).toBe(FILES);
      await until(() => ids.every((id) => completed().has(id)), 'the last file', 10 * MINUTE);

      const { db, close } = await openStore(store);
      // An upload that was cut off after its commit, and before its answer, was sent again: its first file is there too.
      await until(
        async () =>
          (await jobsIn(db)).every(
            ({ kind }) => !/^(file|webhook|collection-file|find-moments|moment-criteria)\./.test(kind),
          ),
        'the end of all work',
        2 * MINUTE,
      );
      const files = await db.selectFrom('files').select(['id', 'status']).execute();
      const events = await db.selectFrom('events').select(['id', 'event_type', 'payload']).execute();
      const tries = await db.selectFrom('webhook_attempts').select('delivery_id').execute();
      const counted = await countedOnce(db, collection, ids);
      await close();
      expect(new Set(files.map(({ status }) => status))).toEqual(new Set(['completed']));
      const all = files.map(({ id }) => id).sort();
      expect(all).toEqual(expect.arrayContaining(ids));
      // Each file ended once, in the store and as the receiver saw it.
      const ended = events.filter(({ event_type }) => event_type === 'file.job.completed');
      expect(ended.map(({ payload }) => String(JSON.parse(payload).id)).sort()).toEqual(all);
      expect([...arrived('file.job.completed').keys()].sort()).toEqual(all);
      expect([...completed().keys()].sort()).toEqual([...ids].sort());
      for (const seen of [arrived('file.job.completed'), completed()])
        expect([...seen.values()].filter((one) => one.size !== 1)).toEqual([]);
      for (const type of ['file.job.failed', 'collection.file.job.failed'])
        expect(arrived(type).size).toBe(0);
      // Every event was delivered, some of them twice.
      expect(new Set(receiver.arrived.map(({ event }) => event.event_id))).toEqual(
        new Set(events.map(({ id }) => id)),
      );
      expect(unsigned).toEqual([]);
      const [first, second] = await Promise.all(services.map(({ url }) => listed(url)));
      expect(first).toEqual(all);
      expect(second).toEqual(all);
      console.log(
        [
          `${FILES} files acknowledged, ${files.length} stored, in ${Math.round((Date.now() - begun) / 1_000)} s`,
          `${events.length} events, ${receiver.arrived.length} deliveries arrived, ${tries.length} attempts`,
          `lines ${counted.lines}, moments ${counted.moments}, charges ${counted.charged}, refunds ${counted.refunded}`,
          ...done,
        ].join('\n'),
      );
    },
    25 * MINUTE,
  );
});

/** The ids of the completed files that a service lists. */
async function listed(url: string): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const answer = await fetch(`${url}/files?limit=100&offset=${offset}&status=completed`, { headers });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    ids.push(...data.map(({ id }) => id));
    if (data.length < 100) return ids.sort();
  }
}
