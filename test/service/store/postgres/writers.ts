/** Many writers on one store, and what must be true of it whatever they do at the same time. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createAccount } from '../../../../src/service/accounts/accounts.ts';
import { charge, grant, refund } from '../../../../src/service/accounts/ledger.ts';
import { wakeUp } from '../../../../src/service/jobs/worker/messages.ts';
import { openQueue } from '../../../../src/service/queue/open-queue.ts';
import { type HeldLease, LeaseLost, type Queue } from '../../../../src/service/queue/queue.ts';
import { writePassages } from '../../../../src/service/resources/passages/rows.ts';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import type { Db, Trx } from '../../../../src/service/store/sql/schema.ts';
import type { Hindrance } from '../../../../src/service/store/store.ts';
import { type Seeded, seeded } from '../../../support/seeded.ts';

const STORES = 5;
const ACCOUNTS = 3;
const PAIRS = 40;
const JOBS = 12;
const LEASE_MS = 1_000;
const FILES = 4;

export interface Found {
  /** What must not be, in words. */
  readonly wrong: string[];
  readonly hindrances: ReadonlyMap<Hindrance, number>;
  /** How often each kind of round ended well. */
  readonly done: ReadonlyMap<string, number>;
}

/** One writer's way to the store. */
interface Writer {
  readonly db: Db;
  readonly queue: Queue;
  readonly name: string;
  readonly chance: Seeded;
}

/** What all writers know. */
interface World {
  readonly accounts: readonly string[];
  readonly collection: string;
  readonly files: readonly string[];
  readonly wrong: string[];
  /** The clock of the leases, in milliseconds: it goes on by itself and in leaps. */
  now: number;
}

/**
 * Runs rounds of random writes, shared out among writers that have as many connections.
 * @param location of a store on a server, without tables yet
 */
export async function runWriters(
  location: string,
  { writers, rounds, seed }: { writers: number; rounds: number; seed: number },
): Promise<Found> {
  const hindrances = new Map<Hindrance, number>();
  const done = new Map<string, number>();
  const onHindrance = (what: Hindrance) => void hindrances.set(what, (hindrances.get(what) ?? 0) + 1);
  const stores: Store[] = [];
  for (let at = 0; at < STORES; at += 1)
    stores.push(
      await openStore(location, undefined, { connections: Math.ceil(writers / STORES), onHindrance }),
    );
  const [{ db } = { db: undefined }] = stores;
  if (!db) throw new Error('there is no store');
  const world = await makeWorld(db);
  const follower = follow(db);
  const queues = await Promise.all(
    stores.map((store) => openQueue(store, { clock: () => world.now, wake: wakeUp() })),
  );
  let begun = 0;
  const lane = async (at: number) => {
    const [store, queue] = [stores[at % STORES], queues[at % STORES]];
    if (!store || !queue) return;
    const chance = seeded(seed * 1_000 + at);
    const writer = { db: store.db, queue, name: `writer ${at}`, chance };
    while (begun < rounds) {
      begun += 1;
      const kind = chance.pick(KINDS);
      if (await ROUNDS[kind](writer, world)) done.set(kind, (done.get(kind) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, at) => lane(at)));
  world.wrong.push(...(await follower.end()), ...(await wrongIn(db)));
  await Promise.all(stores.map((store) => store.close()));
  return { wrong: world.wrong, hindrances, done };
}

async function makeWorld(db: Db): Promise<World> {
  const accounts: string[] = [];
  for (let at = 0; at < ACCOUNTS; at += 1) accounts.push(await createAccount(db, `account ${at}`, 1, 1));
  const [account_id = ''] = accounts;
  const files = Array.from({ length: FILES }, () => randomUUID());
  await db
    .insertInto('files')
    .values(
      files.map((id) => ({
        id,
        account_id,
        status: 'completed',
        created_at: 1,
        filename: id,
        source: 'upload',
      })),
    )
    .execute();
  const collection = randomUUID();
  await db
    .insertInto('collections')
    .values({ id: collection, account_id, name: 'all', collection_type: 'media-descriptions', created_at: 1 })
    .execute();
  await db
    .insertInto('collection_files')
    .values(
      files.map((file_id) => ({
        ...{ collection_id: collection, file_id, account_id, added_at: 1, status: 'completed' as const },
      })),
    )
    .execute();
  return { accounts, collection, files, wrong: [], now: 1_000_000 };
}

const ROUNDS = { pay, pair: makePair, add: addJob, work, vectors: addVectors };

/** One that is named twice comes twice as often. */
const KINDS = [
  'pay',
  'pay',
  'pair',
  'pair',
  'add',
  'add',
  'work',
  'work',
  'work',
  'work',
  'vectors',
] as const;

/** Charges, gives back or tops up, with a key that others use too. */
async function pay({ db, chance }: Writer, { accounts }: World): Promise<boolean> {
  const entry = {
    id: randomUUID(),
    accountId: chance.pick(accounts),
    operation: 'describe',
    reason: 'a test',
    key: `run ${chance.below(200)}`,
    now: 1,
  };
  const micros = 1 + chance.below(200_000);
  const how = chance.below(4);
  try {
    return await db.transaction().execute(async (trx) => {
      if (how === 0) return (await refund(trx, entry)) > 0;
      if (how === 1) return grant(trx, { ...entry, micros, key: `top-up ${entry.key}` });
      return charge(trx, { ...entry, micros });
    });
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 402) return false;
    throw error;
  }
}

