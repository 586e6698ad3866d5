import type { ServiceConfig } from '../context/config.ts';
import { messageOf } from '../errors.ts';
import { stopEncoders } from '../understanding/embeddings/index.ts';
import { stopRecogniser, stopSpeech } from '../understanding/index.ts';
import { stopLanguage } from '../understanding/language/index.ts';
import { stopPictureEncoders } from '../understanding/pictures/index.ts';
import {
  type Trial,
  tryLanguage,
  tryMeaning,
  tryPictures,
  trySpeakers,
  trySpeech,
  tryText,
} from '../understanding/trial.ts';

/** What a modality's model did with a small task, or why it did not. */
export type TrialReport = { readonly modality: string } & (Trial | { readonly error: string });

/** Runs the models of this machine and the endpoints on a small task each, one after another. */
export async function runTrials(config: ServiceConfig, signal: AbortSignal): Promise<TrialReport[]> {
  const trials: readonly (readonly [string, () => Promise<Trial | undefined>])[] = [
    ['speech', () => trySpeech(config, signal)],
    ['speakers', () => trySpeakers(config.dataDir, signal)],
    ['scene_text', () => tryText(config.dataDir, signal)],
    ['language', () => tryLanguage(config, signal)],
    ['meaning', () => tryMeaning(config, signal)],
    ['pictures', () => tryPictures(config.dataDir, signal)],
  ];
  const reports: TrialReport[] = [];
  try {
    for (const [modality, attempt] of trials) {
      const report = await attempt().catch((error: unknown) => {
        signal.throwIfAborted();
        return { error: messageOf(error) };
      });
      if (report) reports.push({ modality, ...report });
    }
  } finally {
    const stops = [stopRecogniser, stopEncoders, stopPictureEncoders, stopLanguage, stopSpeech];
    await Promise.all(stops.map((stop) => stop()));
  }
  return reports;
}
