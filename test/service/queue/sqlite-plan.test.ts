import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wakeUp } from '../../../src/service/jobs/worker/messages.ts';
import { type AnyJob, jobKey, type Queue } from '../../../src/service/queue/queue.ts';
import { sqliteQueue } from '../../../src/service/queue/sqlite-queue.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import type { Db, Schema } from '../../../src/service/store/sql/schema.ts';
import { migrate } from '../../../src/service/store/sqlite/migrate.ts';
import { StoreDialect } from '../../../src/service/store/sqlite/patient-driver.ts';
import { forKysely } from '../../../src/service/store/sqlite/sqlite-database.ts';
import { loadSqlite } from '../../../src/service/store/sqlite/sqlite-module.ts';
import { ownerByName } from './queue-conformance.ts';

interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

let asked: Query[] = [];
let db: Db;
let queue: Queue;

beforeAll(async () => {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(':memory:', { timeout: 0 });
  migrate(native, ':memory:', migrations);
  db = new Kysely<Schema>({
    dialect: new StoreDialect({ database: forKysely(native) }),
    log: ({ query }) => void asked.push(query),
  });
  queue = sqliteQueue(db, { clock: () => 1_000_000, wake: wakeUp(), ownerOf: ownerByName });
});
afterAll(() => db.destroy());

const add = (file_id: string, runAt?: number) =>
  db
    .transaction()
    .execute((trx) => queue.enqueue(trx, 'file.process', { file_id }, runAt === undefined ? {} : { runAt }));

async function taken(): Promise<AnyJob> {
  const job = await queue.claim({
    workerId: 'one',
    leaseMs: 1_000,
    kinds: ['file.process', 'share.package'],
  });
  if (!job) throw new Error('there is no job to take');
  return job;
}

/** SQLite's query plan, step by step. */
async function planOf({ sql: text, parameters }: Query): Promise<string[]> {
  const explain = { ...sql`select 1`.compile(db), sql: `explain query plan ${text}`, parameters };
  const { rows } = await db.executeQuery<{ detail: string }>(explain);
  return rows.map(({ detail }) => detail);
}

describe('the SQL of the queue', () => {
  it('[SAFE-3] claims, renews and ends jobs by index, however many there are', async () => {
    for (const id of ['1', '2', '3', '4', '5', '6']) await add(`ann ${id}`);
    await add('bob 1', 2_000_000);
    asked = [];
    await add('bob 2');
    const begun = await taken();
    await queue.begin(begun);
    await queue.heartbeat('one', 1_000, [begun.token]);
    const [first, second, third] = [await taken(), await taken(), await taken()];
    await db.transaction().execute((trx) => queue.fence(trx, first));
    await queue.complete(first);
    await queue.fail(second, 'no', 1_000_500);
    await queue.release(third);
    await queue.died('one', { cause: 'crashed', reason: 'crashed', pauseMs: 0 });
    await queue.bringNearer(1_000, 600_000);
    await queue.reap(2_000_000);
    const key = jobKey('file.process', { file_id: 'ann 6' });
    await queue.missing([key, 'none']);
    await queue.has(key);
    await queue.cancel(db, key);
    const queries = asked.filter(({ sql: text }) => /\bjobs\b/.test(text));
    expect(queries.length).toBeGreaterThan(15);
    // There are as few running jobs as workers, so their index may be scanned.
    for (const query of queries)
      for (const step of await planOf(query))
        if (!/USING (COVERING )?INDEX jobs_running\b/.test(step))
          expect(step, query.sql).not.toMatch(/SCAN (jobs|first)\b|TEMP B-TREE/);
  });

  it('[SAFE-3] only reads for an idle worker, so that it never waits for one that writes', async () => {
    await db.deleteFrom('jobs').execute();
    const idle = () => queue.claim({ workerId: 'one', leaseMs: 1_000, kinds: ['file.process'] });
    await add('runs');
    await idle();
    await add('later', 2_000_000);
    await db.transaction().execute((trx) => queue.enqueue(trx, 'deep-search.run', { deep_search_id: 's' }));
    asked = [];
    expect(await idle()).toBeUndefined();
    expect(asked.map(({ sql: text }) => text.split(' ')[0])).toEqual(['select', 'select', 'select']);
  });

  it('leaves out jobs of a kind that only a newer program knows', async () => {
    await db.deleteFrom('jobs').execute();
    await add('known');
    await add('newer');
    await db.updateTable('jobs').set({ kind: 'newer' }).where('payload', 'like', '%newer%').execute();
    expect(await queue.depths()).toEqual([
      { kind: 'file.process', state: 'ready', jobs: 1, firstDue: 1_000_000 },
    ]);
  });
});