/** Gives what is there or adds it; no index keeps a second one out. */
function makePair({ db, chance }: Writer, world: World): Promise<boolean> {
  const pair = { label: `pair ${chance.below(PAIRS)}`, value: 'result', file_id: chance.pick(world.files) };
  return db.transaction().execute((trx) => addOnce(trx, pair, world));
}

async function addOnce(
  trx: Trx,
  pair: { readonly label: string; readonly value: string; readonly file_id: string },
  { accounts: [account_id = ''] }: World,
): Promise<boolean> {
  const { label, value, file_id } = pair;
  const there = trx.selectFrom('tags').select('id').where('label', '=', label).where('value', '=', value);
  if (await there.where('file_id', '=', file_id).executeTakeFirst()) return false;
  const row = { id: randomUUID(), account_id, ...pair, type: 'file' as const, created_at: 1 };
  await trx.insertInto('tags').values(row).execute();
  return true;
}

async function addJob({ db, queue, chance }: Writer): Promise<boolean> {
  const file_id = `file ${chance.below(JOBS)}`;
  await db.transaction().execute((trx) => queue.enqueue(trx, 'file.process', { file_id }));
  return true;
}

/**
 * Claims a job and writes for it twice. Between the two the clock may leap, so that the lease is given to another worker. What
 * earlier leases wrote must be there when the job begins, and nothing may join it.
 */
async function work(writer: Writer, world: World): Promise<boolean> {
  const { db, queue, name, chance } = writer;
  world.now += 1 + chance.below(20);
  const job = await queue.claim({ workerId: name, leaseMs: LEASE_MS });
  if (!job) return false;
  const before = await writesBefore(db, job);
  const isDone = await workFor(writer, world, job).catch((error: unknown) => {
    if (error instanceof LeaseLost) return false;
    throw error;
  });
  const after = await writesBefore(db, job);
  if (after !== before)
    world.wrong.push(`job ${job.id}: ${after - before} writes came after its lease had been given away`);
  return isDone;
}

async function workFor({ db, queue, name, chance }: Writer, world: World, job: HeldLease): Promise<boolean> {
  for (const step of [1, 2]) {
    await db.transaction().execute(async (trx) => {
      await queue.fence(trx, job);
      // Long enough for another worker to be given the job, and to begin it.
      if (chance.below(6) === 0) await sleep(chance.below(300));
      const key = `job ${job.id} ${String(job.token).padStart(9, '0')} ${step}`;
      await trx.insertInto('settings').values({ key, value: name }).execute();
    });
    if (chance.below(12) === 0) {
      world.now += LEASE_MS * 2;
      await queue.reap();
    }
    await sleep(chance.below(4));
  }
  await queue.complete(job);
  return true;
}

/** What earlier leases of a job have written. */
async function writesBefore(db: Db, { id, token }: HeldLease): Promise<number> {
  const { rows } = await sql<{ writes: number }>`
    select count(*) as writes from settings
    where key > ${`job ${id} `} and key < ${`job ${id} ${String(token).padStart(9, '0')}`}`.execute(db);
  return rows[0]?.writes ?? 0;
}

function addVectors({ db, chance }: Writer, { collection, files, accounts }: World): Promise<boolean> {
  const key = { collection_id: collection, file_id: chance.pick(files), account_id: accounts[0] ?? '' };
  const passage = {
    modality: 'speech' as const,
    start: 0,
    end: 1,
    text: 'a line',
    vector: new Uint8Array(12),
  };
  const passages = Array.from({ length: 1 + chance.below(5) }, () => passage);
  return db.transaction().execute(async (trx) => {
    await writePassages(trx, key, { model: 'test', dimension: 8, passages });
    return true;
  });
}

/** Follows the vectors as a search does, by their ids. */
function follow(db: Db) {
  let [isOver, last] = [false, -1];
  const seen: number[] = [];
  const read = async () => {
    const rows = await db
      .selectFrom('passage_bits')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    seen.push(...rows.map(({ id }) => id));
    last = seen.at(-1) ?? last;
  };
  const reading = (async () => {
    while (!isOver) {
      await read();
      await sleep(1);
    }
    await read();
  })();
  return {
    /** @returns what it has not seen */
    end: async (): Promise<string[]> => {
      isOver = true;
      await reading;
      const all = await db.selectFrom('passage_bits').select('id').execute();
      const known = new Set(seen);
      const missed = all.filter(({ id }) => !known.has(id));
      return missed.length > 0 ? [`${missed.length} of ${all.length} vectors were passed over`] : [];
    },
  };
}

/** What must hold in the end. */
async function wrongIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'account ' || name || ' has ' || balance_micros || ', its entries are ' || sum(amount_micros) as wrong
    from accounts join ledger on ledger.account_id = accounts.id group by accounts.id
    having balance_micros <> sum(amount_micros) or balance_micros < 0
    union all
    select 'entry ' || dedupe_key || ' is there ' || count(*) || ' times' from ledger
    where dedupe_key is not null group by account_id, dedupe_key having count(*) > 1
    union all
    select 'entry ' || back.dedupe_key || ' gives back what was not charged' from ledger as back
    where back.kind = 'refund' and not exists (select 1 from ledger as paid where paid.kind = 'charge'
      and paid.account_id = back.account_id and 'refund of ' || paid.dedupe_key = back.dedupe_key
      and paid.amount_micros = -back.amount_micros)
    union all
    select label || ' of a file has ' || count(*) || ' results' from tags
    group by file_id, label, value having count(*) > 1`.execute(db);
  return rows.map(({ wrong }) => wrong);
}
