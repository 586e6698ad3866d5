import type { Selectable } from 'kysely';
import { messageOf } from '../errors.ts';
import type { JobContext } from '../jobs/handlers.ts';
import { LeaseLost } from '../queue/queue.ts';
import type { FilesTable } from '../store/schema.ts';
import { VISUAL } from './modalities.ts';
import { type Planned, planSense, resultOf } from './plan-modality.ts';
import type { MadeBy, Sense, SenseInput, SenseLines } from './port.ts';
import { followStages, type Progress, type Stages, stageInWords } from './stages.ts';
import { findShotsOf, type PlannedShots, planShots, type ShotsReport } from './structure/shots.ts';
import type { Sight } from './visual-pass/types.ts';

/** What is to be perceived. */
export interface SensesRequest {
  file: Pick<Selectable<FilesTable>, 'id' | 'content_hash' | 'object_key' | 'subtitle_key'>;
  sight: Sight;
  senses: readonly Sense[];
  /** Whether the shots of a film are to be found too; they come out of the senses' own look where there is one. */
  shots?: boolean | undefined;
  /** Is told how far it is. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** How one sense went. */
export interface SenseReport {
  sense: Sense;
  /** Undefined when it failed. */
  madeBy?: MadeBy;
  /** Sentences about what could not be perceived. */
  notes: string[];
  /** Why it failed. */
  reason?: string;
}

/** What was perceived. A sense that was not asked for, or failed, has no lines. */
export interface SensesResult {
  lines: { [S in Sense]: SenseLines[S][] };
  reports: SenseReport[];
  /** The shots, where they were asked for. */
  shots?: ShotsReport;
}

interface Run {
  readonly ctx: JobContext;
  readonly stages: Stages;
  readonly result: SensesResult;
}

/**
 * Runs the senses over one file: those that look beside those that listen, so that two cores are busy. What was
 * perceived of the same content with the same provider and settings before is reused, and nothing is decoded for it.
 * A sense that fails fails alone, with its reason in `reports`.
 * Rejects only when the job is aborted or the store fails.
 */
export async function runSenses(ctx: JobContext, request: SensesRequest): Promise<SensesResult> {
  const { senses, sight } = request;
  const stages = followStages([...senses, ...(request.shots ? ['shots' as const] : [])], (progress) =>
    request.onProgress?.(progress),
  );
  const lines = { speech: [], scene_text: [], visual_scene_description: [], audio_description: [] };
  const run: Run = { ctx, stages, result: { lines, reports: [] } };
  const input = await inputOf(ctx, request, stages);
  const planned: Planned[] = [];
  for (const sense of senses) planned.push(await planSense(ctx, request.file.content_hash, sense, input));
  const wants = (what: 'pictures' | 'scenes') =>
    planned.some((one) => 'plan' in one && one.known === undefined && one.plan.needs === what);
  const shots = request.shots ? await planShots(ctx, request.file.content_hash) : undefined;
  const unknown = shots !== undefined && shots.known === undefined;
  const looked = (seconds: number) => stages.report('shots', seconds, sight.duration ?? seconds);
  sight.prepare({
    pictures: wants('pictures'),
    scenes: wants('scenes') || unknown,
    ...(unknown && { looked }),
  });
  const looking = planned.filter(({ sense }) => VISUAL.includes(sense));
  const listening = planned.filter(({ sense }) => !VISUAL.includes(sense));
  const listen = async () => {
    for (const one of listening) await perceive(run, one);
  };
  await settled([...looking.map((one) => perceive(run, one)), lookForShots(run, shots, sight), listen()]);
  run.result.reports.sort((one, other) => senses.indexOf(one.sense) - senses.indexOf(other.sense));
  return run.result;
}

async function inputOf(ctx: JobContext, { file, sight }: SensesRequest, stages: Stages): Promise<SenseInput> {
  return {
    mediaPath: await ctx.objects.path(file.object_key ?? `files/${file.id}/original`),
    sidecarPath: file.subtitle_key === null ? undefined : await ctx.objects.path(file.subtitle_key),
    sight,
    ffmpeg: ctx.ffmpeg,
    tmpFolder: () => ctx.objects.tmpFolder(),
    report: stages.report,
  };
}

/** Waits for all of them, also when one fails: none may go on behind the job's back. */
async function settled(all: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(all);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function lookForShots(
  { ctx, stages, result }: Run,
  planned: PlannedShots | undefined,
  sight: Sight,
): Promise<void> {
  if (!planned) return;
  const began = Date.now();
  stages.begin('shots');
  ctx.progress('perceiving shots');
  result.shots = await findShotsOf(ctx, planned, sight);
  ctx.log.info('perceived', {
    sense: 'shots',
    ms: Date.now() - began,
    known: planned.known !== undefined,
  });
  stages.end('shots');
}

async function perceive({ ctx, stages, result }: Run, planned: Planned): Promise<void> {
  const { sense } = planned;
  const began = Date.now();
  try {
    if ('reason' in planned) throw planned.reason;
    stages.begin(sense);
    ctx.progress(`perceiving ${stageInWords(sense)}`);
    const { plan } = planned;
    const { lines, notes } = await resultOf(ctx, planned);
    const madeBy = { provider: plan.provider, settings: plan.settings };
    ctx.log.info('perceived', { sense, ms: Date.now() - began, known: planned.known !== undefined });
    Object.assign(result.lines, { [sense]: lines });
    result.reports.push({ sense, madeBy, notes: [...(plan.quality ? [plan.quality] : []), ...notes] });
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (error instanceof LeaseLost) throw error;
    ctx.log.warn('a sense failed', { sense, reason: messageOf(error) });
    result.reports.push({ sense, notes: [], reason: messageOf(error) });
  } finally {
    stages.end(sense);
  }
}
