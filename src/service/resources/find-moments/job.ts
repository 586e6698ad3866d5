/**
 * Runs of a criterion over one file. A RunSpec (spec.ts) comes in and is charged; the job reads the evidence, has it
 * judged and validated, and moments and findings go out. Equal runs are shared (get-or-create.ts).
 */

import type { Modality } from '../../../contract/index.ts';
import { ServiceError } from '../../errors.ts';
import { emit } from '../../events/outbox.ts';
import { failsItsRow, type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { insertAll } from '../../store/sql/insert.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { gapsInWords } from '../../understanding/analysis/gaps/index.ts';
import { type ModalitiesResult, modalitiesFor } from '../../understanding/index.ts';
import type { Evidence, Judge, JudgedFinding, JudgedMoment } from '../../understanding/rules/moments/port.ts';
import { planShots } from '../../understanding/rules/structure/index.ts';
import { analyseFile } from '../analysis/analyse-file.ts';
import { durationOf, type FileRow } from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import { openRow } from '../common/rows.ts';
import { fileOfJob } from '../files/keys.ts';
import { addToCollections } from '../moments/listed.ts';
import type { FindingBody, MomentBody } from '../moments/present.ts';
import { chargeRun } from './cost.ts';
import { type Engine, engineFor } from './engine.ts';
import { evidenceOf } from './evidence.ts';
import { cancelRun, type EndedRun, endRun, eventOf, findMomentsLifecycle } from './lifecycle.ts';
import { criterionOf, heardFor, isNeeded, type RunRow } from './rows.ts';
import type { RunOptions } from './spec.ts';
import { type Validated, validate } from './validate/index.ts';

type Writer = Pick<JobContext, 'newId'>;

/** Writes the moments and findings of a run. It has none yet. */
async function writeResults(
  { newId }: Writer,
  trx: Trx,
  run: RunRow,
  { moments, findings }: Validated,
  evidence: readonly Evidence[],
): Promise<void> {
  const own = { account_id: run.account_id, run_id: run.id, file_id: run.file_id };
  await insertAll(
    trx,
    'moments',
    moments.map((moment) => ({
      id: newId(),
      ...own,
      start_time: moment.start,
      end_time: moment.end,
      ...ranked(run, moment),
      body: toJson(momentBody(moment, evidence)),
    })),
  );
  await insertAll(
    trx,
    'findings',
    findings.map((finding) => ({
      id: newId(),
      ...own,
      kind: finding.kind,
      body: toJson(findingBody(finding)),
    })),
  );
}

function ranked(run: RunRow, { rank, score }: JudgedMoment) {
  const lower = criterionOf(run).scoring?.higher_is_better === false;
  const merit = score === undefined ? rank : lower ? -score : score;
  return {
    rank_score: rank,
    score: score ?? null,
    merit,
    lower_is_better: lower ? (1 as const) : (0 as const),
  };
}

function momentBody(moment: JudgedMoment, evidence: readonly Evidence[]): MomentBody {
  const cited = evidence.filter(({ index }) => moment.evidence.includes(index));
  const { title, reason, anchors, speakers, data } = moment;
  return {
    title,
    reason,
    ...(anchors && { anchors }),
    ...(speakers.length > 0 && { speakers: [...speakers] }),
    ...(data && { properties: data }),
    evidence: {
      signals: [...new Set(cited.map(({ signal }) => signal))],
      quotes: cited.map(({ signal, text, start, end, speaker, confidence }) => ({
        signal,
        text,
        start_time: start,
        end_time: end,
        ...(speaker !== undefined && { speaker }),
        ...(confidence !== undefined && { confidence }),
      })),
    },
  };
}

function findingBody({ text, data }: JudgedFinding): FindingBody {
  return { reason: text, ...(data && { properties: data }) };
}

/** What a judge reads of a file. Seconds. */
interface Material {
  readonly evidence: readonly Evidence[];
  /** Shot cuts, ascending. */
  readonly cuts: readonly number[];
  readonly duration: number;
  /** What could not be recognised. */
  readonly notes: readonly string[];
  /** What was not heard, read or seen, as sentences. */
  readonly missing: readonly string[];
}

/**
 * Analyses a file for these signals, for this judge; stored results are reused.
 * @returns the material, or why a signal could not be read: a run over less than it asks for would look complete
 */
async function materialOf(
  ctx: JobContext,
  file: FileRow,
  signals: readonly Modality[],
  { judgedBy }: Pick<Judge, 'judgedBy'>,
): Promise<Material | { reason: string }> {
  const chosen = Object.fromEntries(ALL.map((signal) => [`enable_${signal}`, signals.includes(signal)]));
  const wanted = modalitiesFor(
    { collection_type: 'media-descriptions', describe_config: chosen },
    file.media_type,
  );
  const shots = file.media_type === 'video' && wanted.some((one) => one !== 'speech');
  const result = await analyseFile(ctx, file, wanted, { shots });
  const failed = result.reports.filter(({ reason }) => reason !== undefined);
  if (failed.length > 0)
    return { reason: failed.map(({ modality, reason }) => `${modality}: ${reason}`).join('; ') };
  return {
    evidence: await evidenceOf(ctx, file.id, result, wanted, judgedBy),
    cuts: await cutsOf(ctx, file, result),
    duration: durationOf(file) ?? 0,
    notes: result.reports.flatMap(({ notes }) => notes),
    missing: gapsInWords(result),
  };
}

const ALL: readonly Modality[] = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'];

/** Cuts are not worth a visual pass of their own: without visual signals, only known ones count. */
async function cutsOf(ctx: JobContext, file: FileRow, { shots }: ModalitiesResult): Promise<number[]> {
  const seen = shots?.shots ?? (await planShots(ctx, file.content_hash)).known ?? [];
  return seen.slice(1).map(({ start }) => start);
}

/** Applies a criterion to a file: reads what is said and shown there, has it judged, and keeps what holds. */
export const runFindMoments: JobHandler<'find-moments.run'> = {
  rows: findMomentsLifecycle,
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
  let material: Material | { reason: string };
  try {
    material = await materialOf(ctx, file, options.signals_required, judge);
  } catch (error) {
    return end(ctx, row, { status: 'failed', error: mediaFault(ctx, error) });
  }
  if ('reason' in material) return end(ctx, row, { status: 'failed', error: material.reason });
  const request = { ...requestOf(row), ...material };
  const found = validate(request, await judge.judge(request, ctx.signal));
  if (found.dropped > 0)
    ctx.log.warn('moments or findings did not hold and were dropped', { dropped: found.dropped });
  await ctx.write(async (trx) => {
    if ((await heardFor(trx, file.id, options)) !== row.heard)
      throw new RetryLater('how its speech is recognised has changed in the meantime', 0);
    await writeResults(ctx, trx, row, found, material.evidence);
    const notes = toJson([...material.notes, ...found.notes]);
    await endRun(ctx, trx, row, {
      status: 'completed',
      error: null,
      notes,
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

/** The columns of a run that are known when it begins. */
type Begun = Engine['named'] & Pick<RunRow, 'heard'>;

/**
 * Begins a run, and charges it. The engine and the speech may have changed since it was added.
 * @returns why it cannot begin, if the balance does not cover it
 */
async function start(ctx: JobContext, row: RunRow, now: Begun): Promise<string | undefined> {
  try {
    await ctx.write((trx) => begin(ctx, trx, row, now));
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 402) throw error;
    return `${error.message}; top the account up, then attach the criterion again`;
  }
}

async function begin(ctx: JobContext, trx: Trx, row: RunRow, now: Begun): Promise<void> {
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
