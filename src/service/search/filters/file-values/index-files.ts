/**
 * An index of the values in files' metadata, for filters over many files. Files are indexed here by path and value;
 * conditions.ts turns a filter into the numbers of the files that meet it.
 */

import { type Insertable, type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../../store/sql/compiled.ts';
import { engineOf } from '../../../store/sql/engine.ts';
import { unindexed } from '../../../store/sql/expressions.ts';
import { insertAll } from '../../../store/sql/insert.ts';
import type { Db, FilesTable, Trx } from '../../../store/sql/schema.ts';
import type { FilterFile } from '../filter.ts';
import { orderedKey } from './ordered-key.ts';
import { foldedText, valuesOf } from './values.ts';

/** Files indexed in one transaction: it holds the loop for some 20 ms. */
const PORTION = 100;

/** A row for file_values: number of the file, part, path, value. */
type Row = readonly [number, string, string, number | string];

type Unindexed = FilterFile & { readonly account_id: string };

const COLUMNS = [
  ...(['id', 'account_id', 'bytes', 'filename', 'created_at'] as const),
  ...(['metadata', 'video_info', 'source_metadata'] as const),
];

/**
 * Indexes the values of files that are new or have changed.
 * @param accountId only files of this account; all files if undefined
 * @param most number of files after which to stop
 * @returns whether the values of all files are indexed now
 */
export async function indexFiles(
  { db, yieldTurn }: { readonly db: Db; yieldTurn(): Promise<unknown> },
  accountId: string | undefined,
  most: number,
): Promise<boolean> {
  for (let done = 0; done < most; done += PORTION) {
    if (!(await isUnindexed(db, accountId))) return true;
    await db.transaction().execute((trx) => indexPortion(trx, accountId));
    await yieldTurn();
  }
  return !(await isUnindexed(db, accountId));
}

/** Whether there are files, of the account or at all, whose values are not indexed. */
export async function isUnindexed(db: Db, accountId?: string): Promise<boolean> {
  return (await unindexedFiles(db, accountId).select('id').limit(1).execute()).length > 0;
}

/** The files, of the account or all, whose values are not indexed. */
export function unindexedFiles(db: Db, accountId: string | undefined) {
  // Deleted ones too: they are gone soon.
  const files = db.selectFrom('files').where('number', 'is', null);
  // Not among all files of the account.
  return accountId === undefined ? files : files.where(unindexed('account_id'), '=', accountId);
}

async function indexPortion(trx: Trx, accountId: string | undefined): Promise<void> {
  await indexRows(trx, await unindexedFiles(trx, accountId).select(COLUMNS).limit(PORTION).execute());
}

/** Adds a file with its values already indexed: changing the row afterwards takes longer than adding it. */
export async function insertIndexed(trx: Trx, row: Insertable<FilesTable>): Promise<void> {
  const { bytes = null, metadata = null, video_info = null, source_metadata = null } = row;
  const file = { ...row, bytes, metadata, video_info, source_metadata };
  if (engineOf(trx) === 'postgres') {
    await insertFileOnServer(trx, row, await rowsOf(trx, file, 0));
    return;
  }
  const [number = 0] = await newNumbers(trx, 1);
  await insertAll(trx, 'files', [{ ...row, number }]);
  await insert(trx, row.account_id, await rowsOf(trx, file, number));
}

/** Adds a file with the next number, and its values, in one statement: each takes a way to the server and back. */
async function insertFileOnServer(
  trx: Trx,
  row: Insertable<FilesTable>,
  values: readonly Row[],
): Promise<void> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => column);
  const name = columns.join(' ');
  const insert = fileInserts.get(name) ?? fileInsert(columns);
  fileInserts.set(name, insert);
  await insert(trx, row.account_id, ...columnsOfValues(values), ...given.map(([, value]) => value));
}

/** The statements that add a file, by the columns that it gives. */
const fileInserts = new Map<string, ReturnType<typeof fileInsert>>();

function fileInsert(columns: readonly string[]) {
  return compiledOnce(
    (db, accountId: string, parts: string[], paths: string[], keys: string[], ...given: unknown[]) => {
      const row = Object.fromEntries(columns.map((column, at) => [column, given[at]]));
      const file = db
        .insertInto('files')
        .values({ ...(row as unknown as Insertable<FilesTable>), number: sql`nextval('file_numbers')` })
        .returning('number');
      const values = sql`select new_file.number as file, part, path, value
        from new_file, ${tableOfValues([parts, paths, keys])} as given (part, path, value)`;
      return { compile: () => insertOnServer(accountId, values, sql`new_file as (${file}),`).compile(db) };
    },
  );
}

/** Indexes a file in the transaction that changes it. Without this it is indexed by the next filter. */
export async function indexFile(trx: Trx, id: string): Promise<void> {
  const files = trx.selectFrom('files').select(COLUMNS).where('id', '=', id).where('number', 'is', null);
  await indexRows(trx, await files.execute());
}

