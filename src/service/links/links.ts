/**
 * Links that work without sign-in for a time: an object key and the caller's base URL come in, an absolute URL with a
 * signed path goes out (signed.ts), and is checked there when it is asked for.
 */

import type { Db } from '../store/sql/schema.ts';
import { signingKey } from '../store/sql/settings.ts';
import { CUTS, FILMS } from './films.ts';
import { signedPath } from './signed.ts';

/** Minimum lifetime of a picture's URL, in milliseconds: a page left open for a day still shows its pictures. */
const PICTURE_LIFE_MS = 24 * 3600 * 1000;

/** Minimum lifetime of a film's URL, in milliseconds; at most twice that. */
const FILM_LIFE_MS = 3600 * 1000;

/** Returns the URL of a stored object, valid without sign-in. */
export type Link = (objectKey: string) => string;

/** Returns a `Link` for this request's base URL. */
export async function linksFor(ctx: { db: Db; baseUrl: string; clock(): number }): Promise<Link> {
  const key = await signingKey(ctx.db);
  const now = ctx.clock();
  const signed = signedIn(key, Math.floor(now / PICTURE_LIFE_MS));
  return (objectKey) => {
    // A film is worth more than its pictures: its address is short-lived, and not kept.
    if ([FILMS, CUTS].some((folder) => objectKey.startsWith(`${folder}/`)))
      return `${ctx.baseUrl}${signedPath(key, objectKey, now, FILM_LIFE_MS)}`;
    const path = signed.get(objectKey) ?? signedPath(key, objectKey, now, PICTURE_LIFE_MS);
    if (signed.size < MOST_SIGNED) signed.set(objectKey, path);
    return `${ctx.baseUrl}${path}`;
  };
}

/** Number of signed paths to keep for each store: a few MB. */
const MOST_SIGNED = 10_000;

/** The paths signed in this period, by key. They are the same for a whole period: see signedPath. */
const kept = new WeakMap<Uint8Array, { period: number; paths: Map<string, string> }>();

function signedIn(key: Uint8Array, period: number): Map<string, string> {
  const now = kept.get(key);
  if (now?.period === period && now.paths.size < MOST_SIGNED) return now.paths;
  const paths = new Map<string, string>();
  kept.set(key, { period, paths });
  return paths;
}
