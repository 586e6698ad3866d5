import type { Estimate } from '../../../contract/index.ts';
import { creditsOf } from '../../accounts/rates.ts';
import type { Db } from '../../store/sql/schema.ts';
import { fundsOf } from './committed.ts';
import type { EngineContext } from './engine.ts';

/** What work would cost. */
export interface Work {
  /** Millionths of a credit. */
  readonly micros: number;
  /** Runs that would begin. */
  readonly runs: number;
  /** Runs that are there and would be used again. */
  readonly reused: number;
  /** Runs over files that are not processed yet. */
  readonly unknown: number;
}

/** The estimate as the API shows it, beside what the account has. */
export async function estimateOf(
  ctx: EngineContext & { readonly db: Db; readonly accountId: string },
  { micros, runs, reused, unknown }: Work,
): Promise<Estimate> {
  const { balance, available } = await fundsOf(ctx, ctx.db, ctx.accountId);
  return {
    cost: creditsOf(micros),
    runs,
    reused,
    unknown_length: unknown,
    balance: creditsOf(balance),
    available: creditsOf(available),
    sufficient: micros <= available,
  };
}
