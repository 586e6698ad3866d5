import { randomBytes } from 'node:crypto';
import type { Db } from './schema.ts';

/** A setting's value, or undefined. */
export async function getSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** The setting's value; the first caller of all processes makes it, and every caller gets that one. */
export async function settleSetting(db: Db, key: string, make: () => string): Promise<string> {
  const found = await getSetting(db, key);
  if (found !== undefined) return found;
  await db
    .insertInto('settings')
    .values({ key, value: make() })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return (await getSetting(db, key)) ?? settleSetting(db, key, make);
}

/** The key that signs links (HMAC-SHA256): 256 random bits, made at the first start, kept in the store. */
export async function signingKey(db: Db): Promise<Buffer> {
  const text = await settleSetting(db, 'signing_key', () => randomBytes(32).toString('base64url'));
  return Buffer.from(text, 'base64url');
}
