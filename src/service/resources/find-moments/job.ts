import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/outbox.ts';
import { failsItsRow } from '../../jobs/exhausted.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { Trx } from '../../store/schema.ts';
import { blameMedia } from '../common/blame.ts';
import type { FileRow } from '../common/lookup.ts';
import { openRow } from '../common/rows.ts';
import { fileOfJob } from '../files/file-of-job.ts';
import { addToCollections } from '../moments/listed.ts';
import { chargeRun } from './cost.ts';
import { cancelRun, type EndedRun, endRun, eventOf } from './end.ts';
import { enforce } from './enforce/index.ts';
import { type Engine, engineFor } from './engine.ts';
import { materialOf } from './material.ts';
import { criterionOf, heardFor, isNeeded, type RunRow } from './rows.ts';
import type { RunOptions } from './wanted.ts';
import { writeResults } from './write.ts';

/** Applies a criterion to a file: reads what is said and shown there, has it judged, and keeps what holds. */
export const runFindMoments: JobHandler<'find-moments.run'> = {
  async run(ctx, { run_id }) {
    const row = await openRow(ctx.db, 'find_moments_runs', run_id);
    if (!row) return;
    if (!(await isNeeded(ctx.db, row)))
      return ctx.write(async (trx) => {
        await cancelRun(ctx, trx, row, 'no collection needs it any more');
      });
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return end(ctx, row, { status: 'failed', error: file.reason });
    const engine = engineFor(ctx.config);
    const heard = await heardFor(ctx.db, file.id, fromJson<RunOptions>(row.options));
    const refused = await start(ctx, row, { ...engine.named, heard });
    if (refused !== undefined) return end(ctx, row, { status: 'failed', error: refused });
    await findMoments(ctx, { ...row, heard }, file, engine);
  },
  exhausted: failsItsRow('find-moments.run'),
};

async function findMoments(ctx: JobContext, row: RunRow, file: FileRow, { judge }: Engine): Promise<void> {
  const options = fromJson<RunOptions>(row.options);
  let material: Awaited<ReturnType<typeof materialOf>>;
  try {
    material = await materialOf(ctx, file, options.signals_required, judge);
  } catch (error) {
    return end(ctx, row, { status: 'failed', error: blameMedia(ctx, error) });
  }
  if ('reason' in material) return end(ctx, row, { status: 'failed', error: material.reason });
  const request = { ...requestOf(row), ...material };
  const found = enforce(request, await judge.judge(request, ctx.signal));
  if (found.dropped > 0)
    ctx.log.warn('moments or findings did not hold and were dropped', { dropped: found.dropped });
  await ctx.write(async (trx) => {
    if ((await heardFor(trx, file.id, options)) !== row.heard)
      throw new RetryLater('how its speech is recognised has changed in the meantime', 0);
    await writeResults(ctx, trx, row, found, material.evidence);
    const notes = toJson([...material.notes, ...found.notes]);
    await endRun(ctx, trx, row, {
      ...{ status: 'completed', error: null, notes },
      total_moments: found.moments.length,
    });
    await addToCollections(trx, row.id);
  });
}

/** What a run asks of a judge, besides the material. */
function requestOf(row: RunRow) {
  const options = fromJson<RunOptions>(row.options);
  return {
    criterion: criterionOf(row),
    signals: options.signals_required,
    boundaryPolicy: options.boundary_policy,
    speakerFilter: options.speaker_filter,
    minDuration: options.min_duration_seconds,
    maxDuration: options.max_duration_seconds,
  };
}

async function end(ctx: JobContext, row: RunRow, ended: EndedRun): Promise<void> {
  await ctx.write((trx) => endRun(ctx, trx, row, ended));
}

/**
 * Begins a run, and charges it. The engine and the speech may have changed since it was added.
 * @returns why it cannot begin, if the balance does not cover it
 */
async function start(
  ctx: JobContext,
  row: RunRow,
  now: Engine['named'] & Pick<RunRow, 'heard'>,
): Promise<string | undefined> {
  try {
    await ctx.write((trx) => begin(ctx, trx, row, now));
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 402) throw error;
    return `${error.message}; top the account up, then attach the criterion again`;
  }
}

async function begin(
  ctx: JobContext,
  trx: Trx,
  row: RunRow,
  now: Parameters<typeof start>[2],
): Promise<void> {
  await chargeRun(ctx, trx, row);
  await trx
    .updateTable('find_moments_runs')
    .set({ status: 'processing', ...now })
    .where('id', '=', row.id)
    .execute();
  if (row.status !== 'pending') return;
  await emit(trx, ctx, 'find_moments.job.processing', row.account_id, {
    ...eventOf(row),
    status: 'processing',
  });
}
