import { rm } from 'node:fs/promises';
import type { Modality } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import {
  type MadeBy,
  type ModalitiesResult,
  openVisualPass,
  type Progress,
  runModalities,
} from '../../understanding/index.ts';
import { durationOf, type FileRow } from '../common/lookup.ts';
import { hearingFor } from '../files/hearing-settings.ts';
import { fileKeys } from '../files/keys.ts';

/** Options of an analysis. */
export interface AnalyseOptions {
  /** Whether to find the shots of a film too. */
  readonly shots?: boolean;
  /** Names and terms for the speech recogniser, besides the file's own. */
  readonly vocabulary?: readonly string[];
  /** The makers of results that stay as they are if they are still stored. */
  readonly stays?: ReadonlyMap<Modality, MadeBy>;
  /** Called with the progress. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Runs modalities over a file. Results from an earlier analysis of the same content are reused without decoding. */
export async function analyseFile(
  ctx: JobContext,
  file: FileRow,
  modalities: readonly Modality[],
  { shots = false, vocabulary = [], stays, onProgress }: AnalyseOptions = {},
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
    const hearing = hearingFor(file, vocabulary);
    return await runModalities(ctx, {
      file,
      hearing,
      visualPass,
      modalities,
      shots,
      stays,
      onProgress,
      seconds: durationOf(file),
    });
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Why a result is empty: every modality failed. Undefined if at least one succeeded. */
export function wholeFailure({ reports }: ModalitiesResult): string | undefined {
  const failed = reports.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0 || failed.length < reports.length) return undefined;
  return failed.map(({ modality, reason }) => `${modality}: ${reason}`).join('; ');
}
