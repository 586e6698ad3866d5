import { answerRequests } from '../../../models/model-process/main.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { SAMPLE_RATE, samplesOf } from '../../voice-activity/energies.ts';
import { sherpaConfig } from './config.ts';
import type { SpeechAnswer, SpeechAsk, SpeechStart } from './messages.ts';
import { type SherpaModule, type SherpaRecognizer, type SherpaResult, sherpaModule } from './module.ts';
import { importRuntime } from './runtime.ts';

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
function spansIn({ Vad }: SherpaModule, weights: string, samples: Float32Array): Span[] {
  const config = {
    sileroVad: { model: weights, threshold: 0.5, windowSize: WINDOW, ...RULES },
    sampleRate: SAMPLE_RATE,
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
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

/** Main program of the recogniser's process. Its argument: a SpeechStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as SpeechStart;

answerRequests<SpeechAsk, SpeechAnswer>(
  'speech',
  importRuntime(start.runtime).then((loaded) => answering(sherpaModule(loaded))),
);

function answering(sherpa: SherpaModule): (ask: SpeechAsk) => SpeechAnswer {
  const recogniser = new sherpa.OfflineRecognizer(sherpaConfig(start.model, start.hotwords !== undefined));
  return ({ type, pcm }) => {
    if (type === 'speech') return { type, spans: spansIn(sherpa, start.silero ?? '', samplesOf(pcm)) };
    return { type, result: heard(recogniser, samplesOf(pcm)) };
  };
}

function heard(recogniser: SherpaRecognizer, samples: Float32Array): SherpaResult {
  const stream =
    start.hotwords === undefined ? recogniser.createStream() : recogniser.createStream(start.hotwords);
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  recogniser.decode(stream);
  const { text, tokens, timestamps, lang } = recogniser.getResult(stream);
  return { text, ...(tokens && { tokens }), ...(timestamps && { timestamps }), ...(lang && { lang }) };
}
