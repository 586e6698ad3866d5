import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import type { SherpaModel } from './model.ts';
import type { SherpaConfig } from './module.ts';

/** Threads of one recogniser: chunks run one after another, so it can use both cores of a small machine. */
const THREADS = 2;

/** The configuration for loading a model. */
export function sherpaConfig(model: SherpaModel): SherpaConfig {
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      ...partsOf(model),
      tokens: model.files.tokens,
      numThreads: THREADS,
      provider: 'cpu',
      debug: 0,
    },
  };
}

function partsOf({ kind, files, folder }: SherpaModel): Record<string, unknown> {
  const { encoder, decoder, joiner } = files;
  if (kind === 'whisper') return { whisper: { encoder, decoder, task: 'transcribe' } };
  if (kind === 'sense-voice') return { senseVoice: { model: files.model, useInverseTextNormalization: 1 } };
  if (kind === 'moonshine')
    return {
      moonshine: {
        preprocessor: files.preprocess,
        encoder: files.encode,
        uncachedDecoder: files.uncached_decode,
        cachedDecoder: files.cached_decode,
      },
    };
  // NeMo's transducers, such as Parakeet, need their own decoder.
  const nemo = /parakeet|nemo/i.test(folder);
  return { transducer: { encoder, decoder, joiner }, ...(nemo && { modelType: 'nemo_transducer' }) };
}
