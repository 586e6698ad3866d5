import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import type { OnHindrance } from '../store.ts';
import { INDEX_TAKEN } from './baseline.ts';
import { codeOf, hindranceOf } from './errors.ts';

/**
 * Transactions that write run side by side, and give what they would give one after the other: the code above relies on it,
 * so that what a transaction has read is still so when it writes. They are serialisable, and one that PostgreSQL
 * refuses for another one is run again.
 *
 * Each holds a lock on the table store_version that excludes nobody but whoever wants the store for itself. LOCK TABLE is
 * used because it takes no snapshot: what waited for a lock sees what was written meanwhile.
 */
const SHARED = 'lock table store_version in row share mode';

/** Waits until nobody else writes, and keeps it so until the transaction ends. */
export const EXCLUSIVE = 'lock table store_version in exclusive mode';

/**
 * Readers follow the index of words and of vectors by ids that grow, so what is added to it must become visible in their order:
 * only one transaction at a time adds to it. The function index_held sees to it (migration 48); this is for whoever knows
 * beforehand.
 */
const INDEX = 'lock table index_state in share row exclusive mode';

/**
 * A scan of a whole table would conflict with whatever is written to it; PostgreSQL prefers it for tables of a page or two.
 */
const BY_INDEX = 'set local enable_seqscan = off';

/** Beside others, those that add to the index excepted, or alone. */
type Manner = 'beside' | 'index first' | 'alone';

/** One try of a transaction. */
export interface Try {
  readonly manner: Manner;
  /** PostgreSQL's error that ended it, if it may not come again. */
  refusal?: unknown;
}

const current = new AsyncLocalStorage<Try>();

/** The try that this code belongs to; undefined outside of transactions. */
export function currentTry(): Try | undefined {
  return current.getStore();
}

/**
 * What begins a transaction. Alone it is not serialisable: nothing can come between its statements. It takes the index at once
 * and waits for it: the server's own vacuum, which respects no lock of ours, may hold it, and would refuse the function.
 * @param isolation `read committed` for transactions that lock each row they decide by, such as those of the queue;
 * default: serialisable
 */
export function beginOf(isolation: IsolationLevel | undefined, manner: Manner | undefined): string {
  if (manner === 'alone') return `begin; ${EXCLUSIVE}; ${INDEX}`;
  if (isolation === 'read committed') return `begin; ${SHARED}`;
  const first = manner === 'index first' ? `; ${INDEX}` : '';
  return `begin isolation level serializable; ${SHARED}${first}; ${BY_INDEX}`;
}

/** Tries beside others; the one after them is alone, and no other transaction can refuse it. */
const BESIDE = 4;

/** After the first try, a pause of up to this, in milliseconds; then up to twice as much each time. */
const PAUSE_MS = 4;

/** Another transaction has added or deleted the row between what this one read and what it wrote. Or it would always fail. */
const MAYBE_STALE = new Set(['23505', '23503']);

/** Notes what ended a try, if the transaction may succeed when it runs again. */
export function noteRefusal(one: Try | undefined, error: unknown): void {
  if (one && isRefusal(error)) one.refusal ??= error;
}

function isRefusal(error: unknown): boolean {
  const hindrance = hindranceOf(error);
  return hindrance === 'serialization failure' || hindrance === 'deadlock' || MAYBE_STALE.has(codeOf(error));
}

/**
 * Runs a transaction until no other one refuses it: four times beside others, then alone.
 * @throws its own error; after the last try, PostgreSQL's
 */
export async function untilDone<Result>(
  work: () => Promise<Result>,
  onHindrance: OnHindrance | undefined,
): Promise<Result> {
  let manner: Manner = 'beside';
  for (let tries = 1; ; tries += 1) {
    const one: Try = { manner };
    try {
      return await current.run(one, work);
    } catch (error) {
      const { refusal } = one;
      if (refusal === undefined || tries > BESIDE) throw error;
      // What is refused for itself would be refused again.
      if (tries > 1 && MAYBE_STALE.has(codeOf(refusal))) throw error;
      if (refusal instanceof Error && refusal.message === INDEX_TAKEN) manner = 'index first';
    }
    onHindrance?.('retry');
    if (tries === BESIDE) manner = 'alone';
    else await sleep(Math.random() * PAUSE_MS * 2 ** (tries - 1));
  }
}

/** A store on a server. A transaction's work runs again when the server refused it for another one's sake. */
export class ServerDb extends Kysely<Schema> {
  readonly #onHindrance: OnHindrance | undefined;

  constructor(config: KyselyConfig, onHindrance: OnHindrance | undefined) {
    super(config);
    this.#onHindrance = onHindrance;
  }

  override transaction(): TransactionBuilder<Schema> {
    return repeating(super.transaction(), this.#onHindrance);
  }
}

function repeating(
  builder: TransactionBuilder<Schema>,
  onHindrance: OnHindrance | undefined,
): TransactionBuilder<Schema> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = (work) => untilDone(() => execute(work), onHindrance);
  builder.setIsolationLevel = (level) => repeating(setIsolationLevel(level), onHindrance);
  return builder;
}
