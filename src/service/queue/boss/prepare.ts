import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db } from '../../store/sql/schema.ts';
import type { Ask, StoreServer } from '../../store/store.ts';
import { allKinds } from '../kinds.ts';
import { JobsRefused } from '../queue.ts';
import { additions, takeOver } from './additions.ts';
import { placeOf } from './place.ts';

/**
 * Has pg-boss make or migrate its tables, with a queue for each kind of job and what it lacks, and takes over the jobs of a
 * store from before pg-boss. Does nothing if that has been done. Processes that start at the same time wait for each other.
 * @throws JobsRefused if the schema has jobs of another store
 */
export async function prepare(
  db: Db,
  { schema: store, exclusively, beginAlone }: StoreServer,
): Promise<void> {
  const { schema } = placeOf(store);
  if (await isPrepared(db, store)) return;
  await exclusively(async (ask) => {
    await refuseForeign(ask, store);
    const boss = new PgBoss({ db: { executeSql: ask }, schema, supervise: false, schedule: false });
    await boss.start();
    await ask(beginAlone);
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

/** Before the store's id in the note. */
const OF_STORE = ' for the store ';

/** Notes on the schema what made it, and whose jobs it has. */
async function note(ask: Ask, store: string): Promise<void> {
  const { rows } = await ask(`select md5($1) || ${ofStore} as made`, [recipe(store)]);
  await ask(`comment on schema ${placeOf(store).schema} is '${NOTE}${rows[0]?.made}'`);
}

/** A store has its id before a service opens its queue. */
const ofStore = `coalesce('${OF_STORE}' || (select value from settings where key = 'store_id'), '')`;

/** Jobs outlive a store whose schema alone was dropped. In another store they would work on rows that are not theirs. */
async function refuseForeign(ask: Ask, store: string): Promise<void> {
  const { schema } = placeOf(store);
  const { rows } = await ask(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as note,
      (select value from settings where key = 'store_id') as own`,
    [schema],
  );
  const [, theirs] = String(rows[0]?.note ?? '').split(OF_STORE);
  if (theirs === undefined || theirs === rows[0]?.own) return;
  const left = await ask(`select count(*)::int as jobs from ${schema}.job where state <= 'active'`);
  const jobs = Number(left.rows[0]?.jobs);
  if (jobs > 0)
    throw new JobsRefused(
      `the schema ${schema} has jobs (${jobs}) of another store than the one in ${store}. If that store is gone: drop schema ${schema} cascade`,
    );
}

/** One statement: every process asks it when it opens the store. */
async function isPrepared(db: Db, store: string): Promise<boolean> {
  const { schema } = placeOf(store);
  const { rows } = await sql<{ prepared: number }>`
    select coalesce(obj_description(to_regnamespace(${schema}), 'pg_namespace')
        = ${NOTE} || md5(${recipe(store)}) || ${sql.raw(ofStore)}, false)
      and not exists (select 1 from jobs where kind in (${sql.join(allKinds)})) as prepared`.execute(db);
  return rows[0]?.prepared === 1;
}
