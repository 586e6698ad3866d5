import { FLOAT, INT64, onnx } from './onnx.ts';

const BANDS = 80;

/** The runtime takes a frame of 10 ms in, and expects one of 40 ms out. */
const FEWER = 4;

/** Weights of a real model: vau refuses files that are small enough to be only pointers. */
const COMMENT = 'a model of a test '.repeat(300);

/** The files of a recogniser. */
export interface RecogniserFiles {
  readonly 'tiny-encoder.onnx': Buffer;
  readonly 'tiny-decoder.onnx': Buffer;
  readonly 'tiny-joiner.onnx': Buffer;
  readonly 'tokens.txt': Buffer;
}

/**
 * A recogniser of two words, in the form of a transducer: a low tone is the first, a high one the second. A word is
 * written once for as long as its tone lasts, and again after silence.
 */
export function tinyRecogniser(words: readonly [string, string]): RecogniserFiles {
  const tokens = ['<blk>', `▁${words[0]}`, `▁${words[1]}`, '<unk>'];
  const count = tokens.length;
  return {
    'tiny-encoder.onnx': encoder(count),
    'tiny-decoder.onnx': decoder(count),
    'tiny-joiner.onnx': joiner(count),
    'tokens.txt': Buffer.from(tokens.map((token, id) => `${token} ${id}\n`).join('')),
  };
}

/** How likely each token is in a frame, from how loud the low bands and the high ones are against each other. */
function encoder(count: number): Buffer {
  const numbers = new Float32Array(BANDS * count);
  for (let band = 0; band < BANDS; band += 1) {
    numbers[BANDS + band] = band < 22 ? 1 : 0;
    numbers[2 * BANDS + band] = band >= 22 && band < 60 ? 1 : 0;
  }
  return onnx({
    inputs: [
      { name: 'x', type: FLOAT, shape: ['N', 'T', BANDS] },
      { name: 'x_lens', type: INT64, shape: ['N'] },
    ],
    outputs: [
      { name: 'encoder_out', type: FLOAT, shape: ['N', 'T', count] },
      { name: 'encoder_out_lens', type: INT64, shape: ['N'] },
    ],
    nodes: [
      { op: 'Softmax', inputs: ['x'], output: 'shares', whole: { axis: 2 } },
      { op: 'Transpose', inputs: ['shares'], output: 'turned', whole: { perm: [0, 2, 1] } },
      {
        op: 'Conv',
        inputs: ['turned', 'bands'],
        output: 'fewer',
        whole: { kernel_shape: [1], strides: [FEWER] },
      },
      { op: 'Transpose', inputs: ['fewer'], output: 'heard', whole: { perm: [0, 2, 1] } },
      { op: 'Add', inputs: ['heard', 'blank'], output: 'encoder_out' },
      { op: 'Cast', inputs: ['x_lens'], output: 'frames', whole: { to: FLOAT } },
      { op: 'Mul', inputs: ['frames', 'share'], output: 'fewer_frames' },
      { op: 'Cast', inputs: ['fewer_frames'], output: 'encoder_out_lens', whole: { to: INT64 } },
    ],
    weights: [
      { name: 'bands', shape: [count, BANDS, 1], numbers },
      { name: 'share', shape: [1], numbers: Float32Array.of(1 / FEWER) },
      { name: 'blank', shape: [count], numbers: Float32Array.from([0.6, 0, 0, -10]) },
    ],
    metadata: { model_type: 'zipformer2', version: 1, model_author: 'none', comment: COMMENT },
  });
}

/** The token that was written last becomes less likely. */
function decoder(count: number): Buffer {
  const numbers = new Float32Array(count * count);
  for (let token = 1; token < count; token += 1) numbers[token * count + token] = -5;
  return onnx({
    inputs: [{ name: 'y', type: INT64, shape: ['N', 1] }],
    outputs: [{ name: 'decoder_out', type: FLOAT, shape: ['N', count] }],
    nodes: [
      { op: 'Gather', inputs: ['last', 'y'], output: 'found' },
      { op: 'ReduceMean', inputs: ['found'], output: 'decoder_out', whole: { axes: [1], keepdims: 0 } },
    ],
    weights: [{ name: 'last', shape: [count, count], numbers }],
    metadata: { context_size: 1, vocab_size: count, comment: COMMENT },
  });
}

function joiner(count: number): Buffer {
  return onnx({
    inputs: [
      { name: 'encoder_out', type: FLOAT, shape: ['N', count] },
      { name: 'decoder_out', type: FLOAT, shape: ['N', count] },
    ],
    outputs: [{ name: 'logit', type: FLOAT, shape: ['N', count] }],
    nodes: [{ op: 'Add', inputs: ['encoder_out', 'decoder_out'], output: 'logit' }],
    weights: [],
    metadata: { joiner_dim: count, comment: COMMENT },
  });
}
