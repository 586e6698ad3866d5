import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import { isNemo } from './hotwords.ts';
import type { SherpaModel } from './model.ts';
import type { SherpaConfig } from './module.ts';

/** Threads of one recogniser: chunks run one after another, so it can use both cores of a small machine. */
const THREADS = 2;

/** The configuration for loading a model. @param vocabulary whether it is to listen for names and terms */
export function sherpaConfig(model: SherpaModel, vocabulary = false): SherpaConfig {
  return {
    ...(vocabulary && { decodingMethod: 'modified_beam_search' }),
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      ...partsOf(model),
      tokens: model.files.tokens,
      numThreads: THREADS,
      provider: 'cpu',
      ...(vocabulary && { modelingUnit: 'bpe', bpeVocab: model.files.bpe_vocab }),
      debug: 0,
    },
  };
}

function partsOf(model: SherpaModel): Record<string, unknown> {
  const { kind, files } = model;
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
  return { transducer: { encoder, decoder, joiner }, ...(isNemo(model) && { modelType: 'nemo_transducer' }) };
}
