import { type Entry, MB } from './entry.ts';

const HOST = 'https://huggingface.co';
const E5 = `${HOST}/Xenova/multilingual-e5-small/resolve/761b726dd34fb83930e26aab4e9ac3899aa1fa78`;
const MINILM = `${HOST}/Xenova/paraphrase-multilingual-MiniLM-L12-v2/resolve/2c4055b12046f11709e9df2c122e59ffbdc2f900`;
const common = {
  name: 'meaning',
  kind: 'onnx-encoder',
  languages: [],
  packages: ['onnxruntime-web'],
} as const;

/** Encoders of sentences: texts of the same meaning get near vectors, in any of their languages. */
export const meaning: readonly Entry[] = [
  // Source: huggingface.co/Xenova/multilingual-e5-small at that revision; sizes and hashes as many public programs pin
  // them. Licence, prefixes and figure (64.4, the mean of 11 languages): the card of intfloat/multilingual-e5-small.
  {
    ...{ ...common, model: 'multilingual-e5-small', title: 'Multilingual E5 small, 100 languages' },
    licence: 'MIT',
    terms: `${HOST}/intfloat/multilingual-e5-small`,
    downloads: [
      {
        from: `${E5}/onnx/model_quantized.onnx`,
        bytes: 118_308_185,
        sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
        keep: ['model.onnx'],
      },
      {
        from: `${E5}/tokenizer.json`,
        bytes: 17_082_730,
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
        keep: ['tokenizer.json'],
      },
    ],
    disk: 136 * MB,
    memory: 500 * MB,
    speed: 'medium',
    preferred: true,
    quality: '0.644 mean reciprocal rank of the right passage (Mr. TyDi, 11 languages, its authors)',
    options: {
      pooling: 'mean',
      dimensions: 384,
      max_tokens: 512,
      query_prefix: 'query: ',
      passage_prefix: 'passage: ',
    },
  },
  // Source: huggingface.co/Xenova/paraphrase-multilingual-MiniLM-L12-v2 at that revision; sizes and hashes as several
  // public programs pin them. Licence: the card of sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2.
  // Figure: 64.25 in the table of pretrained models on sbert.net, which is docs/_static/html/models_en_sentence_embeddings.html
  // of github.com/UKPLab/sentence-transformers.
  {
    ...{ ...common, model: 'multilingual-minilm', title: 'Paraphrase multilingual MiniLM L12, 50 languages' },
    licence: 'Apache-2.0',
    terms: `${HOST}/sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2`,
    downloads: [
      {
        from: `${MINILM}/onnx/model_quantized.onnx`,
        bytes: 118_308_126,
        sha256: '66fc00f5f29afcaff34092e1bdd20008ca3918265a82fb9695a551e510cc4ebc',
        keep: ['model.onnx'],
      },
      {
        from: `${MINILM}/tokenizer.json`,
        bytes: 17_082_913,
        sha256: 'b60b6b43406a48bf3638526314f3d232d97058bc93472ff2de930d43686fa441',
        keep: ['tokenizer.json'],
      },
    ],
    disk: 136 * MB,
    memory: 500 * MB,
    speed: 'medium',
    quality: '64.3 on average (14 sets of sentence pairs, sbert.net)',
    options: { pooling: 'mean', dimensions: 384, max_tokens: 128 },
  },
];
