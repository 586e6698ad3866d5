import { isRecord } from '../../../../contract/record.ts';
import { answerRequests, importFrom } from '../../models/model-process/main.ts';
import { samplesOf } from '../voice-activity/energies.ts';
import type { SpeakersAnswer, SpeakersAsk, Turn, Voice } from './model.ts';
import { SHERPA, type SpeakersModel } from './model.ts';

/** The part of sherpa-onnx-node that tells speakers apart; the package has no types. */
interface SherpaSpeakers {
  readonly OfflineSpeakerDiarization: new (
    config: object,
  ) => { process(samples: Float32Array): readonly Turn[] };
  readonly SpeakerEmbeddingExtractor: new (
    config: object,
  ) => {
    createStream(): Stream;
    isReady(stream: Stream): boolean;
    compute(stream: Stream, external: boolean): Float32Array;
  };
}

interface Stream {
  acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  inputFinished(): void;
}

const RATE = 16_000;

/** Shorter turns are no turns, and shorter pauses are no pauses, in seconds. */
const LEAST = { minDurationOn: 0.3, minDurationOff: 0.5 };

/** Speech that a voice is taken from, in seconds: less says little about it, more says nothing new. */
const HEARD = { least: 1.5, most: 30 };

/** Loads the models, once. @returns tells the speakers of 16-bit mono samples at 16 kHz apart */
function loadSpeakers(
  { OfflineSpeakerDiarization, SpeakerEmbeddingExtractor }: SherpaSpeakers,
  { segmentation, voice, threads, distance }: SpeakersModel,
): (pcm: Uint8Array) => SpeakersAnswer {
  const how = { numThreads: threads, provider: 'cpu', debug: 0 };
  const embedding = { model: voice, ...how };
  const diarisation = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, ...how },
    embedding,
    clustering: { numClusters: -1, threshold: distance },
    ...LEAST,
  });
  const extractor = new SpeakerEmbeddingExtractor(embedding);
  return (pcm) => {
    const samples = samplesOf(pcm);
    const turns = diarisation
      .process(samples)
      .map(({ start, end, speaker }) => ({ start: Math.max(0, start), end, speaker }));
    const voices: Voice[] = [];
    for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
      const own = longest(turns.filter((turn) => turn.speaker === speaker));
      if (own.reduce((sum, { start, end }) => sum + end - start, 0) < HEARD.least) continue;
      const stream = extractor.createStream();
      for (const { start, end } of own)
        stream.acceptWaveform({ sampleRate: RATE, samples: samples.slice(start * RATE, end * RATE) });
      stream.inputFinished();
      if (extractor.isReady(stream)) voices.push({ speaker, vector: unit(extractor.compute(stream, false)) });
    }
    return { turns, voices };
  };
}

/** The longest turns, up to what a voice is taken from. */
function longest(turns: readonly Turn[]): Turn[] {
  let left = HEARD.most;
  return turns
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .flatMap((turn) => {
      const end = Math.min(turn.end, turn.start + left);
      left -= Math.max(0, end - turn.start);
      return end > turn.start ? [{ ...turn, end }] : [];
    });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Main program of the process that tells speakers apart. Its argument: a SpeakersModel as JSON. */
const wanted = JSON.parse(process.argv[2] ?? '{}') as SpeakersModel;

answerRequests<SpeakersAsk, SpeakersAnswer>(
  'speakers',
  importFrom(wanted.runtime, SHERPA).then((loaded) => {
    const tellApart = loadSpeakers(
      (isRecord(loaded) && loaded.default ? loaded.default : loaded) as SherpaSpeakers,
      wanted,
    );
    return ({ pcm }) => tellApart(pcm);
  }),
);
