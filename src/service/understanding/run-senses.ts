import type { Selectable } from 'kysely';
import { messageOf } from '../errors.ts';
import type { JobContext } from '../jobs/handlers.ts';
import { fromJson, toJson } from '../store/json.ts';
import type { FilesTable } from '../store/schema.ts';
import type {
  Keyframe,
  MadeBy,
  Perceived,
  Sense,
  SenseInput,
  SenseLines,
  SensePlan,
  SenseProvider,
} from './port.ts';
import { keptPieces, settingsHash } from './results.ts';
import { providersFor } from './senses.ts';

/** What is to be perceived. */
export interface SensesRequest {
  file: Pick<Selectable<FilesTable>, 'id' | 'content_hash' | 'object_key' | 'subtitle_key'>;
  /** Pictures taken out of the file, none for audio. */
  keyframes: readonly Keyframe[];
  senses: readonly Sense[];
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
}

/**
 * Runs the senses over one file, one after the other. What was perceived of the same content with the same
 * provider and settings before is reused. A sense that fails fails alone, with its reason in `reports`.
 * Rejects only when the job is aborted or the store fails.
 */
export async function runSenses(ctx: JobContext, request: SensesRequest): Promise<SensesResult> {
  const { file } = request;
  const input: SenseInput = {
    mediaPath: await ctx.objects.path(file.object_key ?? `files/${file.id}/original`),
    sidecarPath: file.subtitle_key === null ? undefined : await ctx.objects.path(file.subtitle_key),
    keyframes: request.keyframes,
    ffmpeg: ctx.ffmpeg,
    tmpFolder: () => ctx.objects.tmpFolder(),
  };
  const result: SensesResult = { lines: { speech: [], scene_text: [], audio_description: [] }, reports: [] };
  const runInto = async <S extends Sense>(sense: S) => {
    ctx.progress(`perceiving ${sense.replaceAll('_', ' ')}`);
    const lines = await runSense(ctx, file.content_hash, input, sense, result.reports);
    Object.assign(result.lines, { [sense]: lines });
  };
  for (const sense of request.senses) await runInto(sense);
  return result;
}

async function runSense<S extends Sense>(
  ctx: JobContext,
  contentHash: string | null,
  input: SenseInput,
  sense: S,
  reports: SenseReport[],
): Promise<SenseLines[S][]> {
  try {
    const plan = await firstPlan(providersFor(ctx.config, sense), input);
    const { lines, notes } = await perceiveOnce(ctx, contentHash, sense, plan);
    const madeBy = { provider: plan.provider, settings: plan.settings };
    reports.push({ sense, madeBy, notes: [...(plan.quality ? [plan.quality] : []), ...notes] });
    return lines;
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn('a sense failed', { sense, reason: messageOf(error) });
    reports.push({ sense, notes: [], reason: messageOf(error) });
    return [];
  }
}

async function firstPlan<S extends Sense>(
  providers: readonly SenseProvider<S>[],
  input: SenseInput,
): Promise<SensePlan<S>> {
  for (const provider of providers) {
    const plan = await provider.plan(input);
    if (plan) return plan;
  }
  throw new Error('nothing here can perceive it');
}

/** The stored result of the same content, provider and settings, or a new one, which is stored. */
async function perceiveOnce<S extends Sense>(
  ctx: JobContext,
  contentHash: string | null,
  sense: S,
  plan: SensePlan<S>,
): Promise<Perceived<S>> {
  if (contentHash === null || plan.provider === 'none') return plan.run(ctx.signal);
  const key = {
    content_hash: contentHash,
    sense,
    provider: plan.provider,
    settings_hash: settingsHash(plan.settings),
  };
  const known = await ctx.db
    .selectFrom('sense_results')
    .select('body')
    .where((where) => where.and(key))
    .executeTakeFirst();
  if (known) return fromJson<Perceived<S>>(known.body);
  const pieces = keptPieces(ctx, key);
  const perceived = await plan.run(ctx.signal, pieces);
  await ctx.db
    .insertInto('sense_results')
    .values({ ...key, body: toJson(perceived), created_at: ctx.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await pieces.drop();
  return perceived;
}
