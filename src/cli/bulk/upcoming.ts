/** What is to be carried out next. */
import type { Command } from '../model/model.ts';
import type { Session } from '../model/session.ts';
import { confirmed } from '../run/confirm.ts';
import type { Item, Make } from './items.ts';
import type { Journal } from './journal.ts';
import { KeySet } from './key-set.ts';
import type { Results } from './results.ts';
import type { Row } from './rows.ts';
import type { Source } from './source.ts';

/** What all who work at it share. */
export interface Bulk {
  readonly session: Session;
  readonly command: Command;
  readonly source: Source;
  readonly make: Make;
  readonly journal: Journal;
  readonly results: Results;
  /** Aborted when no more rows are wanted. */
  readonly halt: AbortController;
  /** True when a person has said yes to all of it. */
  agreed: boolean;
  /** Why no more rows can be read, or may be carried out. Those under way are let end. */
  broken?: unknown;
}

/** A row that can be carried out, or what is wrong with it. */
export type Next = Item | { readonly row: Row; readonly error: unknown };

/** Each request once, without those that were done before. */
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

/** One question for all that a pipe may bring, before the first of it is carried out. */
async function agreedTo(bulk: Bulk, { plan }: Item): Promise<void> {
  const { session, command, source, agreed } = bulk;
  if (agreed || plan.kind === 'run' || !plan.confirm || plan.dryRun) return;
  const { given, effect } = plan.confirm;
  // Who types the rows cannot be asked among them.
  const { signal } = session;
  const asked = source.typed ? { ...session, signal, interactive: false } : session;
  const what = () => `vau ${command.name} for each row of ${source.name}`;
  await confirmed(asked, { what, given, ...(effect ? { effect } : {}) });
  bulk.agreed = true;
}
