import { rm } from 'node:fs/promises';
import type { JobContext } from '../../jobs/handlers.ts';
import { runSenses, type Sense, type SensesResult } from '../../understanding/index.ts';
import type { FileRow } from '../lookup.ts';
import { fileKeys } from '../present.ts';
import { durationOf } from '../segmentation-rules.ts';
import { sensedFrames } from './pictures.ts';

/** Runs senses over a file, with the pictures that those of sight look at. */
export async function senseFile(
  ctx: JobContext,
  file: FileRow,
  senses: readonly Sense[],
): Promise<SensesResult> {
  const folder = await ctx.objects.tmpFolder();
  try {
    const path = await ctx.objects.path(fileKeys.original(file.id));
    const keyframes = senses.includes('scene_text')
      ? await sensedFrames(ctx, path, durationOf(file), folder)
      : [];
    return await runSenses(ctx, { file, keyframes, senses });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why a result has nothing at all: every sense failed. Undefined when one of them stands. */
export function wholeFailure({ reports }: SensesResult): string | undefined {
  const failed = reports.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0 || failed.length < reports.length) return undefined;
  return failed.map(({ sense, reason }) => `${sense}: ${reason}`).join('; ');
}
