import { randomBytes } from 'node:crypto';
import type { ServiceConfig } from '../../context/config.ts';
import { isSealed, type SecretBox, secretBox } from '../../store/secrets/secret-box.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { RowOf } from '../common/rows.ts';

/** A Standard Webhooks secret: `whsec_` and 24 to 64 random bytes in base64 (here 32). */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The box of a service. */
export function boxOf({ config }: { readonly config: ServiceConfig }): Promise<SecretBox> {
  return secretBox(config);
}

/**
 * The secrets that sign a delivery now, the current one first; during the overlap after a rotation there are two. Empty
 * if the key that encrypted them was lost.
 */
export function signingSecrets(box: SecretBox, row: RowOf<'webhooks'>, now: number): string[] {
  const { id, secret, previous_secret: previous, previous_until: until } = row;
  const current = box.open(secret, id);
  if (current === undefined) return [];
  const other = previous !== null && until !== null && now < until ? box.open(previous, id) : undefined;
  return other === undefined ? [current] : [current, other];
}

/** Encrypts the secrets that an earlier version stored as they are. */
export async function sealSecrets(db: Db, box: SecretBox): Promise<void> {
  const rows = await db.selectFrom('webhooks').select(['id', 'secret']).execute();
  for (const { id, secret } of rows)
    if (!isSealed(secret))
      await db
        .updateTable('webhooks')
        .set({ secret: box.seal(secret, id) })
        .where('id', '=', id)
        .execute();
}

/** Whether a box opens at least one of the secrets in the store; undefined if none is there. */
export async function opensSome(db: Db, box: SecretBox | undefined): Promise<boolean | undefined> {
  const rows = await db.selectFrom('webhooks').select(['id', 'secret']).execute();
  const sealed = rows.filter(({ secret }) => isSealed(secret));
  if (sealed.length === 0) return undefined;
  return sealed.some(({ id, secret }) => box?.open(secret, id) !== undefined);
}
