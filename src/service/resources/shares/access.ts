import type { Context } from 'hono';
import type { ServiceContext } from '../../context/context.ts';
import { ServiceError } from '../../errors.ts';
import { signIn } from '../../http/auth.ts';
import type { AppEnv } from '../../http/env.ts';
import { sessionOf } from '../../web/session.ts';
import type { ShareRow } from './rows.ts';

/** Whether the visitor may see a share: `sign-in` if nobody is signed in, `foreign` if it belongs to another account. */
export type Access = 'open' | 'sign-in' | 'foreign';

/** Public shares are open to everyone, private ones to the owning account. */
export async function accessTo(ctx: ServiceContext, c: Context<AppEnv>, row: ShareRow): Promise<Access> {
  if (row.visibility === 'public') return 'open';
  const accountId = await whoAsks(ctx, c);
  if (accountId === undefined) return 'sign-in';
  return accountId === row.account_id ? 'open' : 'foreign';
}

/** By bearer header if there is one, otherwise by session cookie. */
async function whoAsks(ctx: ServiceContext, c: Context<AppEnv>): Promise<string | undefined> {
  if (c.req.header('authorization') === undefined) return (await sessionOf(ctx, c))?.accountId;
  try {
    return (await signIn(ctx, c, 'read')).accountId;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return undefined;
    throw error;
  }
}
