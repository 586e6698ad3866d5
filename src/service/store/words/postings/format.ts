import { sql } from 'kysely';
import type { Log } from '../../../log.ts';
import type { Db } from '../../sql/schema.ts';

/** What reading an index takes. */
export interface IndexContext {
  readonly db: Db;
  readonly log: Log;
  /** Lets other requests run in the middle of a long computation. */
  yieldTurn(): Promise<void>;
}

/** The tables of the full-text index have a format that we do not know: SQLite may change it in a later version. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';
}

/** The version of FTS5's tables that we read (FTS5_CURRENT_VERSION in fts5Int.h). */
const VERSION = 4;

const checked = new WeakSet<Db>();

/** Looks once. @throws UnknownFormat if the tables of the index are of another version */
export async function checkVersion(db: Db): Promise<void> {
  if (checked.has(db)) return;
  const { rows } = await sql<{ v: unknown }>`
    select v from document_terms_config where k = 'version'`.execute(db);
  if (rows[0]?.v !== VERSION) throw new UnknownFormat(`the version is ${rows[0]?.v}, not ${VERSION}`);
  checked.add(db);
}

const unknown = new WeakSet<Db>();

/**
 * Reads an index in the quick way. Once its format turns out to be unknown, everything goes the plain way, by FTS5's own
 * queries, and the log says so once.
 */
export async function quickOr<T>(
  { db, log }: IndexContext,
  quick: () => Promise<T>,
  plain: () => Promise<T>,
): Promise<T> {
  if (unknown.has(db)) return plain();
  try {
    return await quick();
  } catch (error) {
    if (!(error instanceof UnknownFormat)) throw error;
    if (!unknown.has(db))
      log.warn(
        'this SQLite keeps the full-text index in an unknown format; searches with common words are slower',
        {
          reason: error.message,
        },
      );
    unknown.add(db);
    return plain();
  }
}
