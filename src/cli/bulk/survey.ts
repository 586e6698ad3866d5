/** What a file asks for, found out before anything is sent. */

import type { Confirmation } from '../model/plan.ts';
import type { Make } from './items.ts';
import type { Journal } from './journal.ts';
import { KeySet } from './key-set.ts';
import type { Row } from './rows.ts';

export interface Survey {
  /** Different requests. */
  readonly all: number;
  /** Those that the journal does not say were done. */
  readonly open: number;
  /** Of the open ones, those that want a yes. */
  readonly asking: number;
  /** What the first of those says goes with it. */
  readonly effect?: Confirmation['effect'];
}

/**
 * Reads every row to its end, keeping none.
 * @throws UsageError that names the first line at fault
 */
export async function survey(rows: AsyncIterable<Row>, make: Make, journal: Journal): Promise<Survey> {
  const seen = new KeySet();
  let [all, open, asking] = [0, 0, 0];
  let effect: Confirmation['effect'];
  for await (const row of rows) {
    const { key, plan } = await make(row);
    if (!seen.add(key)) continue;
    all += 1;
    if (journal.has(key)) continue;
    open += 1;
    if (plan.kind !== 'call' || !plan.confirm || plan.confirm.given || plan.dryRun) continue;
    asking += 1;
    effect ??= plan.confirm.effect;
  }
  return { all, open, asking, ...(effect ? { effect } : {}) };
}
