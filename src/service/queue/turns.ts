import type { Trx } from '../store/sql/schema.ts';

/** A claim of a job: its round, and the fencing token of the claim. */
export interface Turn {
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
