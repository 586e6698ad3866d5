import { mulberry32 } from '../seeded.ts';
import { gguf, type Meta, type Tensor } from './gguf.ts';

const WIDTH = 32;
const HEADS = 2;
const LAYERS = 2;
const WIDE = 64;
/** Tokens of its context: enough for a question with its schema, for it has a token for each character. */
const CONTEXT = 16_384;

/** The kinds of tokens in the format. */
const [NORMAL, UNKNOWN, CONTROL, BYTE] = [1, 2, 3, 6];

/** Tokens that are made likelier: lists get entries, and texts, lists and numbers come to their end. */
const LIKELY: Readonly<Record<string, number>> = { '"': 2.2, ']': 2, '}': 2, ',': 1.6, '{': 3 };
/** Bytes are made unlikelier: those of chance are no letters. */
const OF_BYTES = -1;

/**
 * A language model of chance: the llama architecture with two layers, random weights and a token for each character and
 * byte; 180 kB. What it says means nothing, but it says it through all the code that a real model goes through.
 * @param seed another seed says something else: 3 fills its lists, 2 leaves them empty, which is quick
 */
export function tinyLlama(seed = 3): Buffer {
  const tokens = [
    { text: '<unk>', type: UNKNOWN },
    { text: '<s>', type: CONTROL },
    { text: '</s>', type: CONTROL },
    ...Array.from({ length: 256 }, (_, at) => ({
      text: `<0x${at.toString(16).toUpperCase().padStart(2, '0')}>`,
      type: BYTE,
    })),
    { text: '▁', type: NORMAL },
    ...Array.from({ length: 94 }, (_, at) => ({ text: String.fromCharCode(33 + at), type: NORMAL })),
  ];
  const random = mulberry32(seed);
  const tensor = (name: string, ...shape: number[]): Tensor => ({
    name,
    shape,
    numbers: Float32Array.from({ length: shape.reduce((all, one) => all * one) }, () => random() - 0.5),
  });
  const ones = (name: string): Tensor => ({
    name,
    shape: [WIDTH],
    numbers: new Float32Array(WIDTH).fill(1),
  });
  const [input, output] = [
    tensor('token_embd.weight', WIDTH, tokens.length),
    tensor('output.weight', WIDTH, tokens.length),
  ];
  // The first number of each state stays large, and so do the scores of tokens that weigh it.
  for (const [at, { text, type }] of tokens.entries()) {
    input.numbers[at * WIDTH] = 4;
    output.numbers[at * WIDTH] = LIKELY[text] ?? (type === BYTE ? OF_BYTES : 0);
  }
  const layers = Array.from({ length: LAYERS }, (_, at) => [
    ...[ones(`blk.${at}.attn_norm.weight`), ones(`blk.${at}.ffn_norm.weight`)],
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((one) =>
      tensor(`blk.${at}.${one}.weight`, WIDTH, WIDTH),
    ),
    ...['ffn_gate', 'ffn_up'].map((one) => tensor(`blk.${at}.${one}.weight`, WIDTH, WIDE)),
    tensor(`blk.${at}.ffn_down.weight`, WIDE, WIDTH),
  ]).flat();
  return gguf(metaOf(tokens), [input, output, ones('output_norm.weight'), ...layers]);
}

function metaOf(tokens: readonly { readonly text: string; readonly type: number }[]): Record<string, Meta> {
  return {
    'general.architecture': { text: 'llama' },
    'general.name': { text: 'tiny' },
    'llama.context_length': { whole: CONTEXT },
    'llama.embedding_length': { whole: WIDTH },
    'llama.block_count': { whole: LAYERS },
    'llama.feed_forward_length': { whole: WIDE },
    'llama.attention.head_count': { whole: HEADS },
    'llama.attention.layer_norm_rms_epsilon': { real: 1e-5 },
    'llama.rope.dimension_count': { whole: WIDTH / HEADS },
    'tokenizer.ggml.model': { text: 'llama' },
    'tokenizer.ggml.tokens': { texts: tokens.map(({ text }) => text) },
    'tokenizer.ggml.scores': { reals: tokens.map((_, at) => -at) },
    'tokenizer.ggml.token_type': { wholes: tokens.map(({ type }) => type) },
    'tokenizer.ggml.bos_token_id': { whole: 1 },
    'tokenizer.ggml.eos_token_id': { whole: 2 },
  };
}
