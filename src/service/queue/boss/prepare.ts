import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db } from '../../store/schema.ts';
import type { Ask, StoreServer } from '../../store/store.ts';
import { allKinds } from '../kinds.ts';
import { additions, takeOver } from './additions.ts';
import { placeOf } from './place.ts';

/** No timers: nothing is kept that would need them. See bossQueue. */
const QUIET = { supervise: false, schedule: false };

/**
 * Has pg-boss make or migrate its tables, with a queue for each kind of job and what it lacks, and takes over the jobs of a
 * store from before pg-boss. Does nothing if that has been done.
 */
export async function prepare(db: Db, { schema: store, exclusively }: StoreServer): Promise<void> {
  const made = versionOf(store);
  if (await isPrepared(db, store, made)) return;
  await exclusively(async (ask) => {
    await new PgBoss({ db: { executeSql: ask }, schema: placeOf(store).schema, ...QUIET }).start();
    await complete(ask, store, made);
  });
}

async function complete(ask: Ask, store: string, made: string): Promise<void> {
  const { schema } = placeOf(store);
  const boss = new PgBoss({ db: { executeSql: ask }, schema, ...QUIET });
  await ask('begin');
  await ask(additions(store));
  const kinds = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const kind of allKinds) if (!kinds.has(kind)) await boss.createQueue(kind);
  await ask(takeOver(store));
  await ask(`comment on schema ${schema} is '${made}'`);
  await ask('commit');
}

/** Changes with pg-boss's tables, with what stands beside them, and with the kinds of jobs. */
function versionOf(store: string): string {
  const parts = [PgBoss.getConstructionPlans(placeOf(store).schema), additions(store), ...allKinds];
  return `jobs of vau, kept by pg-boss: ${createHash('sha256').update(parts.join('\n')).digest('hex')}`;
}

/** One statement: every process asks it when it opens the store. */
async function isPrepared(db: Db, store: string, made: string): Promise<boolean> {
  const { rows } = await sql<{ prepared: number }>`
    select coalesce(obj_description(to_regnamespace(${placeOf(store).schema}), 'pg_namespace') = ${made}, false)
      and not exists (select 1 from jobs where kind in (${sql.join(allKinds)})) as prepared`.execute(db);
  return rows[0]?.prepared === 1;
}
