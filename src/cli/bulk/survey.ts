/** Counts the requests of a file before anything is sent. */

import { isChange } from '../model/changes.ts';
import type { Confirmation } from '../model/plan.ts';
import type { Make } from './items.ts';
import type { Journal } from './journal.ts';
import { KeySet } from './key-set.ts';
import type { Row } from './rows.ts';

export interface Survey {
  /** Distinct requests. */
  readonly all: number;
  /** Requests that the journal does not list as done. */
  readonly open: number;
  /** Open requests that need a confirmation. */
  readonly asking: number;
  /** Whether an open request changes something. */
  readonly changes: boolean;
  /** The effect that the first of those states. */
  readonly effect?: Confirmation['effect'];
}

/** Reads and checks every row, and keeps none. @throws UsageError that names the first invalid line */
export async function survey(rows: AsyncIterable<Row>, make: Make, journal: Journal): Promise<Survey> {
  const seen = new KeySet();
  let [all, open, asking] = [0, 0, 0];
  let changes = false;
  let effect: Confirmation['effect'];
  for await (const row of rows) {
    const { key, plan } = await make(row);
    if (!seen.add(key)) continue;
    all += 1;
    if (journal.has(key)) continue;
    open += 1;
    if (plan.kind !== 'call' || plan.dryRun) continue;
    changes ||= isChange(plan.request.operation);
    if (!plan.confirm || plan.confirm.given) continue;
    asking += 1;
    effect ??= plan.confirm.effect;
  }
  return { all, open, asking, changes, ...(effect ? { effect } : {}) };
}
