import { FLOAT, INT64, onnx } from './onnx.ts';

/** The files of a pair of encoders. */
export interface PictureFiles {
  readonly 'vision.onnx': Buffer;
  readonly 'text.onnx': Buffer;
  readonly 'tokenizer.json': Buffer;
}

/** The words that the encoders know, with the red, green and blue of what they mean. */
const COLOURS = { parrot: [0, 1, 0], fox: [1, 0, 0], whale: [0, 0, 1], red: [1, 0, 0] } as const;

/** What other letters weigh in a text, beside 1 of a colour: they are grey. */
const GREY = 0.02;

/** What its runtime must know of it. */
const OPTIONS = { size: 16, max_tokens: 77, mean: '0 0 0', deviation: '1 1 1' };

/**
 * Encoders in ONNX that know colours: the vector of a picture is its mean colour, and that of a text the mean of its
 * words', of which they know four; others are grey. So "parrot" finds what is green, and search results can be checked.
 * The tokenizer is of CLIP's kind: byte pairs in lower case, with `</w>` at the end of words.
 */
export function tinyPictures(): { readonly files: PictureFiles; readonly options: typeof OPTIONS } {
  const tokenizer = bytePairs(Object.keys(COLOURS));
  const { vocab } = tokenizer.model;
  const numbers = new Float32Array(3 * Object.keys(vocab).length).fill(GREY);
  for (const [word, colour] of Object.entries(COLOURS)) numbers.set(colour, 3 * (vocab[`${word}</w>`] ?? 0));
  const vision = onnx({
    inputs: [{ name: 'pixel_values', type: FLOAT, shape: ['batch', 3, 'height', 'width'] }],
    outputs: [{ name: 'image_embeds', type: FLOAT, shape: ['batch', 3] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['pixel_values'], output: 'mean', whole: { axes: [2, 3], keepdims: 0 } },
      // A black picture has a direction too.
      { op: 'Add', inputs: ['mean', 'grey'], output: 'image_embeds' },
    ],
    weights: [{ name: 'grey', shape: [1], numbers: Float32Array.of(GREY) }],
  });
  const text = onnx({
    inputs: [{ name: 'input_ids', type: INT64, shape: ['batch', 'tokens'] }],
    outputs: [{ name: 'text_embeds', type: FLOAT, shape: ['batch', 3] }],
    nodes: [
      { op: 'Gather', inputs: ['words', 'input_ids'], output: 'found' },
      { op: 'ReduceMean', inputs: ['found'], output: 'text_embeds', whole: { axes: [1], keepdims: 0 } },
    ],
    weights: [{ name: 'words', shape: [numbers.length / 3, 3], numbers }],
  });
  const files = {
    'vision.onnx': vision,
    'text.onnx': text,
    'tokenizer.json': Buffer.from(JSON.stringify(tokenizer)),
  };
  return { files, options: OPTIONS };
}

/** A tokenizer.json as CLIP has it, with the letters and some words. */
export function bytePairs(words: readonly string[]) {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const merges = new Set<string>();
  const pieces = new Set([...letters, ...letters.map((letter) => `${letter}</w>`)]);
  for (const word of words) {
    const parts = [...word.slice(0, -1), `${word.at(-1)}</w>`];
    let joined = parts[0] ?? '';
    for (const part of parts.slice(1)) {
      merges.add(`${joined} ${part}`);
      joined += part;
      pieces.add(joined);
    }
  }
  const special = ['<|startoftext|>', '<|endoftext|>'];
  const vocab: Record<string, number> = Object.fromEntries(
    [...pieces, ...special].map((piece, id) => [piece, id]),
  );
  const [begin, end] = special.map((token) => [token, vocab[token]] as const);
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content) => ({
      id: vocab[content],
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: content === '<|startoftext|>',
    })),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        { type: 'NFC' },
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        { type: 'Lowercase' },
      ],
    },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        {
          type: 'Split',
          pattern: { Regex: "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+" },
          behavior: 'Removed',
          invert: true,
        },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      ],
    },
    post_processor: {
      type: 'RobertaProcessing',
      sep: end,
      cls: begin,
      trim_offsets: false,
      add_prefix_space: false,
    },
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: '<|endoftext|>',
      fuse_unk: false,
      continuing_subword_prefix: '',
      end_of_word_suffix: '</w>',
      vocab,
      merges: [...merges],
    },
  };
}
