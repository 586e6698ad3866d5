/** Yields the rows to run next. */
import { isChange } from '../model/changes.ts';
import type { Command } from '../model/model.ts';
import type { Session } from '../model/session.ts';
import { confirmed } from '../run/confirm.ts';
import type { Outcome } from './carry-out.ts';
import type { Item, Make } from './items.ts';
import type { Journal } from './journal.ts';
import { KeySet } from './key-set.ts';
import type { Results } from './results.ts';
import type { Row } from './rows.ts';
import type { Source } from './source.ts';

/** What a run is about, and how each row is done. */
export interface Work {
  readonly source: Source;
  readonly make: Make;
  readonly results: Results;
  readonly perform: (item: Item) => Promise<Outcome>;
  /** Number of rows under way at once. */
  readonly width: number;
  /** Runs after the rows were checked and before the first one. @param open number of rows, if known */
  readonly begin?: (open: number | undefined) => Promise<void>;
  /** Runs after the last row. */
  readonly end?: () => void;
}

/** State that the concurrent workers share. */
export interface Bulk extends Work {
  readonly session: Session;
  readonly command: Command;
  readonly journal: Journal;
  /** Aborted to stop reading rows. */
  readonly halt: AbortController;
  /** True once the user has confirmed the whole run. */
  agreed: boolean;
  /** Why reading stopped. Requests in progress still finish. */
  broken?: unknown;
}

/** A row to run, or an invalid row and its error. */
export type Next = Item | { readonly row: Row; readonly error: unknown };

/** Each request once, without those already done. */
export async function* upcoming(bulk: Bulk, rows: AsyncGenerator<Row>): AsyncGenerator<Next> {
  const { make, journal, results } = bulk;
  const seen = new KeySet();
  for await (const row of rows) {
    const made = await make(row).catch((error: unknown) => ({ row, error }));
    if (!('error' in made)) {
      if (!seen.add(made.key)) continue;
      if (journal.has(made.key)) {
        results.before += 1;
        continue;
      }
      await agreedTo(bulk, made);
    }
    yield made;
  }
}

/** Asks once for everything that a pipe may bring, before the first row runs. */
async function agreedTo(bulk: Bulk, { plan }: Item): Promise<void> {
  const { session, command, source, agreed } = bulk;
  if (agreed || plan.kind === 'run' || plan.dryRun) return;
  if (!plan.confirm) {
    if (isChange(plan.request.operation)) await session.beforeChange();
    return;
  }
  const { given, effect } = plan.confirm;
  // Rows come from standard input, so it cannot answer a prompt.
  const { signal } = session;
  const asked = source.typed ? { ...session, signal, interactive: false } : session;
  const what = () => `vau ${command.name} for each row of ${source.name}`;
  await confirmed(asked, { what, given, ...(effect ? { effect } : {}) });
  bulk.agreed = true;
}