async function indexRows(trx: Trx, files: readonly Unindexed[]): Promise<void> {
  const numbers = await newNumbers(trx, files.length);
  const rows = new Map<string, Row[]>();
  for (const [at, file] of files.entries()) {
    const number = numbers[at] ?? 0;
    await trx.updateTable('files').set({ number }).where('id', '=', file.id).execute();
    const own = rows.get(file.account_id) ?? [];
    rows.set(file.account_id, own);
    own.push(...(await rowsOf(trx, file, number)));
  }
  for (const [accountId, own] of rows) await insert(trx, accountId, own);
}

const numbersDown = compiledOnce((db) =>
  db
    .selectFrom('files')
    .select('number')
    // Deleted ones too: a number is given once.
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
);

/** On a server from a sequence: files that are added at the same time would take the same number after the highest. */
async function newNumbers(trx: Trx, count: number): Promise<number[]> {
  if (engineOf(trx) === 'postgres') {
    const { rows } = await sql<{ number: number }>`
      select nextval('file_numbers') as number from generate_series(1, ${count}::bigint)`.execute(trx);
    return rows.map(({ number }) => number);
  }
  const [highest] = await numbersDown(trx);
  const last = highest?.number ?? 0;
  return Array.from({ length: count }, (_, at) => last + 1 + at);
}

/** Notes the paths with values that cannot be indexed. */
async function rowsOf(trx: Trx, file: Unindexed, number: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { part, path, value } of valuesOf(file)) {
    if (value === undefined) {
      await markPartial(trx, file.account_id, part, path);
      continue;
    }
    rows.push([number, part, path, value]);
    const folded = typeof value === 'string' ? foldedText(value) : undefined;
    if (folded !== undefined) rows.push([number, `${part}~`, path, folded]);
  }
  return rows;
}

async function markPartial(trx: Trx, account_id: string, part: string, path: string): Promise<void> {
  await trx
    .insertInto('file_paths')
    .values({ account_id, part, path, whole: 0 })
    .onConflict((known) =>
      known
        .columns(['account_id', 'path', 'part'])
        .doUpdateSet({ whole: 0 })
        .where('file_paths.whole', '=', 1),
    )
    .execute();
}

/** Two statements for any number of rows; on a server one. */
async function insert(trx: Trx, accountId: string, rows: readonly Row[]): Promise<void> {
  if (engineOf(trx) === 'postgres') {
    const files = sql`${rows.map(([file]) => file)}::bigint[]`;
    const given = sql`select file, part, path, value
      from ${tableOfValues(columnsOfValues(rows), files)} as given (part, path, value, file)`;
    await insertOnServer(accountId, given).execute(trx);
    return;
  }
  const paths = new Map(rows.map(([, part, path]) => [`${part} ${path}`, [part, path] as const]));
  await insertPaths(accountId, [...paths.values()]).execute(trx);
  await insertValues(accountId, rows).execute(trx);
}

function insertPaths(accountId: string, paths: readonly (readonly [string, string])[]) {
  return sql`insert into file_paths (account_id, part, path)
    select ${accountId}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(paths)}) where true
    on conflict do nothing`;
}

function insertValues(accountId: string, rows: readonly Row[]) {
  return sql`insert into file_values (path, value, file)
    select known.id, given.value ->> 3, given.value ->> 0
    from json_each(${JSON.stringify(rows)}) as given
    cross join file_paths as known
      on known.account_id = ${accountId} and known.path = given.value ->> 2 and known.part = given.value ->> 1
    where true on conflict do nothing`;
}

type Columns = [parts: string[], paths: string[], keys: string[]];

function columnsOfValues(rows: readonly Row[]): Columns {
  return [
    rows.map(([, part]) => part),
    rows.map(([, , path]) => path),
    rows.map(([, , , value]) => orderedKey(value)),
  ];
}

/** The part, path and value of each row, as a table, and what else is given. */
function tableOfValues([parts, paths, keys]: Columns, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`unnest(${parts}::text[], ${paths}::text[], ${keys}::text[]${more ? sql`, ${more}` : sql``})`;
}

/**
 * What a statement adds it does not see: the ids of new paths come from the part that adds them.
 * @param given selects file, part, path and value. @param before parts of the statement that come before it
 */
function insertOnServer(accountId: string, given: RawBuilder<unknown>, before = sql``) {
  return sql`
    with ${before} given as (${given}), placed as (
      select given.*, known.id from given
      left join file_paths as known
        on known.account_id = ${accountId} and known.path = given.path and known.part = given.part
    ), added as (
      insert into file_paths (account_id, part, path)
      select distinct ${accountId}::text, part, path from placed where id is null
      on conflict do nothing returning id, part, path
    )
    insert into file_values (path, value, file)
    select coalesce(placed.id, added.id), placed.value, placed.file
    from placed left join added on placed.id is null and added.part = placed.part and added.path = placed.path
    on conflict do nothing`;
}
