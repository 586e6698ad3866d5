import { randomBytes } from 'node:crypto';
import type { Db } from './schema.ts';

/** A setting's value, or undefined. */
export async function getSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Returns the setting's value. The first caller of all processes creates it, and every caller gets the same. */
export async function getOrCreateSetting(db: Db, key: string, make: () => string): Promise<string> {
  const found = await getSetting(db, key);
  if (found !== undefined) return found;
  await db
    .insertInto('settings')
    .values({ key, value: make() })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return (await getSetting(db, key)) ?? getOrCreateSetting(db, key, make);
}

/** Sets a setting, whether or not it was there. */
export async function putSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value }))
    .execute();
}

/** The keys read so far, by store. A store's key never changes. */
const keys = new WeakMap<Db, Promise<Buffer>>();

/**
 * The key that signs links (HMAC-SHA256): 256 random bits, created at the first start and kept in the store. It is read
 * once and then kept in memory; a failed read is tried again by the next caller.
 */
export function signingKey(db: Db): Promise<Buffer> {
  const known = keys.get(db);
  if (known) return known;
  const read = readKey(db);
  keys.set(db, read);
  read.catch(() => keys.delete(db));
  return read;
}

async function readKey(db: Db): Promise<Buffer> {
  const text = await getOrCreateSetting(db, 'signing_key', () => randomBytes(32).toString('base64url'));
  return Buffer.from(text, 'base64url');
}
