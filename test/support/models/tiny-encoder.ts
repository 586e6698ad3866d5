import { mulberry32 } from '../seeded.ts';
import { FLOAT, INT64, onnx } from './onnx.ts';

/** The files of a sentence encoder. */
export interface EncoderFiles {
  readonly 'model.onnx': Buffer;
  readonly 'tokenizer.json': Buffer;
}

/**
 * A sentence encoder of chance in ONNX: a vector for each of the given words, and one more layer. Texts that share words
 * are close; that is all it knows. Its tokenizer is of the kind that multilingual encoders have: SentencePiece unigram.
 * @param words its vocabulary; other words are cut into letters
 * @param how.seed another seed makes other vectors
 * @param how.cone what is added to each number: all vectors are then near each other, as those of some encoders are
 */
export function tinyEncoder(
  words: readonly string[],
  { dimension = 32, seed = 1, cone = 0 } = {},
): EncoderFiles {
  const tokenizer = unigram(words);
  const random = mulberry32(seed);
  const chance = (length: number) => Float32Array.from({ length }, () => random() - 0.5);
  const count = tokenizer.model.vocab.length;
  const model = onnx({
    inputs: ['input_ids', 'attention_mask'].map((name) => ({
      name,
      type: INT64,
      shape: ['batch', 'tokens'],
    })),
    outputs: [{ name: 'last_hidden_state', type: FLOAT, shape: ['batch', 'tokens', dimension] }],
    nodes: [
      { op: 'Gather', inputs: ['words', 'input_ids'], output: 'found' },
      { op: 'MatMul', inputs: ['found', 'turn'], output: 'turned' },
      // The mask is an input of every such model: it weighs nothing here, and must be given all the same.
      { op: 'Cast', inputs: ['attention_mask'], output: 'mask', whole: { to: FLOAT } },
      { op: 'Mul', inputs: ['mask', 'nothing'], output: 'none' },
      { op: 'ReduceSum', inputs: ['none'], output: 'zero', whole: { keepdims: 0 } },
      { op: 'Add', inputs: ['turned', 'zero'], output: 'own' },
      { op: 'Add', inputs: ['own', 'cone'], output: 'last_hidden_state' },
    ],
    weights: [
      { name: 'words', shape: [count, dimension], numbers: chance(count * dimension) },
      { name: 'turn', shape: [dimension, dimension], numbers: chance(dimension * dimension) },
      { name: 'nothing', shape: [1], numbers: new Float32Array(1) },
      { name: 'cone', shape: [1], numbers: new Float32Array(1).fill(cone) },
    ],
  });
  return { 'model.onnx': model, 'tokenizer.json': Buffer.from(JSON.stringify(tokenizer)) };
}

/** A tokenizer.json as XLM-RoBERTa has it, with a small vocabulary. */
function unigram(words: readonly string[]) {
  const special = ['<s>', '<pad>', '</s>', '<unk>'];
  const letters = [...'▁abcdefghijklmnopqrstuvwxyz:,.?!'];
  const vocab = [
    ...special.map((token) => [token, 0] as const),
    ...words.map((word) => [`▁${word}`, -5] as const),
    ...letters.map((letter) => [letter, -12] as const),
  ];
  const metaspace = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: 'Sequence', normalizers: [{ type: 'NFKC' }, { type: 'Lowercase' }] },
    pre_tokenizer: metaspace,
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '<s>', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '</s>', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
        '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
      },
    },
    decoder: metaspace,
    model: { type: 'Unigram', unk_id: 3, vocab },
  };
}
