import { randomUUID } from 'node:crypto';
import type { Db } from '../store/schema.ts';
import { grant } from './ledger.ts';

/** The account of whoever runs the service on their own machine. */
const LOCAL = 'local';

/** Credits of the local account: it pays nobody, and should not run dry. */
const LOCAL_CREDITS = 1_000_000_000;

/** The id of the local account; made, with its balance, at the first call. */
export async function localAccount(db: Db, now: number): Promise<string> {
  const find = () => db.selectFrom('accounts').select('id').where('name', '=', LOCAL).executeTakeFirst();
  return (
    (await find())?.id ??
    createAccount(db, LOCAL, LOCAL_CREDITS, now).catch(async (error: unknown) => {
      const made = await find();
      if (!made) throw error;
      return made.id;
    })
  );
}

/** Makes an account with a balance in credits; gives its id. Names are unique. */
export async function createAccount(db: Db, name: string, credits: number, now: number): Promise<string> {
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('accounts').values({ id, name, created_at: now }).execute();
    await grant(trx, { id: randomUUID(), accountId: id, credits, operation: 'opening balance', now });
  });
  return id;
}
