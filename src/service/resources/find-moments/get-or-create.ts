import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LifecycleContext } from '../../jobs/lifecycle/lifecycle.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import type { FileRow } from '../common/lookup.ts';
import { engineFor } from './engine.ts';
import { heardFor, type RunRow } from './rows.ts';
import type { RunSpec } from './spec.ts';

export type RunContext = Pick<LifecycleContext, 'config' | 'clock' | 'newId' | 'lifecycle'>;

interface How {
  /** As given in the request. */
  readonly url: string;
  /** Whether somebody asked for this run; otherwise a backfill did. */
  readonly requested: boolean;
  /** Whether to start a new run even if there is one. */
  readonly refresh: boolean;
}

/**
 * The run of a criterion over a file, in the caller's transaction: one of the same criterion and options that did not fail and has
 * the engine and the speech of now, or will have, or a new one.
 * @returns the run, and whether it was added now
 */
export async function getOrCreateRun(
  ctx: RunContext,
  trx: Trx,
  file: Pick<FileRow, 'id' | 'account_id'>,
  wanted: RunSpec,
  how: How,
): Promise<{ readonly run: RunRow; readonly added: boolean }> {
  const heard = await heardFor(trx, file.id, wanted.options);
  const known = how.refresh ? undefined : await sameRun(ctx, trx, { ...wanted, file_id: file.id, heard });
  if (!known) return { run: await startRun(ctx, trx, file, { ...wanted, heard }, how), added: true };
  if (!how.requested || known.requested === 1) return { run: known, added: false };
  // It must go on if the collection that it was started for needs it no more.
  await trx.updateTable('find_moments_runs').set({ requested: 1 }).where('id', '=', known.id).execute();
  return { run: { ...known, requested: 1 }, added: false };
}

/** The run that is there for a criterion and a file. */
export function sameRun(
  ctx: Pick<RunContext, 'config'>,
  db: Db,
  { file_id, run_key, heard }: Pick<RunRow, 'file_id' | 'run_key' | 'heard'>,
): Promise<RunRow | undefined> {
  return db
    .selectFrom('find_moments_runs')
    .selectAll()
    .where('file_id', '=', file_id)
    .where('run_key', '=', run_key)
    .where(isResultOf('find_moments_runs', engineFor(ctx.config).named.engine, sql`${heard}`))
    .where(isKept('find_moments_runs'))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/**
 * Whether a run has the result of this engine over this state of speech, or will have it: what has not ended takes the engine as it
 * is when it begins, or begins again, and the speech as it is when it ends (see job.ts). A second run would be the same, and
 * charged too.
 * @param alias the name of the table in the query
 */
export function isResultOf(alias: string, engine: string, heard: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('status')} in ('pending', 'processing') or ${column('status')} = 'completed'
    and ${column('engine')} = ${engine} and ${column('heard')} = ${heard})`;
}

/** The only place where a run is added. It is charged when it begins (see job.ts), or by the request that asked for it. */
async function startRun(
  ctx: RunContext,
  trx: Trx,
  file: Pick<FileRow, 'id' | 'account_id'>,
  { criterion, criterion_hash, options, run_key, heard }: RunSpec & Pick<RunRow, 'heard'>,
  { url, requested }: How,
): Promise<RunRow> {
  const row: RunRow = {
    id: ctx.newId(),
    account_id: file.account_id,
    file_id: file.id,
    url,
    status: 'pending',
    error: null,
    criterion_name: criterion.name,
    criterion_hash,
    criterion: toJson(criterion),
    options: toJson(options),
    run_key,
    heard,
    ...engineFor(ctx.config).named,
    requested: requested ? 1 : 0,
    total_moments: null,
    notes: null,
    cost_micros: null,
    created_at: ctx.clock(),
  };
  await trx.insertInto('find_moments_runs').values(row).execute();
  await ctx.lifecycle.start(trx, 'find-moments.run', { run_id: row.id });
  return row;
}
