/** What a file asks for, found out before anything is sent. */

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
}

/**
 * Reads every row to its end, keeping none.
 * @throws UsageError that names the first line at fault
 */
export async function survey(rows: AsyncIterable<Row>, make: Make, journal: Journal): Promise<Survey> {
  const seen = new KeySet();
  let [all, open, asking] = [0, 0, 0];
  for await (const row of rows) {
    const { key, plan } = await make(row);
    if (!seen.add(key)) continue;
    all += 1;
    if (journal.has(key)) continue;
    open += 1;
    if (plan.kind === 'call' && plan.confirm && !plan.confirm.given && !plan.dryRun) asking += 1;
  }
  return { all, open, asking };
}
