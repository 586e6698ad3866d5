/**
 * `vau store move`: copies a store into the other engine while no service uses it, in pieces that can be continued,
 * and compares the sums of both sides before the new one is used.
 */

import { CompiledQuery, sql } from 'kysely';
import type { LeftJob } from '../queue/left-jobs.ts';
import { engineOf } from '../store/sql/engine.ts';
import type { Db, Trx } from '../store/sql/schema.ts';
import { getSetting } from '../store/sql/settings.ts';
import { STORE_ID } from '../store/store-id.ts';
import { type Copying, changed, copyTable } from './copy-tables.ts';
import { copyIndex, sumOfIndex } from './index-terms.ts';
import { endMark, isEnded, makeMark, readMark, writeMark } from './mark.ts';
import { catchUp, putOff } from './put-off.ts';
import { countOf, type Sum, sumOf } from './rows.ts';
import { MoveRefused } from './sides.ts';
import { type MovedTable, tablesToMove } from './tables.ts';

/** The last number that a table gave to a row, which may be gone: it is never given again. */
interface Given {
  readonly table: string;
  readonly last: number;
}

interface Sequence {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

/** Makes the target count on where the source is. */
async function countOn(from: Db, trx: Trx): Promise<void> {
  const given = await givenIn(from);
  if (engineOf(trx) === 'sqlite') await inSqlite(trx, given);
  else await inServer(trx, new Map(given.map(({ table, last }) => [table, last])));
}

async function givenIn(db: Db): Promise<Given[]> {
  if (engineOf(db) === 'sqlite')
    return (await sql<Given>`select name as "table", seq as last from sqlite_sequence`.execute(db)).rows;
  const all: Given[] = [];
  for (const { table, sequence } of await sequencesOf(db)) {
    const text = `select last_value as last from ${sequence} where is_called`;
    const [row] = (await db.executeQuery<{ last: number }>(CompiledQuery.raw(text))).rows;
    if (row) all.push({ table, last: row.last });
  }
  return all;
}

/** Rows with a number have set it already; only what was given to rows that are gone is missing. */
async function inSqlite(trx: Trx, given: readonly Given[]): Promise<void> {
  for (const { table, last } of given)
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(trx);
  const counting = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'`.execute(trx);
  for (const { name } of counting.rows) {
    const last = given.find(({ table }) => table === name)?.last;
    if (last !== undefined)
      await sql`
        insert into sqlite_sequence (name, seq) select ${name}, ${last}
        where not exists (select 1 from sqlite_sequence where name = ${name})`.execute(trx);
  }
}

async function inServer(trx: Trx, given: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, column, sequence } of await sequencesOf(trx)) {
    const text = `
      select setval('${sequence}', last) from (select greatest(max("${column}"), $1::bigint) as last from "${table}") as all_of
      where last > 0`;
    await trx.executeQuery(CompiledQuery.raw(text, [given.get(table) ?? 0]));
  }
}

