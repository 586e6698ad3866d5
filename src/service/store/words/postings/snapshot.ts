import { sql } from 'kysely';
import type { Db } from '../../sql/schema.ts';
import { type Segment, segmentsOf } from './structure.ts';

/** The row of FTS5's structure record. */
const STRUCTURE = 10;

/** Runs reads that see the store at one moment, while other processes write. @param read gets the index's segments */
export function inSnapshot<T>(
  db: Db,
  read: (snapshot: Db, segments: readonly Segment[]) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (own) => {
    await sql`begin deferred`.execute(own);
    try {
      return await read(own, await readSegments(own));
    } finally {
      await sql`commit`.execute(own);
    }
  });
}

async function readSegments(db: Db): Promise<Segment[]> {
  const { rows } = await sql<{ block: Uint8Array }>`
    select block from document_terms_data where id = ${STRUCTURE}`.execute(db);
  return rows[0] ? segmentsOf(rows[0].block) : [];
}
