import type { Db } from '../store/schema.ts';
import { signingKey } from '../store/settings.ts';
import { signedPath } from './signed.ts';

/** How long a picture's URL lives at least, in milliseconds: a page left open over a day still shows it. */
const PICTURE_LIFE_MS = 24 * 3600 * 1000;

/** Makes the URL under which an object of the storage can be fetched without sign-in. */
export type Link = (objectKey: string) => string;

/** Gives a `Link` for this request's base address. */
export async function linksFor(ctx: { db: Db; baseUrl: string; clock(): number }): Promise<Link> {
  const key = await signingKey(ctx.db);
  const now = ctx.clock();
  return (objectKey) => `${ctx.baseUrl}${signedPath(key, objectKey, now, PICTURE_LIFE_MS)}`;
}
