import type { Modality } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { gapsInWords } from '../../understanding/gaps/index.ts';
import { type ModalitiesResult, modalitiesFor } from '../../understanding/index.ts';
import type { Evidence, Judge } from '../../understanding/moments/port.ts';
import { planShots } from '../../understanding/structure/shots.ts';
import { analyseFile } from '../analysis/analyse-file.ts';
import type { FileRow } from '../common/lookup.ts';
import { durationOf } from '../files/usable.ts';
import { evidenceOf } from './evidence.ts';

/** What a judge reads of a file. Seconds. */
export interface Material {
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
export async function materialOf(
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
