import { rm } from 'node:fs/promises';
import type { JobContext } from '../../jobs/handlers.ts';
import {
  openSight,
  type Progress,
  runSenses,
  type Sense,
  type SensesResult,
} from '../../understanding/index.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileKeys } from '../common/present.ts';
import { durationOf } from '../segmentations/rules.ts';

/** What else is wanted of a run over a file. */
export interface SenseFileOptions {
  /** Whether the shots of a film are to be found too. */
  readonly shots?: boolean;
  /** Is told how far it is. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Runs senses over a file. Nothing is decoded for what was perceived before. */
export async function senseFile(
  ctx: JobContext,
  file: FileRow,
  senses: readonly Sense[],
  { shots = false, onProgress }: SenseFileOptions = {},
): Promise<SensesResult> {
  const folders: string[] = [];
  const tmpFolder = async () => {
    const folder = await ctx.objects.tmpFolder();
    folders.push(folder);
    return folder;
  };
  const seen = {
    path: await ctx.objects.path(fileKeys.original(file.id)),
    mediaType: file.media_type,
    duration: durationOf(file),
    ffmpeg: ctx.ffmpeg,
    tmpFolder,
  };
  try {
    const sight = openSight(seen, shots || senses.includes('scene_text'));
    return await runSenses(ctx, { file, sight, senses, shots, onProgress });
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Why a result has nothing at all: every sense failed. Undefined when one of them stands. */
export function wholeFailure({ reports }: SensesResult): string | undefined {
  const failed = reports.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0 || failed.length < reports.length) return undefined;
  return failed.map(({ sense, reason }) => `${sense}: ${reason}`).join('; ');
}
