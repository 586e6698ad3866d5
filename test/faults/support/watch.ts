import { readFileSync } from 'node:fs';
import type { Db } from '../../../src/service/store/sql/schema.ts';

/** The workers' notes. */
export async function notes(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('settings').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Whether a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
