import type { Db } from '../store/schema.ts';
import { signingKey } from '../store/settings.ts';
import { signedPath } from './signed.ts';

/** Minimum lifetime of a picture's URL, in milliseconds: a page left open for a day still shows its pictures. */
const PICTURE_LIFE_MS = 24 * 3600 * 1000;

/** Returns the URL of a stored object, valid without sign-in. */
export type Link = (objectKey: string) => string;

/** Returns a `Link` for this request's base URL. */
export async function linksFor(ctx: { db: Db; baseUrl: string; clock(): number }): Promise<Link> {
  const key = await signingKey(ctx.db);
  const now = ctx.clock();
  return (objectKey) => `${ctx.baseUrl}${signedPath(key, objectKey, now, PICTURE_LIFE_MS)}`;
}
