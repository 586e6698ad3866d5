import { readFileSync } from 'node:fs';
import type { Db } from '../../../src/service/store/schema.ts';

/** What the workers noted. */
export async function notes(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('settings').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Whether a process runs; one that ended and was not yet asked for its status does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
