import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import type { SherpaModel } from './model.ts';
import type { SherpaConfig } from './module.ts';

/** NeMo's transducers, such as Parakeet, need their own decoder. */
const isNemo = ({ folder }: Pick<SherpaModel, 'folder'>): boolean => /parakeet|nemo/i.test(folder);

/**
 * Why a model takes no names and terms, as a sentence; undefined if it takes them. sherpa-onnx takes them for transducers
 * only, and spells them with the pieces of words in bpe.vocab. With NeMo's transducers its search for them leaves out or
 * invents speech (issue 3267 of k2-fsa/sherpa-onnx), which is worse.
 */
export function whyNoVocabulary(model: SherpaModel): string | undefined {
  if (model.kind !== 'transducer') return `sherpa-onnx has no way to give them to ${model.kind} models.`;
  if (isNemo(model)) return 'With models of NeMo, sherpa-onnx loses speech when it looks for them.';
  const lacks = model.files.bpe_vocab === undefined;
  return lacks ? `The folder ${path.basename(model.folder)} has no bpe.vocab, which spells them.` : undefined;
}

/** Names and terms as sherpa-onnx takes them, in the case of the model's words. Undefined if there are none. */
export function hotwordsOf(vocabulary: readonly string[], { files }: SherpaModel): string | undefined {
  const upper = !/^[^<\s]*\p{Ll}/mu.test(readFileSync(files.tokens ?? '', 'utf8'));
  const terms = vocabulary
    .map((term) => term.replace(/[/:\s]+/g, ' ').trim())
    .filter((term) => term !== '')
    .map((term) => (upper ? term.toUpperCase() : term));
  return terms.length === 0 ? undefined : terms.join('/');
}

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
