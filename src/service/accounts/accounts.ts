/**
 * Who uses the service and what they have. Accounts and bearer tokens are kept here, of tokens only hashes; a token
 * comes in, its account and scope go out (tokens.ts). Credits are moved in ledger.ts alone.
 */

import { randomUUID } from 'node:crypto';
import type { Db } from '../store/sql/schema.ts';
import { grant } from './ledger.ts';
import { microsOf } from './rates.ts';

/** Name of the account of the person who runs the service locally. */
export const LOCAL = 'local';

/** Opening balance in credits. Nobody is billed on one's own machine, so it must never run out. */
const OPENING_CREDITS = 1_000_000_000;

/** Returns the id of the local account. The first call creates it with its balance. */
export async function localAccount(db: Db, now: number): Promise<string> {
  const find = () => db.selectFrom('accounts').select('id').where('name', '=', LOCAL).executeTakeFirst();
  return (
    (await find())?.id ??
    createAccount(db, LOCAL, OPENING_CREDITS, now).catch(async (error: unknown) => {
      const made = await find();
      if (!made) throw error;
      return made.id;
    })
  );
}

/** Every account, by name. */
export function listAccounts(db: Db) {
  return db.selectFrom('accounts').select(['id', 'name', 'created_at']).orderBy('name').execute();
}

/** Creates an account with a balance in credits and returns its id. Names are unique. */
export async function createAccount(
  db: Db,
  name: string,
  credits = OPENING_CREDITS,
  now = Date.now(),
): Promise<string> {
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('accounts').values({ id, name, created_at: now }).execute();
    const opening = { operation: 'billing', reason: 'opening balance', micros: microsOf(credits) };
    await grant(trx, { id: randomUUID(), accountId: id, ...opening, now }, 'opening');
  });
  return id;
}
