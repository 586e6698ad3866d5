import { setTimeout as sleep } from 'node:timers/promises';
import { engineOf } from '../store/sql/engine.ts';
import { listOf } from '../store/sql/expressions.ts';
import type { Db } from '../store/sql/schema.ts';
import { findToken, hashOf, type KnownToken } from './tokens.ts';

/** How long a token counts as active after it was read, in milliseconds. */
const TRUST_MS = 1_000;

/** Clocks of two machines do not run at quite the same speed. */
const MARGIN_MS = 100;

/** Tokens remembered for a store. */
const MOST = 1_000;

interface Remembered {
  readonly token: KnownToken;
  readonly readAt: Moment;
}

const remembered = new WeakMap<Db, Map<string, Remembered>>();

/**
 * Finds the owner of a token, as findToken does. A store on a server is not asked again for a second: that takes as long as
 * most of what is asked for. Whoever revokes a token waits for that second: see forgottenEverywhere.
 * @param now Unix ms
 */
export function rememberedToken(db: Db, token: string, now: number): Promise<KnownToken | undefined> {
  return engineOf(db) === 'sqlite' ? findToken(db, token, now) : tokenOnServer(db, token, now);
}

async function tokenOnServer(db: Db, token: string, now: number): Promise<KnownToken | undefined> {
  const known = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, known);
  const hash = hashOf(token);
  const last = known.get(hash);
  if (last && isRecent(last.readAt)) return last.token;
  known.delete(hash);
  // Taken before the token is read: what is revoked meanwhile must not be trusted longer.
  const readAt = thisMoment();
  const found = await findToken(db, token, now);
  if (!found) return undefined;
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
  known.set(hash, { token: found, readAt });
  return found;
}

/**
 * Waits until no machine remembers a token as active that was revoked before the call: a little more than a second on a server.
 * Nothing has to reach the other machines for that, so nothing can be lost on the way.
 */
async function forgottenEverywhere(db: Db): Promise<void> {
  if (engineOf(db) !== 'sqlite') await sleep(TRUST_MS + MARGIN_MS);
}

/** One clock stands still while the machine sleeps, and the other can be set back. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

function thisMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

function isRecent({ steady, wall }: Moment): boolean {
  return performance.now() - steady < TRUST_MS && Math.abs(Date.now() - wall) < TRUST_MS;
}

/**
 * Revokes tokens of an account. When it returns, no machine accepts them any more: on a server it takes about a second.
 * @param now Unix ms
 * @returns how many of them were active
 */
export async function revokeTokens(
  db: Db,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0;
  const done = await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('id', 'in', listOf(ids))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  // Also for those that another process has revoked just now.
  await forgottenEverywhere(db);
  return Number(done.numUpdatedRows);
}
