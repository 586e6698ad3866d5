import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../../src/service/store/schema.ts';
import { addFile } from '../../store/support.ts';

/** Numbers from 1 to `count`, as a table with column n. */
const numbers = (count: number) =>
  sql`(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`;

/** A collection's row; returns its id. */
export async function addCollection(db: Db, account_id: string, name: string): Promise<string> {
  const id = randomUUID();
  const row = { id, account_id, name, collection_type: 'media-descriptions', created_at: 1 };
  await db.insertInto('collections').values(row).execute();
  return id;
}

/** A file in a collection with so many segments, each with a document, a line, a thumbnail and a tag. */
export async function addLongFile(
  db: Db,
  account: string,
  segments: number,
): Promise<{ file: string; collection: string; segmentation: string }> {
  const file = await addFile(db, account);
  const collection = await addCollection(db, account, `of ${file}`);
  const segmentation = randomUUID();
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(sql`insert into segmentations (id, account_id, file_id, status, config, created_at)
    values (${segmentation}, ${account}, ${file}, 'completed', '{}', 1)`);
  await run(sql`insert into collection_files (collection_id, file_id, account_id, added_at, status, segmentation_id)
    values (${collection}, ${file}, ${account}, 1, 'completed', ${segmentation})`);
  await run(sql`insert into segments (id, account_id, segmentation_id, file_id, position, start_time, end_time)
    select ${file} || '-' || n, ${account}, ${segmentation}, ${file}, n, n, n + 1 from ${numbers(segments)}`);
  const each = sql`from segments where file_id = ${file}`;
  await run(sql`insert into documents (id, account_id, collection_id, file_id, segmentation_id, segment_id, type,
    start_time, end_time, speech, analysed) select id, account_id, ${collection}, file_id, segmentation_id, id,
    'segment', start_time, end_time, 'ferry', 1 ${each}`);
  await run(sql`insert into document_terms (rowid, speech) select docid, 'ferry' from documents
    where file_id = ${file}`);
  await run(sql`insert into modality_lines (collection_id, file_id, modality, position, account_id, start_time, end_time,
    text) select ${collection}, file_id, 'speech', position, account_id, start_time, end_time, 'ferry' ${each}`);
  await run(sql`insert into thumbnails (id, account_id, file_id, segmentation_id, segment_id, type, time, object_key)
    select id, account_id, file_id, segmentation_id, id, 'segment', start_time, '' ${each}`);
  await run(sql`insert into tags (id, account_id, label, value, type, file_id, segment_id, created_at)
    select id, account_id, 'a', 'b', 'segment', file_id, id, 1 ${each}`);
  return { file, collection, segmentation };
}

/** A collection with so many files, each with a document and a line; returns its id. */
export async function addLargeCollection(db: Db, account: string, files: number): Promise<string> {
  const id = await addCollection(db, account, `${files} files`);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(sql`insert into files (id, account_id, status, created_at, filename, source)
    select ${id} || '-' || n, ${account}, 'completed', n, n || '.mp4', 'upload' from ${numbers(files)}`);
  await run(sql`insert into collection_files (collection_id, file_id, account_id, added_at, status)
    select ${id}, ${id} || '-' || n, ${account}, n, 'completed' from ${numbers(files)}`);
  const each = sql`from collection_files where collection_id = ${id}`;
  await run(sql`insert into documents (id, account_id, collection_id, file_id, type, speech, analysed)
    select file_id, account_id, collection_id, file_id, 'file', 'ferry', 1 ${each}`);
  await run(sql`insert into document_terms (rowid, speech) select docid, 'ferry' from documents
    where collection_id = ${id}`);
  await run(sql`insert into modality_lines (collection_id, file_id, modality, position, account_id, start_time, end_time,
    text) select collection_id, file_id, 'speech', 0, account_id, 0, 1, 'ferry' ${each}`);
  return id;
}

/** The number of rows in each table that name an id in one of these columns. Empty tables are left out. */
export async function rowsNaming(db: Db, column: string, id: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select t.name from sqlite_schema t join pragma_table_info(t.name) c on c.name = ${column}
    where t.type = 'table'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where ${sql.ref(column)} = ${id}`.execute(db);
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

/** The number of index entries of documents that are gone. */
export async function strayTerms(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document_terms where document_terms match 'ferry'
      and rowid not in (select docid from documents)`.execute(db);
  return rows[0]?.count ?? 0;
}
