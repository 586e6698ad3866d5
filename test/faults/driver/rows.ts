/** The rows of a store, read beside the service by plain SQL. */
import path from 'node:path';
import { loadSqlite } from '../../../src/service/store/sqlite/sqlite-module.ts';

export type Row = Readonly<Record<string, string | number | null>>;

export interface Rows {
  all(sql: string): Row[];
  close(): void;
}

export async function openRows(dataDir: string): Promise<Rows> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path.join(dataDir, 'vau.sqlite'), { timeout: 10_000 });
  return {
    all: (sql) => database.prepare(sql).all() as Row[],
    close: () => database.close(),
  };
}

/** Tables with a status: each row ends some day. */
export const WORK = [
  'files',
  'collection_files',
  'segmentations',
  'frame_extractions',
  'shares',
  'find_moments_runs',
  'moment_attachments',
] as const;

/** What a store has not finished, in words; empty once nothing is left to do. */
export async function unfinishedIn(dataDir: string): Promise<string[]> {
  const rows = await openRows(dataDir);
  try {
    const states = WORK.map((table) => [
      table,
      `select count(*) as number, '' as example from ${table} where status in ('pending', 'processing')`,
    ]);
    const others = [
      [
        'jobs',
        "select count(*) as number, max(kind || ' ' || coalesce(last_error, '')) as example from jobs",
      ],
      [
        'deliveries',
        "select count(*) as number, min(next_attempt_at) as example from webhook_deliveries where status = 'pending'",
      ],
      ['deletions', 'select count(*) as number, max(id) as example from deletions'],
    ];
    return [...states, ...others].flatMap(([name = '', sql = '']) => {
      const [{ number = 0, example } = {}] = rows.all(sql);
      return Number(number) > 0 ? [`${number} ${name} ${example ?? ''}`.trim()] : [];
    });
  } finally {
    rows.close();
  }
}
