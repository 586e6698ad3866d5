import { expect } from 'vitest';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import { soundMoney } from './money.ts';

/** What a store has of the files of a collection with one criterion. */
export interface Counted {
  readonly lines: number;
  readonly moments: number;
  readonly charged: number;
  readonly refunded: number;
}

/**
 * Holds that each of these files, whose subtitles are one line, ended once in the collection: the line of its subtitles in the
 * description, one event of its end, one run of the criterion, one charge for the run, and the moments that the run counts.
 */
export async function countedOnce(db: Db, collection: string, ids: readonly string[]): Promise<Counted> {
  const wanted = [...ids].sort();
  const within = await db
    .selectFrom('collection_files')
    .select(['account_id', 'file_id', 'status', 'searchable_status'])
    .where('collection_id', '=', collection)
    .execute();
  expect(within.map(({ file_id }) => file_id).sort()).toEqual(wanted);
  expect(new Set(within.map((one) => `${one.status} ${one.searchable_status}`)).size).toBe(1);
  expect(within[0]?.status).toBe('completed');

  const events = await db
    .selectFrom('events')
    .select('payload')
    .where('event_type', '=', 'collection.file.job.completed')
    .execute();
  expect(events.map(({ payload }) => String(JSON.parse(payload).file_id)).sort()).toEqual(wanted);

  const lines = await db
    .selectFrom('modality_lines')
    .select('file_id')
    .where('collection_id', '=', collection)
    .where('modality', '=', 'speech')
    .execute();
  expect(lines.map(({ file_id }) => file_id).sort()).toEqual(wanted);
  const runs = await db
    .selectFrom('find_moments_runs')
    .select(['id', 'file_id', 'status', 'total_moments'])
    .execute();
  expect(runs.map(({ file_id }) => file_id).sort()).toEqual(wanted);
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']));
  const moments = await db.selectFrom('moments').select('run_id').execute();
  for (const { id, total_moments } of runs)
    expect(moments.filter(({ run_id }) => run_id === id).length).toBe(total_moments);
  const money = await soundMoney(db, within[0]?.account_id ?? '');
  expect([...money.pairs.values()].filter((times) => times !== 1)).toEqual([]);
  expect([money.pairs.size, money.charged - money.refunded]).toEqual([ids.length, ids.length]);
  return {
    lines: lines.length,
    moments: moments.length,
    charged: money.charged,
    refunded: money.refunded,
  };
}