async function sequencesOf(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(format('%I', c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname not in ('jobs', 'removed_documents')
    union all select 'files', 'number', 'file_numbers'`.execute(db);
  return rows;
}

export interface MoveOptions extends Copying {
  /** What the queue of the source holds that no row asks for. */
  readonly jobs: readonly LeftJob[];
  readonly enqueue: (trx: Trx, job: LeftJob) => Promise<void>;
  /** Called with what is done now, as a sentence's beginning, and how much of it. */
  readonly progress: (doing: string, done: number, all?: number) => void;
}

/** A table of a moved store, the same on both sides. */
export interface MovedSum extends Sum {
  readonly name: string;
}

/** The name under which the index of words is compared. */
const INDEX = 'index of words';

/**
 * Moves all rows of a store into an empty one, or goes on where an earlier run stopped, and compares the two. The caller sees to
 * it that nobody else writes to either, and that `from` stays as it is until this returns.
 * @returns what is on both sides
 * @throws MoveRefused if the target holds a part of another move, or the two are not equal
 */
export async function moveStore(options: MoveOptions): Promise<MovedSum[]> {
  const { from, into, signal, progress } = options;
  await refuseOld(from);
  const tables = await tablesToMove(from, into);
  // An earlier run was stopped when only the last name was missing.
  if (await isEnded(into)) return compare(options, tables);
  await makeMark(into);
  await sameSource(from, into);
  await putOff(into, [...tables.map(({ name }) => name), 'document_terms']);
  for (const table of tables) {
    const all = await countOf(from, table);
    await copyTable(options, table, (rows) => {
      if (all > 0) progress(`Moving ${table.name}`, rows, all);
    });
  }
  const documents = await countOf(from, { name: 'documents' });
  await copyIndex(options, (done) => progress('Moving the index of words', done, documents));
  await catchUp(into, signal, (left) => progress('Making indexes', left));
  const sums = await compare(options, tables);
  await into.transaction().execute(async (trx) => {
    await countOn(from, trx);
    for (const job of options.jobs) await options.enqueue(trx, job);
    await endMark(trx);
  });
  await finish(options, tables);
  return sums;
}

/** What an older version indexed has no terms yet: the service makes them in the background. */
async function refuseOld(from: Db): Promise<void> {
  // Deleted ones too: all rows are copied.
  const old = await from
    .selectFrom('documents')
    .select('docid')
    .where('analysed', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (old)
    throw new MoveRefused(
      'an older version has indexed a part of this store: start vau serve on it, and move it when /metrics says that no job index.analyse is left',
    );
}

/** Only what the same source began is gone on with. */
async function sameSource(from: Db, into: Db): Promise<void> {
  const source = { store_id: (await getSetting(from, STORE_ID)) ?? null, engine: engineOf(from) };
  const begun = await readMark(into, 'source');
  if (begun === undefined) await into.transaction().execute((trx) => writeMark(trx, 'source', source));
  else if (JSON.stringify(begun) !== JSON.stringify(source))
    throw new MoveRefused(
      'the target holds a part of another move; choose an empty one, or begin anew with --restart, which empties it first',
    );
}

/** Reads both sides whole. */
async function compare(options: MoveOptions, tables: readonly MovedTable[]): Promise<MovedSum[]> {
  const sums: MovedSum[] = [];
  for (const table of tables)
    sums.push(await compareOne(options, table.name, (db, each) => sumOf(db, table, each)));
  sums.push(await compareOne(options, INDEX, sumOfIndex));
  if (engineOf(options.into) === 'sqlite') await checkReferences(options.into);
  return sums;
}

async function compareOne(
  { from, into, signal, progress }: MoveOptions,
  name: string,
  sum: (db: Db, each: (rows: number) => void) => Promise<Sum>,
): Promise<MovedSum> {
  let done = 0;
  const each = (rows: number) => {
    signal.throwIfAborted();
    done += rows;
    progress(`Comparing ${name}`, done);
  };
  const [here, there] = await Promise.all([sum(from, () => undefined), sum(into, each)]);
  if (here.rows !== there.rows || here.sha256 !== there.sha256) throw changed(name);
  return { name, ...here };
}

/** A server checks references when they are added again. */
async function checkReferences(into: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(into);
  if (rows[0]) throw changed(rows[0].table);
}

/** So that the first queries find good plans, and lists read no more than their index. */
async function finish({ into, progress }: MoveOptions, tables: readonly MovedTable[]): Promise<void> {
  if (engineOf(into) === 'sqlite') return;
  const names = [...tables.map((table) => table.name), 'document_terms', 'postings', 'index_terms'];
  for (const [at, name] of names.entries()) {
    progress('Reading statistics', at, names.length);
    await into.executeQuery(CompiledQuery.raw(`vacuum (analyze) "${name}"`));
  }
}
