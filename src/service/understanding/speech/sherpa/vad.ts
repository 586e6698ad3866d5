import type { Span } from '../../voice-activity/activity.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import type { SherpaModule } from './module.ts';

/** Samples that silero looks at together. */
const WINDOW = 512;

/** In seconds: shorter pauses are part of the speech, and longer speech is cut at its weakest place. */
const RULES = { minSilenceDuration: 0.3, minSpeechDuration: 0.1, maxSpeechDuration: 25 };

/** Sound that it keeps, in seconds: more than the longest speech. */
const KEPT = 60;

/**
 * Finds speech.
 * @param weights silero's
 * @param samples mono at 16 kHz, from -1 to 1
 * @returns in order of time, in seconds
 */
export function spansIn({ Vad }: SherpaModule, weights: string, samples: Float32Array): Span[] {
  const config = {
    sileroVad: { model: weights, threshold: 0.5, windowSize: WINDOW, ...RULES },
    ...{ sampleRate: SAMPLE_RATE, numThreads: 1, provider: 'cpu', debug: 0 },
  };
  const detector = new Vad(config, KEPT);
  const spans: Span[] = [];
  const take = () => {
    for (; !detector.isEmpty(); detector.pop()) {
      const { start, samples: spoken } = detector.front(false);
      spans.push({ start: start / SAMPLE_RATE, end: (start + spoken.length) / SAMPLE_RATE });
    }
  };
  for (let at = 0; at < samples.length; at += WINDOW) {
    detector.acceptWaveform(samples.slice(at, at + WINDOW));
    take();
  }
  detector.flush();
  take();
  return spans;
}
