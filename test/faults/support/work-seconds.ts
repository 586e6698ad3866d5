import type { Db } from '../../../src/service/store/sql/schema.ts';

/** For how many seconds workers were at each file, by its id: from each event that says so to the one that ends it. */
export async function workSeconds(db: Db): Promise<Map<string, number>> {
  const events = await db.selectFrom('events').selectAll().orderBy('seq').execute();
  const begun = new Map<string, number>();
  const seconds = new Map<string, number>();
  for (const { event_type: type, payload, created_at: at } of events) {
    const { id, file_id } = JSON.parse(payload) as { id?: string; file_id?: string };
    const file = file_id ?? id ?? '';
    const work = `${type.split('.job.')[0]} ${file}`;
    const from = begun.get(work);
    if (type.endsWith('.processing')) begun.set(work, from ?? at);
    else if (from !== undefined) {
      begun.delete(work);
      seconds.set(file, (seconds.get(file) ?? 0) + (at - from) / 1000);
    }
  }
  return seconds;
}
