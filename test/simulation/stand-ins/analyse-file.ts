/** What a film says and shows, in place of hearing and seeing it: a line of speech, after a while. */
import type { Modality } from '../../../src/contract/index.ts';
import type { JobContext } from '../../../src/service/jobs/handlers.ts';
import type { FileRow } from '../../../src/service/resources/common/lookup.ts';
import type { ModalitiesResult } from '../../../src/service/understanding/index.ts';
import { after, chance } from '../world/clock.ts';

export async function analyseFile(
  ctx: JobContext,
  file: FileRow,
  modalities: readonly Modality[],
): Promise<ModalitiesResult> {
  await after(chance(1_500));
  if (chance(2) === 0) ctx.signal.throwIfAborted();
  if (chance(12) === 0) throw new Error('the recogniser ended');
  const text = `Film ${file.filename} promises forty of them.`;
  const speech = modalities.includes('speech') ? [{ text, start: 0, end: 4 }] : [];
  return {
    lines: { speech, scene_text: [], visual_scene_description: [], audio_description: [] },
    reports: modalities.map((modality) => ({
      modality,
      notes: [],
      madeBy: { provider: 'subtitles', settings: {} },
    })),
  };
}

export const wholeFailure = (_: ModalitiesResult): string | undefined => undefined;
