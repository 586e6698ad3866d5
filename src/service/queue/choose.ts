import type { Trx } from '../store/sql/schema.ts';
import { type JobKind, priorityOf } from './kinds.ts';

/** Owner and kind of a job. */
export interface Running {
  readonly kind: JobKind;
  readonly account_id: string;
  readonly file_id: string;
}

/** The first ready job of one kind and account. */
export interface Head extends Running {
  readonly id: number;
  readonly rank: number;
  /** Fencing token of the last claimed job of that kind and account; 0 before the first. */
  readonly served: number;
}

/**
 * Chooses the next job. Accounts, then files, then kinds with fewer running jobs come first; then the account and the
 * kind that were served longest ago. So no waiting job is passed over for long.
 * @param running jobs that are running now, of the same kinds as `heads`
 */
export function chooseNext(heads: readonly Head[], running: readonly Running[]): Head | undefined {
  const lastOf = new Map<string, number>();
  for (const { account_id, served } of heads)
    lastOf.set(account_id, Math.max(served, lastOf.get(account_id) ?? 0));
  const count = (same: (one: Running) => boolean) => running.filter(same).length;
  /** Sort keys, the most important first; lower is better. */
  const order = (head: Head): number[] => [
    count(({ account_id }) => account_id === head.account_id),
    head.file_id === '' ? 0 : count(({ file_id }) => file_id === head.file_id),
    count(({ kind }) => kind === head.kind),
    lastOf.get(head.account_id) ?? 0,
    head.served,
    -priorityOf(head.kind),
    head.rank,
    head.id,
  ];
  return heads
    .map((head) => ({ head, order: order(head) }))
    .sort((a, b) => compare(a.order, b.order))
    .at(0)?.head;
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** A claim of a job: its round, and the fencing token of the claim. */
interface Turn {
  readonly kind: string;
  readonly account_id: string;
  readonly turn: number;
  readonly token: number;
}

/** Jobs added from now on must not overtake those that already wait. */
export async function noteTurn(trx: Trx, { kind, account_id, turn, token }: Turn): Promise<void> {
  await trx
    .insertInto('turns')
    .values({ kind, account_id, turn, token })
    .onConflict((clash) =>
      clash
        .columns(['kind', 'account_id'])
        .doUpdateSet((row) => ({ turn: row.fn('max', ['turns.turn', 'excluded.turn']), token })),
    )
    .execute();
}

/** The next fencing token. It grows over all jobs. */
export async function nextToken(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('fences')
    .set((fence) => ({ value: fence('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
