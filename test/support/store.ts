import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { Client } from 'pg';
import type { Queue } from '../../src/service/queue/queue.ts';
import { engineOf, perEngine } from '../../src/service/store/sql/engine.ts';
import type { Db, JobsTable } from '../../src/service/store/sql/schema.ts';

/** Whether tests run on a PostgreSQL store. Tests of SQLite's own ways are left out then. */
export const isOnServer = (process.env.VAU_TEST_STORE ?? '') !== '';

/**
 * The store that tests use. VAU_TEST_STORE names a PostgreSQL database (postgres://...): each test then has a schema of its
 * own in it. Without it the store is SQLite in the test's folder.
 */
export function newTestStore(onServer = true): { readonly store?: string; remove(): Promise<void> } {
  const server = process.env.VAU_TEST_STORE;
  if (!server || !onServer) return { remove: async () => undefined };
  const schema = `test_${randomBytes(8).toString('hex')}`;
  return {
    store: `${server}?schema=${schema}`,
    remove: async () => {
      const client = new Client({ connectionString: server });
      await client.connect();
      await client.query(
        `drop schema if exists ${schema} cascade; drop schema if exists ${schema}_boss cascade`,
      );
      await client.end();
    },
  };
}

/** The unfinished jobs of a store, in the order in which they were added: on PostgreSQL pg-boss keeps them. */
export async function jobsIn(db: Db): Promise<Selectable<JobsTable>[]> {
  if (engineOf(db) === 'sqlite') return db.selectFrom('jobs').selectAll().orderBy('id').execute();
  const at = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const jobs = sql.id(`${at.rows[0]?.schema}_boss`, 'vau_jobs');
  return (await sql<Selectable<JobsTable>>`select * from ${jobs} order by id`.execute(db)).rows;
}

/** Takes the unfinished jobs of a kind out of the queue, as a loss of them does. @returns what they were */
export async function loseJobs(
  { db, queue }: { readonly db: Db; readonly queue: Queue },
  isLost: (job: Selectable<JobsTable>) => boolean,
): Promise<Selectable<JobsTable>[]> {
  const lost = (await jobsIn(db)).filter(isLost);
  for (const { dedupe_key: key } of lost) if (key !== null) await queue.cancel(db, key);
  return lost;
}

/** The tables of a store that have this column. */
export function tablesWith(column: string) {
  return perEngine(
    sql<{ name: string }>`
      select t.name from sqlite_schema t join pragma_table_info(t.name) c on c.name = ${column} where t.type = 'table'`,
    () => sql`select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = ${column}`,
  );
}
