import { rm } from 'node:fs/promises';
import type { Modality } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import {
  type ModalitiesResult,
  openVisualPass,
  type Progress,
  runModalities,
} from '../../understanding/index.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import { durationOf } from '../files/usable.ts';

/** What else is wanted of a run over a file. */
export interface AnalyseOptions {
  /** Whether the shots of a film are to be found too. */
  readonly shots?: boolean;
  /** Is called with the progress. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Runs modalities over a file. Nothing is decoded for what was analysed before. */
export async function analyseFile(
  ctx: JobContext,
  file: FileRow,
  modalities: readonly Modality[],
  { shots = false, onProgress }: AnalyseOptions = {},
): Promise<ModalitiesResult> {
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
    const visualPass = openVisualPass(seen, shots || modalities.includes('scene_text'));
    return await runModalities(ctx, { file, visualPass, modalities, shots, onProgress });
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Why a result has nothing at all: every modality failed. Undefined when one of them stands. */
export function wholeFailure({ reports }: ModalitiesResult): string | undefined {
  const failed = reports.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0 || failed.length < reports.length) return undefined;
  return failed.map(({ modality, reason }) => `${modality}: ${reason}`).join('; ');
}
