import { randomBytes } from 'node:crypto';
import type { Db } from '../store/sql/schema.ts';
import { hashOf } from './tokens.ts';

/** Lifetime of a link, in milliseconds: the browser opens it at once, and a person may copy it. */
const LIFE_MS = 5 * 60 * 1000;

/** What a link opens: a page, signed in with a token. */
export interface PageLink {
  readonly tokenId: string;
  /** Path of the page, below the root of the service. */
  readonly path: string;
}

/** Makes a link that signs in once. Only the hash of its token is stored; those that have expired are removed. */
export async function createPageLink(
  db: Db,
  { tokenId, path }: PageLink,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now + LIFE_MS;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('page_links').where('expires_at', '<=', now).execute();
    await trx
      .insertInto('page_links')
      .values({ hash: hashOf(token), token_id: tokenId, path, expires_at: expiresAt })
      .execute();
  });
  return { token, expiresAt };
}

/** Whom a link signs in, for people; undefined if it is unknown, expired or was used. Looking does not use it up. */
export function findPageLink(
  db: Db,
  token: string,
  now: number,
): Promise<{ readonly token: string; readonly account: string } | undefined> {
  return db
    .selectFrom('page_links')
    .innerJoin('tokens', 'tokens.id', 'page_links.token_id')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select(['tokens.name as token', 'accounts.name as account'])
    .where('page_links.hash', '=', hashOf(token))
    .where('page_links.expires_at', '>', now)
    .where('tokens.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Uses a link up. @returns what it opens; undefined if it is unknown, expired or was used before */
export async function usePageLink(db: Db, token: string, now: number): Promise<PageLink | undefined> {
  const used = await db
    .deleteFrom('page_links')
    .where('hash', '=', hashOf(token))
    .returning(['token_id', 'path', 'expires_at'])
    .executeTakeFirst();
  if (!used || used.expires_at <= now) return undefined;
  return { tokenId: used.token_id, path: used.path };
}
