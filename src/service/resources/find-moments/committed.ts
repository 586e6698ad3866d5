import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Estimate } from '../../../contract/index.ts';
import { balanceMicros } from '../../accounts/ledger.ts';
import { creditsOf } from '../../accounts/rates.ts';
import { paymentRequired } from '../../errors.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { fieldOf, indexedBy } from '../../store/sql/expressions.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { costOf, minutesOf } from './cost.ts';
import { type EngineContext, engineFor } from './engine.ts';
import { isResultOf } from './get-or-create.ts';

/**
 * What an account has started and not paid yet, in millionths of a credit: runs that have not begun, and the files that
 * attached criteria will still be applied to. It is read from the rows themselves, so that nothing is reserved for work
 * that is gone.
 */
async function committedMicros(ctx: EngineContext, db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number | null }>`
    select sum(minutes) as minutes from (
      select ${minutesOf('f')} as minutes from find_moments_runs as r ${indexedBy('find_moments_runs_account_unfinished')}
        join files as f on f.id = r.file_id
        where r.status in ('pending', 'processing') and r.account_id = ${accountId} and r.cost_micros is null
          and ${isKept('find_moments_runs', 'r')}
      union all
      select minutes from (select distinct run_key, file_id, minutes from (${promised(ctx, accountId)}) as promised where not reused) as due
    ) as open`.execute(db);
  return costOf(rows[0]?.minutes ?? 0);
}

/** Pairs that have no run yet: of criteria whose backfill is open, and of files that are still being processed. */
function promised({ config }: EngineContext, accountId: string) {
  const { engine } = engineFor(config).named;
  const attached = (where: RawBuilder<SqlBool>) => sql`
    select a.id, a.run_key, a.collection_id, a.options from moment_attachments as a
    where a.account_id = ${accountId} and ${where} and ${isKept('moment_attachments', 'a')}`;
  const open = pairsOf({
    criteria: attached(sql`a.status in ('pending', 'processing')`),
    engine,
    where: sql`not exists (select 1 from criterion_files as e
      where e.attachment_id = w.id and e.file_id = f.id and e.status in ('failed', 'cancelled'))`,
  });
  const later = pairsOf({
    criteria: attached(sql`a.collection_id in (select collection_id from collection_files
      where status in ('pending', 'processing') and account_id = ${accountId})`),
    engine,
    where: sql`cf.status in ('pending', 'processing')`,
  });
  return sql`${open} union all ${later}`;
}

/** What an account has, what of it is committed, and what is left for new work, in millionths of a credit. */
export async function fundsOf(ctx: EngineContext, db: Db, accountId: string) {
  const balance = await balanceMicros(db, accountId);
  const committed = await committedMicros(ctx, db, accountId);
  return { balance, committed, available: Math.max(0, balance - committed) };
}

/**
 * Checks in the transaction that adds work whether the account can pay for it, besides everything that it has started
 * before. Transactions give what they would give one after the other, so of two requests that only one can pay, one is refused.
 * @param micros what the new work costs; its rows are written already
 * @throws 402, also if it costs more than `limit` credits
 */
export async function requireFunds(
  ctx: EngineContext,
  trx: Trx,
  accountId: string,
  { micros, limit, what }: { micros: number; limit?: number | undefined; what: string },
): Promise<void> {
  const cost = creditsOf(micros);
  if (limit !== undefined && cost > limit)
    throw paymentRequired(
      `${what} would cost ${cost} credits, more than cost_limit ${limit}; nothing was started`,
    );
  if (micros === 0) return;
  const { balance, committed } = await fundsOf(ctx, trx, accountId);
  if (committed <= balance) return;
  const before = committed - micros;
  const promisedBefore = before > 0 ? `, of which ${creditsOf(before)} are for work started before` : '';
  throw paymentRequired(
    `${what} would cost ${cost} credits, and the balance is ${creditsOf(balance)}${promisedBefore}; nothing was started: top the account up, or choose fewer files`,
  );
}

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

/** Pairs of a criterion and a file. */
interface Pairs {
  /** The criteria: a query that gives run_key, collection_id and options of each. */
  readonly criteria: RawBuilder<unknown>;
  /** The engine as it is now: only its runs are used again. */
  readonly engine: string;
  /** What else must hold. `w` is the criterion, `cf` the file in its collection. */
  readonly where?: RawBuilder<SqlBool>;
}

/**
 * A query of the pairs that a backfill would run: run_key, file_id, the minutes of the file, whether the file was processed
 * (`known`), and whether a run is there that is used again for free (`reused`). Files that failed are left out.
 */
export function pairsOf({ criteria, engine, where = sql`true` }: Pairs): RawBuilder<unknown> {
  const heard = sql`case when coalesce(${fieldOf(sql.ref('w.options'), 'signals_required')}, '"speech"') like '%"speech"%'
    then f.heard else 0 end`;
  return sql`
    select distinct w.run_key, f.id as file_id, ${minutesOf('f')} as minutes, f.media_info is not null as known,
      exists (select 1 from find_moments_runs as r
        where r.file_id = f.id and r.run_key = w.run_key and ${isResultOf('r', engine, heard)}
          and ${isKept('find_moments_runs', 'r')}) as reused
    from (${criteria}) as w
    join collection_files as cf on cf.collection_id = w.collection_id
    join files as f on f.id = cf.file_id
    where cf.status is distinct from 'failed' and ${isKept('collection_files', 'cf')} and ${where}`;
}
