import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '../../contract/index.ts';
import { compiledOnce } from '../store/sql/compiled.ts';
import type { Db } from '../store/sql/schema.ts';

export interface IssuedToken {
  readonly id: string;
  /** The full token. It is shown only now; the store keeps only its hash. */
  readonly token: string;
}

/** An active token, and whose it is. */
export interface KnownToken {
  readonly id: string;
  readonly accountId: string;
  readonly scope: Scope;
}

/** Minimum interval between updates of the last-used time, in milliseconds. */
const USE_STEP_MS = 3_600_000;

/**
 * Issues a bearer token: `vau_` and 256 random bits. A plain SHA-256 is the right hash: with that much entropy there is
 * nothing to brute-force, and looking it up by hash leaks nothing through timing.
 */
export async function createToken(
  db: Db,
  accountId: string,
  name: string,
  now: number,
  scope: Scope = 'admin',
): Promise<IssuedToken> {
  const token = `vau_${randomBytes(32).toString('base64url')}`;
  const id = randomUUID();
  await db
    .insertInto('tokens')
    .values({
      id,
      account_id: accountId,
      name,
      hash: hashOf(token),
      hint: token.slice(0, 8),
      scope,
      created_at: now,
    })
    .execute();
  return { id, token };
}

const tokenWithHash = compiledOnce((db, hash: string) =>
  db
    .selectFrom('tokens')
    .select(['id', 'account_id', 'scope', 'last_used_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null),
);

/** Finds the owner of a token; undefined if the token is unknown or revoked. */
export async function findToken(db: Db, token: string, now: number): Promise<KnownToken | undefined> {
  const [row] = await tokenWithHash(db, hashOf(token));
  if (!row) return undefined;
  if (now - (row.last_used_at ?? 0) > USE_STEP_MS)
    await db.updateTable('tokens').set({ last_used_at: now }).where('id', '=', row.id).execute();
  return { id: row.id, accountId: row.account_id, scope: row.scope };
}

const activeToken = compiledOnce((db, id: string) =>
  db
    .selectFrom('tokens')
    .select(['id', 'account_id as accountId', 'scope'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null),
);

/** Finds a token by its id, for sessions; undefined if it is unknown or revoked. */
export async function tokenById(db: Db, id: string): Promise<KnownToken | undefined> {
  const [row] = await activeToken(db, id);
  return row;
}

/** Lists the account's tokens, without the secrets. */
export function listTokens(db: Db, accountId: string) {
  return db
    .selectFrom('tokens')
    .select(['id', 'name', 'scope', 'hint', 'created_at', 'last_used_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

/** Lists the tokens of all accounts with the accounts' names, without the secrets, the oldest first. */
export function listAllTokens(db: Db) {
  return db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select([
      'tokens.id',
      'tokens.name',
      'accounts.name as account',
      'tokens.account_id',
      'tokens.scope',
      'tokens.hint',
      'tokens.created_at',
      'tokens.last_used_at',
      'tokens.revoked_at',
    ])
    .orderBy('tokens.created_at')
    .execute();
}

/** SHA-256 in hexadecimal: what is stored of a secret with enough random bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
