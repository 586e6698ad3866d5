import { randomBytes } from 'node:crypto';
import type { Db } from '../store/schema.ts';

const NAME = 'signing_key';
const known = new WeakMap<Db, Promise<Buffer>>();

/** The key that signs media URLs: 32 random bytes, made at first use and kept in the store. */
export function signingKey(db: Db): Promise<Buffer> {
  let key = known.get(db);
  if (!key) {
    key = readOrMake(db);
    key.catch(() => known.delete(db));
    known.set(db, key);
  }
  return key;
}

async function readOrMake(db: Db): Promise<Buffer> {
  await db
    .insertInto('settings')
    .values({ key: NAME, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', NAME)
    .executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'base64');
}
