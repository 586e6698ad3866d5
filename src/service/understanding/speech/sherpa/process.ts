import { answerRequests } from '../../model-process/main.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import { samplesOf } from '../../voice-activity/samples.ts';
import { sherpaConfig } from './config.ts';
import type { SpeechAnswer, SpeechAsk, SpeechStart } from './messages.ts';
import { type SherpaModule, type SherpaRecognizer, type SherpaResult, sherpaModule } from './module.ts';
import { importRuntime } from './runtime.ts';
import { spansIn } from './vad.ts';

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
