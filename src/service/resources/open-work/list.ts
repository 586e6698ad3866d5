/**
 * The work of an account that goes on or has failed: rows of all kinds of jobs come in, a short list with the file of
 * each goes out, for the pages.
 */

import { sql } from 'kysely';
import type { RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf, openStatuses } from '../../store/sql/expressions.ts';

type Viewer = Pick<RequestContext, 'db' | 'accountId' | 'lifecycle'>;

/** A piece of work, and the file that it is for. */
export interface Work {
  /** What is done, for people: `finding faces`. */
  readonly what: string;
  readonly status: string;
  /** Why it failed. */
  readonly error: string | null;
  /** When it was asked for, Unix ms. */
  readonly at: number;
  readonly fileId: string;
  readonly filename: string;
  /** The collection, for a file of one. */
  readonly collectionId: string | null;
}

/**
 * The account's work that goes on, or that failed, the newest first.
 * @param limit the most to return, and the most rows to read of each kind
 */
export async function listWork(viewer: Viewer, which: 'open' | 'failed', limit: number): Promise<Work[]> {
  const statuses = which === 'open' ? openStatuses : ['failed'];
  const found: Work[] = [];
  for (const kind of viewer.lifecycle.works) found.push(...(await workOf(viewer, kind, statuses, limit)));
  return found.sort((one, other) => other.at - one.at).slice(0, limit);
}

async function workOf(
  { db, accountId }: Viewer,
  { table, file, what }: Viewer['lifecycle']['works'][number],
  statuses: readonly string[],
  limit: number,
): Promise<Work[]> {
  const isIn = table === 'collection_files';
  const at = sql.ref(isIn ? 'w.added_at' : 'w.created_at');
  const { rows } = await sql<Omit<Work, 'what'>>`
    select w.status, w.error, ${at} as at, f.id as "fileId", f.filename,
      ${isIn ? sql.ref('w.collection_id') : sql`null`} as "collectionId"
    from ${sql.table(table)} as w join files as f on f.id = ${sql.ref(`w.${file}`)}
    where w.account_id = ${accountId} and w.status in ${listOf(statuses)} and ${isKept(table, 'w')}
    order by ${at} desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ what, ...row }));
}
