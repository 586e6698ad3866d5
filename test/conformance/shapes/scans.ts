/** Finds statements whose query plan reads a table that grows from one end to the other, or all rows of an account. */
import { sql } from 'kysely';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import type { Statement } from './statements.ts';

/** Tables that stay small, each with the reason. */
const SMALL: Readonly<Record<string, string>> = {
  accounts: 'one row for each account',
  tokens: 'a few for each account',
  settings: 'a fixed number of keys',
  fences: 'one row',
  turns: 'one row for each kind of job and account',
  deletions: 'one row for each file and collection that is being deleted; usually empty',
  account_languages: 'one row for each account and language',
  webhooks: 'a few for each account',
  voice_namings: 'one row for each name of a voice that is still to be shown; usually empty',
  sqlite_sequence: 'one row for each table with automatic ids',
};

/** Scans that are allowed, each with the reason. The first text is a step of a plan. */
const ALLOWED: readonly (readonly [RegExp, string])[] = [
  [/USING (COVERING )?INDEX \w+_unfinished$/, 'holds only rows that are being worked on'],
  [/USING (COVERING )?INDEX jobs_(running|later)$/, 'holds as many jobs as run, or as wait for their time'],
];

/**
 * Reads of all rows of an account, or of a collection, that are allowed, each with the reason. The first text is in the
 * statement. An index that has every column of the query (COVERING) needs none: it is small, and has nothing but the
 * order and what lists are narrowed by.
 */
const ALLOWED_WHOLE: readonly (readonly [string, string])[] = [
  [
    'select "file_id", "account_id" from "collection_files" where "collection_id" = ? order by "added_at", "file_id" limit ?',
    'a deletion reads one page, from the start, and deletes these rows before it reads the next',
  ],
  [
    'select * from "moment_attachments" where "collection_id" = ? and (not exists',
    'a collection has a few criteria, and all of them are shown with it',
  ],
  [
    'select a.id, a.run_key, a.collection_id, a.options from moment_attachments as a',
    'a collection has a few criteria, and runs that are not finished are all that is owed',
  ],
  [
    `select * from "redos" where "collection_id" = ? and status in ('pending', 'processing')`,
    'a collection has one unfinished redo at most, as a unique index says',
  ],
  [
    'm.error is not null as "kept", s.outline_error is not null as "unwritten"',
    'a redo counts the files of its collection, as long as it is in progress',
  ],
  [
    'inner join "face_detections" as "d" on "d"."id" = "m"."face_detection_id"',
    'a search by face compares the faces of every detection of the collections',
  ],
  [
    'inner join "tags" as "t" on "t"."file_id" = "documents"."file_id"',
    'a search by label alone gives every document with the label; its order is by tag, which no index has',
  ],
];

/** A step that takes rows from the table for all of an account or a collection, or for a window of time of one. */
const WHOLE =
  /^SEARCH \S+ USING INDEX \S+ \((account_id|collection_id)=\?( AND (created_at|added_at)[<>].*)?\)/;

/** Such an index holds only rows that are being worked on. */
const UNFINISHED = /USING INDEX \w+_unfinished \(/;

/** The tables of a store that may grow without end. */
export async function growingTables(db: Db): Promise<Set<string>> {
  const names = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
  const { rows } = await names.execute(db);
  return new Set(rows.map(({ name }) => name).filter((name) => !(name in SMALL)));
}

/**
 * The scans of a statement, and its reads of whole accounts and collections, each with its table. The store has no statistics (the service never runs ANALYZE), so
 * SQLite plans for an empty store as for a large one.
 */
export async function scansOf(
  db: Db,
  growing: ReadonlySet<string>,
  { text, values }: Statement,
): Promise<string[]> {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return [];
  // Nothing is in an empty list: SQLite reads nothing. The same statement with values is another one.
  if (/ in \(\)/.test(text)) return [];
  const explain = { ...sql`select 1`.compile(db), sql: `explain query plan ${text}`, parameters: values };
  const { rows } = await db.executeQuery<{ detail: string }>(explain);
  const tableOf = aliasesIn(text);
  return rows.flatMap(({ detail }) => {
    const name = /^(?:SCAN|SEARCH) (\S+)/.exec(detail)?.[1];
    const table = name && (tableOf.get(name) ?? name);
    if (table === undefined || !growing.has(table) || isBounded(detail, text)) return [];
    return [`${table}: ${detail} in ${text}`];
  });
}

/** A virtual table is read by an index if its plan carries one after the colon. */
function isBounded(step: string, text: string): boolean {
  if (step.startsWith('SEARCH'))
    return !WHOLE.test(step) || UNFINISHED.test(step) || ALLOWED_WHOLE.some(([part]) => text.includes(part));
  return /VIRTUAL TABLE INDEX \d+:\S/.test(step) || ALLOWED.some(([allowed]) => allowed.test(step));
}

/** Plans name tables by their aliases. */
function aliasesIn(text: string): Map<string, string> {
  const aliases = text.matchAll(/\b(?:from|join|update|into|,)\s+"?(\w+)"?\s+as\s+"?(\w+)"?/gi);
  return new Map([...aliases].map(([, table = '', alias = '']) => [alias, table]));
}
