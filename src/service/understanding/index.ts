/**
 * Analyses a file: runs the wanted modalities, each with the first provider that can, in one decoding pass of the
 * picture and one of the sound. A file and what is wanted come in; lines with their seconds, and notes of what is
 * missing, go out.
 */

import type { Selectable } from 'kysely';
import type { Modality } from '../../contract/index.ts';
import { messageOf } from '../errors.ts';
import { LeaseLost } from '../queue/queue.ts';
import type { FilesTable } from '../store/sql/schema.ts';
import { type Planned, planModality, resultOf } from './analysis/plan-modality.ts';
import { triesAgain, type UnderstandingContext } from './modalities/context.ts';
import type { SpeechLine } from './modalities/lines.ts';
import { VISUAL } from './modalities/modalities.ts';
import type { ModalitiesResult } from './modalities/modalities-result.ts';
import { withNames } from './modalities/modality-lines.ts';
import type { Hearing, MadeBy, ModalityInput, ModalityResult } from './modalities/port.ts';
import { labelsFor, withLabels } from './modalities/speakers/labels.ts';
import type { VisualPass } from './modalities/visual-pass/types.ts';
import { findShotsOf, type PlannedShots, planShots } from './rules/structure/index.ts';

/** Progress of the analysis of a file. */
export interface Progress {
  /** The current step, in words. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** A stage: a modality, or the detection of shots. */
type Stage = Modality | 'shots';

/** Progress runs from 0 to this. */
const TOTAL = 100;

/** Combines the progress of modalities that run in parallel. */
interface Stages {
  begin(stage: Stage): void;
  /** Reports progress within a stage. */
  report(stage: Stage, done: number, total: number): void;
  end(stage: Stage): void;
}

/**
 * Combines the progress of all stages, with equal weights.
 * @param onProgress called when the stage changes or progress reaches another hundredth
 */
function followStages(all: readonly Stage[], onProgress: (progress: Progress) => void): Stages {
  const shares = new Map<Stage, number>(all.map((stage) => [stage, 0]));
  const running = new Set<Stage>();
  let last = '';
  const say = () => {
    const sum = [...shares.values()].reduce((total, share) => total + share, 0);
    const stage = [...running].map(stageInWords).join(', ');
    // A running stage is not done: its last report comes before its end.
    const done = Math.min(TOTAL - 1, Math.floor((TOTAL * sum) / Math.max(1, shares.size)));
    const progress = { stage, done, total: TOTAL };
    const now = JSON.stringify(progress);
    if (running.size > 0 && now !== last) onProgress(progress);
    last = now;
  };
  return {
    begin: (stage) => {
      running.add(stage);
      say();
    },
    report: (stage, done, total) => {
      shares.set(stage, total > 0 ? Math.min(1, done / total) : 0);
      say();
    },
    end: (stage) => {
      shares.set(stage, 1);
      running.delete(stage);
      say();
    },
  };
}

function stageInWords(stage: Stage): string {
  return stage.replaceAll('_', ' ');
}

/**
 * A result without what lies after the end of the media, where nobody can play it. Subtitles may claim any time.
 * @param seconds length of the media; null if it is not known
 */
function insideMedia(made: ModalityResult<Modality>, seconds: number | null): ModalityResult<Modality> {
  if (seconds === null || seconds <= 0 || made.lines.every(({ end }) => end <= seconds)) return made;
  const lines = made.lines
    .filter(({ start }) => start < seconds)
    .map((line) => ({ ...line, end: Math.min(line.end, seconds) }));
  const after = made.lines.length - lines.length;
  const left = after === 1 ? '1 line starts' : `${after} lines start`;
  const note = `${left} after the end of the media, at ${seconds} seconds; ${after === 1 ? 'it is' : 'they are'} left out.`;
  return {
    ...made,
    lines: lines as typeof made.lines,
    notes: after > 0 ? [...made.notes, note] : made.notes,
  };
}

/** A request to analyse a file. */
export interface ModalitiesRequest {
  file: Pick<Selectable<FilesTable>, 'id' | 'account_id' | 'content_hash' | 'object_key' | 'subtitle_key'>;
  /** How its speech is to be recognised; default: nothing is asked for. */
  hearing?: Hearing;
  visualPass: VisualPass;
  /** Length of the media in seconds; null if it has none. */
  seconds: number | null;
  modalities: readonly Modality[];
  /** Whether to find the shots of a film too; they come out of the modalities' visual pass if there is one. */
  shots?: boolean | undefined;
  /** The makers of results that stay as they are if they are still stored. */
  stays?: ReadonlyMap<Modality, MadeBy> | undefined;
  /** Called with the progress. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

interface Run {
  readonly ctx: UnderstandingContext;
  readonly stages: Stages;
  readonly result: ModalitiesResult;
  readonly file: ModalitiesRequest['file'];
  readonly speakers: Hearing['speakers'];
  /** Length of the media in seconds; null if it has none. */
  readonly seconds: number | null;
}

/**
 * Runs the modalities over one file, visual ones beside audio ones so that two cores are busy. Stored results of the
 * same content, provider and settings are reused without decoding. A failed modality does not affect the others; its
 * reason is in `reports`. Rejects only if the job is aborted or the store fails.
 */
export async function runModalities(
  ctx: UnderstandingContext,
  request: ModalitiesRequest,
): Promise<ModalitiesResult> {
  const { modalities, visualPass } = request;
  const stages = followStages([...modalities, ...(request.shots ? ['shots' as const] : [])], (progress) =>
    request.onProgress?.(progress),
  );
  const lines = { speech: [], scene_text: [], visual_scene_description: [], audio_description: [] };
  const speakers = request.hearing?.speakers ?? {};
  const { seconds } = request;
  const run: Run = { ctx, stages, result: { lines, reports: [] }, file: request.file, speakers, seconds };
  const input = await inputOf(ctx, request, stages);
  const planned: Planned[] = [];
  for (const modality of modalities)
    planned.push(
      await planModality(ctx, request.file.content_hash, modality, input, request.stays?.get(modality)),
    );
  const wants = (what: 'pictures' | 'scenes') =>
    planned.some((one) => 'plan' in one && one.known === undefined && one.plan.needs === what);
  const shots = request.shots ? await planShots(ctx, request.file.content_hash) : undefined;
  const unknown = shots !== undefined && shots.known === undefined;
  const looked = (seconds: number) => stages.report('shots', seconds, visualPass.duration ?? seconds);
  visualPass.prepare({
    pictures: wants('pictures'),
    scenes: wants('scenes') || unknown,
    ...(unknown && { looked }),
  });
  const looking = planned.filter(({ modality }) => VISUAL.includes(modality));
  const listening = planned.filter(({ modality }) => !VISUAL.includes(modality));
  const listen = async () => {
    for (const one of listening) await runModality(run, one);
  };
  await allEnded([
    ...looking.map((one) => runModality(run, one)),
    lookForShots(run, shots, visualPass),
    listen(),
  ]);
  run.result.reports.sort(
    (one, other) => modalities.indexOf(one.modality) - modalities.indexOf(other.modality),
  );
  return run.result;
}

async function inputOf(
  ctx: UnderstandingContext,
  { file, hearing, visualPass, seconds }: ModalitiesRequest,
  stages: Stages,
): Promise<ModalityInput> {
  return {
    mediaPath: await ctx.objects.path(file.object_key ?? `files/${file.id}/original`),
    sidecarPath: file.subtitle_key === null ? undefined : await ctx.objects.path(file.subtitle_key),
    transcriptPath: hearing?.transcriptKey && (await ctx.objects.path(hearing.transcriptKey)),
    hearing,
    visualPass,
    ffmpeg: ctx.ffmpeg,
    seconds,
    tmpFolder: () => ctx.objects.tmpFolder(),
    report: stages.report,
  };
}

/** Waits for all of them, even if one fails: none may continue after the job has ended. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(all);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function lookForShots(
  { ctx, stages, result }: Run,
  planned: PlannedShots | undefined,
  visualPass: VisualPass,
): Promise<void> {
  if (!planned) return;
  const began = Date.now();
  stages.begin('shots');
  ctx.progress('detecting shots');
  result.shots = await findShotsOf(ctx, planned, visualPass);
  ctx.log.info('analysed', {
    modality: 'shots',
    ms: Date.now() - began,
    known: planned.known !== undefined,
  });
  stages.end('shots');
}

async function runModality(run: Run, planned: Planned): Promise<void> {
  const { ctx, stages, result } = run;
  const { modality } = planned;
  const began = Date.now();
  try {
    if ('reason' in planned) throw planned.reason;
    stages.begin(modality);
    ctx.progress(`analysing ${stageInWords(modality)}`);
    const made = await fittingResult(run, planned);
    const { plan, known, passed } = made.planned;
    const { lines, notes, doubtful, gaps, kept } = await namedResult(run, plan.provider, made.result);
    const madeBy = { provider: plan.provider, settings: plan.settings };
    ctx.log.info('analysed', {
      modality,
      ms: Date.now() - began,
      provider: plan.provider,
      known: known !== undefined,
    });
    Object.assign(result.lines, { [modality]: lines });
    if (modality === 'speech' && doubtful) result.doubtful = doubtful as SpeechLine[];
    const said = [...(plan.quality ? [plan.quality] : []), ...passed, ...notes];
    result.reports.push({
      modality,
      madeBy,
      notes: said,
      ...(gaps && { gaps }),
      ...(kept !== undefined && { kept }),
    });
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (error instanceof LeaseLost || triesAgain(ctx, error)) throw error;
    ctx.log.warn('a modality failed', { modality, reason: messageOf(error) });
    result.reports.push({ modality, notes: [], reason: messageOf(error) });
  } finally {
    stages.end(modality);
  }
}

type PlannedRun = Extract<Planned, { plan: unknown }>;

/** The result of the first provider whose result is one of this media. */
async function fittingResult(
  { ctx, seconds }: Run,
  first: PlannedRun,
): Promise<{ planned: PlannedRun; result: ModalityResult<Modality> }> {
  for (let planned = first; ; ) {
    const result = await resultOf(ctx, planned, seconds);
    if (result.unfit === undefined) return { planned, result: insideMedia(result, seconds) };
    const next = await planned.instead(result.unfit);
    if ('reason' in next) throw next.reason;
    if (result.unread && next.plan.deaf) throw new Error(result.unfit);
    planned = next;
  }
}

/** A result whose speakers have their labels in the account, and the names that they were given. */
async function namedResult(
  { ctx, file, speakers }: Run,
  provider: string,
  made: ModalityResult<Modality>,
): Promise<ModalityResult<Modality>> {
  const given = speakers[provider];
  if (!made.voices) return { ...made, lines: withNames(made.lines, given) };
  const labels = await labelsFor(ctx, file, made.voices);
  const labelled = withLabels(made as ModalityResult<'speech'>, labels);
  return { ...labelled, lines: withNames(labelled.lines, { ...labels.names, ...given }) };
}

export { type ModalityStatus, modalitiesStatus } from './analysis/status.ts';
export type { Box, SceneTextLine, SceneTextWord, SpeechLine, SpeechWord } from './modalities/lines.ts';
export { MODALITIES, modalitiesFor } from './modalities/modalities.ts';
export type { ModalitiesResult, ModalityReport } from './modalities/modalities-result.ts';
export type { Hearing, MadeBy } from './modalities/port.ts';
export { detectTextInService, ownDetector } from './modalities/scene-text/detector/finder.ts';
export type { DetectorAsk } from './modalities/scene-text/detector/messages.ts';
export { stopRecogniser } from './modalities/scene-text/recogniser.ts';
export { type AskOfSpeech, askSpeechInService, ownSpeech, stopSpeech } from './modalities/speech/engine.ts';
export { type ProviderStatus, type SpeechStatus, speechStatus } from './modalities/speech/sources.ts';
export { openVisualPass } from './modalities/visual-pass/open.ts';
