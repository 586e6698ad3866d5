import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { perEngine } from '../../../../src/service/store/sql/engine.ts';
import type { Db } from '../../../../src/service/store/sql/schema.ts';
import { addTerms } from '../../../../src/service/store/words/write-terms.ts';
import { tablesWith } from '../../../support/store.ts';
import { addFile } from '../../store/support.ts';

/** Numbers from 1 to `count`, as a table with column n. */
const numbers = (count: number) =>
  sql`(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers) as numbers`;

/** The id of the row with number n: like the given one, but for its end. */
const numbered = (id: string) =>
  sql`substr(${id}, 1, 24) || ${perEngine(sql`printf('%012d', n)`, () => sql`lpad(n::text, 12, '0')`)}`;

const ZERO = perEngine(sql`x'00'`, () => sql`'\\x00'::bytea`);

const BOX = JSON.stringify({ height: 0.5, width: 0.5, top: 0, left: 0 });

/** A collection's row; returns its id. */
export async function addCollection(db: Db, account_id: string, name: string): Promise<string> {
  const id = randomUUID();
  const row = { id, account_id, name, collection_type: 'media-descriptions', created_at: 1 };
  await db.insertInto('collections').values(row).execute();
  return id;
}

/** Indexes the documents of a file or a collection by the word ferry. */
async function addFerry(db: Db, column: 'file_id' | 'collection_id', id: string): Promise<void> {
  const rows = await db.selectFrom('documents').select('docid').where(column, '=', id).execute();
  const documents = rows.map(({ docid }) => ({ docid, columns: { speech: 'ferry' } }));
  await db.transaction().execute((trx) => addTerms(trx, documents));
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
    values (${segmentation}, ${account}, ${file}, 'completed', '{"strategy":"uniform"}', 1)`);
  await run(sql`insert into collection_files (collection_id, file_id, account_id, added_at, status, segmentation_id)
    values (${collection}, ${file}, ${account}, 1, 'completed', ${segmentation})`);
  await run(sql`insert into segments (id, account_id, segmentation_id, file_id, position, start_time, end_time)
    select ${numbered(file)}, ${account}, ${segmentation}, ${file}, n, n, n + 1 from ${numbers(segments)}`);
  const each = sql`from segments where file_id = ${file}`;
  await run(sql`insert into documents (id, account_id, collection_id, file_id, segmentation_id, segment_id, type,
    start_time, end_time, speech, analysed) select id, account_id, ${collection}, file_id, segmentation_id, id,
    'segment', start_time, end_time, 'ferry', 1 ${each}`);
  await addFerry(db, 'file_id', file);
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
  await addFerry(db, 'collection_id', id);
  await run(sql`insert into modality_lines (collection_id, file_id, modality, position, account_id, start_time, end_time,
    text) select collection_id, file_id, 'speech', 0, account_id, 0, 1, 'ferry' ${each}`);
  return id;
}

/** The number of rows in each table that name an id in one of these columns. Empty tables are left out. */
export async function rowsNaming(db: Db, column: string, id: string): Promise<Record<string, number>> {
  const tables = await tablesWith(column).execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where cast(${sql.ref(column)} as text) = ${id}`.execute(
      db,
    );
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

/** The number of index entries of documents that are gone. */
export async function strayTerms(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document_terms where ${perEngine(sql`document_terms match 'ferry'`, () => sql`true`)}
      and rowid not in (select docid from documents)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A frame extraction of a file with so many frames; returns its id. */
export async function addLongExtraction(
  db: Db,
  account: string,
  file: string,
  frames: number,
): Promise<string> {
  const id = randomUUID();
  await sql`insert into frame_extractions (id, account_id, file_id, status, config, frame_count, created_at)
    values (${id}, ${account}, ${file}, 'completed', '{"strategy":"uniform"}', ${frames}, 1)`.execute(db);
  await sql`insert into thumbnails (id, account_id, file_id, frame_extraction_id, type, time, object_key)
    select ${numbered(id)}, ${account}, ${file}, ${id}, 'frame', n, 'frames/x' from ${numbers(frames)}`.execute(
    db,
  );
  return id;
}

/** A face detection over an extraction with so many faces, and a match that found them all. */
export async function addLongDetection(
  db: Db,
  account: string,
  { file, extraction }: { readonly file: string; readonly extraction: string },
  faces: number,
): Promise<{ detection: string; match: string }> {
  const [detection, match, track] = [randomUUID(), randomUUID(), randomUUID()];
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(sql`insert into face_detections (id, account_id, file_id, frame_extraction_id, status, total_faces, created_at)
    values (${detection}, ${account}, ${file}, ${extraction}, 'completed', ${faces}, 1)`);
  await run(sql`insert into faces (id, account_id, face_detection_id, position, track_id, frame_id, time, box, score,
    descriptor) select ${numbered(detection)}, ${account}, ${detection}, n - 1, ${track}, ${track}, n, ${BOX}, 1, ${ZERO}
    from ${numbers(faces)}`);
  await run(sql`insert into face_matches (id, account_id, file_id, face_detection_id, frame_extraction_id, status,
    max_faces, match_count, created_at) values (${match}, ${account}, ${file}, ${detection}, ${extraction}, 'completed',
    ${faces}, ${faces}, 1)`);
  await run(sql`insert into matched_faces (id, account_id, face_match_id, face_id, position, similarity, track_id,
    frame_id, time, box) select ${numbered(match)}, ${account}, ${match}, ${numbered(detection)}, n, 1, ${track}, ${track},
    n, ${BOX} from ${numbers(faces)}`);
  return { detection, match };
}

/** An extraction of a file, and a criterion of a collection with a run of it, each with so many of what it found. */
export async function addFound(
  db: Db,
  account: string,
  { file, collection }: { readonly file: string; readonly collection: string },
  many: number,
): Promise<{ extraction: string; run: string; attachment: string }> {
  const [extraction, run, attachment] = [randomUUID(), randomUUID(), randomUUID()];
  const add = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await add(sql`insert into extractions (id, account_id, file_id, url, status, config, created_at)
    values (${extraction}, ${account}, ${file}, 'u', 'completed', '{}', 1)`);
  await add(sql`insert into entities (account_id, extraction_id, file_id, position, entities, evidence, warnings)
    select ${account}, ${extraction}, ${file}, n, '{}', '{}', '[]' from ${numbers(many)}`);
  const criterion = sql`'storms', 'h', '{}', '{}', 'k'`;
  await add(sql`insert into moment_attachments (id, account_id, collection_id, criterion_name, criterion_hash, criterion,
    options, run_key, status, created_at) values (${attachment}, ${account}, ${collection}, ${criterion}, 'completed', 1)`);
  await add(sql`insert into find_moments_runs (id, account_id, file_id, url, criterion_name, criterion_hash, criterion,
    options, run_key, status, heard, engine_version, engine, judged_by, requested, created_at)
    values (${run}, ${account}, ${file}, 'u', ${criterion}, 'completed', 0, 1, 'e', 'ranking', 1, 1)`);
  await add(sql`insert into moments (id, account_id, run_id, file_id, start_time, end_time, rank_score, merit,
    lower_is_better, body) select ${numbered(run)}, ${account}, ${run}, ${file}, n, n, 1, 1, 0, '{}' from ${numbers(many)}`);
  await add(sql`insert into findings (id, account_id, run_id, file_id, kind, body)
    select ${numbered(run)}, ${account}, ${run}, ${file}, 'observation', '{}' from ${numbers(many)}`);
  const own = sql`${attachment}, id, ${collection}, file_id, account_id, run_id, 'storms'`;
  await add(sql`insert into criterion_files (attachment_id, file_id, collection_id, account_id, status, run_id)
    values (${attachment}, ${file}, ${collection}, ${account}, 'completed', ${run})`);
  await add(sql`insert into collection_moments (attachment_id, moment_id, collection_id, file_id, account_id, run_id,
    criterion_name, start_time, merit, lower_is_better, rank_score)
    select ${own}, start_time, merit, lower_is_better, rank_score from moments where run_id = ${run}`);
  await add(sql`insert into collection_findings (attachment_id, finding_id, collection_id, file_id, account_id, run_id,
    criterion_name, kind) select ${own}, kind from findings where run_id = ${run}`);
  return { extraction, run, attachment };
}
