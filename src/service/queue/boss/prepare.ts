import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db } from '../../store/schema.ts';
import type { Ask, StoreServer } from '../../store/store.ts';
import { allKinds } from '../kinds.ts';
import { additions, takeOver } from './additions.ts';
import { placeOf } from './place.ts';

/**
 * Has pg-boss make or migrate its tables, with a queue for each kind of job and what it lacks, and takes over the jobs of a
 * store from before pg-boss. Does nothing if that has been done. Processes that start at the same time wait for each other.
 */
export async function prepare(db: Db, { schema: store, exclusively }: StoreServer): Promise<void> {
  const { schema } = placeOf(store);
  if (await isPrepared(db, store)) return;
  await exclusively(async (ask) => {
    const boss = new PgBoss({ db: { executeSql: ask }, schema, supervise: false, schedule: false });
    await boss.start();
    await ask('begin');
    await ask(additions(store));
    const there = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const kind of allKinds) if (!there.has(kind)) await boss.createQueue(kind);
    await ask(takeOver(store));
    await note(ask, store);
    await ask('commit');
  });
}

const NOTE = 'the jobs of vau, kept by pg-boss; made by ';

/** Differs when pg-boss's tables, what stands beside them, or the kinds of jobs are others. */
function recipe(store: string): string {
  return [PgBoss.getConstructionPlans(placeOf(store).schema), additions(store), ...allKinds].join('\n');
}

/** Notes on the schema what made it. */
async function note(ask: Ask, store: string): Promise<void> {
  const { rows } = await ask('select md5($1) as made', [recipe(store)]);
  await ask(`comment on schema ${placeOf(store).schema} is '${NOTE}${rows[0]?.made}'`);
}

/** One statement: every process asks it when it opens the store. */
async function isPrepared(db: Db, store: string): Promise<boolean> {
  const { schema } = placeOf(store);
  const { rows } = await sql<{ prepared: number }>`
    select coalesce(obj_description(to_regnamespace(${schema}), 'pg_namespace') = ${NOTE} || md5(${recipe(store)}), false)
      and not exists (select 1 from jobs where kind in (${sql.join(allKinds)})) as prepared`.execute(db);
  return rows[0]?.prepared === 1;
}
