import { FLOAT, onnx } from './onnx.ts';

/** Two voices that the models of this file tell apart: tones of these frequencies, in Hz. */
export const VOICES = [300, 1200] as const;

const RATE = 16_000;
/** Samples that a frame of the segmentation sees, and from one frame to the next: those of pyannote's. */
const SEEN = 991;
const STEP = 270;
/** Ten seconds, as pyannote's looks at a time. */
const WINDOW = 10 * RATE;
/** Bands of the sound that the runtime gives to models of voices and words. */
const BANDS = 80;

/** Filters for a sine and a cosine of each voice: the sum of their squares is how loud the voice is. */
function filters(): Float32Array {
  const numbers = new Float32Array(VOICES.length * 2 * SEEN);
  for (const [voice, frequency] of VOICES.entries())
    for (let at = 0; at < SEEN; at += 1) {
      const angle = (2 * Math.PI * frequency * at) / RATE;
      numbers[voice * 2 * SEEN + at] = Math.sin(angle) / SEEN;
      numbers[(voice * 2 + 1) * SEEN + at] = Math.cos(angle) / SEEN;
    }
  return numbers;
}

/**
 * Who speaks when, in the form of pyannote's segmentation: for each frame, how likely silence, each of three speakers and
 * each pair of them is. It knows the two tones.
 */
export function tinySegmentation(): Buffer {
  const silence = 0.001;
  // From the squares of the four filters to seven classes: none, the first, the second, and what never is.
  const classes = new Float32Array(4 * 7);
  for (const [filter, at] of [0, 0, 1, 1].entries()) classes[filter * 7 + 1 + at] = 1;
  return onnx({
    inputs: [{ name: 'x', type: FLOAT, shape: ['N', 1, 'T'] }],
    outputs: [{ name: 'y', type: FLOAT, shape: ['N', 'frames', 7] }],
    nodes: [
      {
        op: 'Conv',
        inputs: ['x', 'filters'],
        output: 'heard',
        whole: { kernel_shape: [SEEN], strides: [STEP] },
      },
      { op: 'Mul', inputs: ['heard', 'heard'], output: 'squares' },
      { op: 'Transpose', inputs: ['squares'], output: 'frames', whole: { perm: [0, 2, 1] } },
      { op: 'MatMul', inputs: ['frames', 'classes'], output: 'loud' },
      { op: 'Add', inputs: ['loud', 'least'], output: 'y' },
    ],
    weights: [
      { name: 'filters', shape: [4, 1, SEEN], numbers: filters() },
      { name: 'classes', shape: [4, 7], numbers: classes },
      { name: 'least', shape: [7], numbers: Float32Array.from([silence, 0, 0, -1, -1, -1, -1]) },
    ],
    metadata: {
      model_type: 'pyannote-segmentation-3.0',
      sample_rate: RATE,
      window_size: WINDOW,
      receptive_field_size: SEEN,
      receptive_field_shift: STEP,
      num_speakers: 3,
      powerset_max_classes: 2,
      num_classes: 7,
    },
  });
}

/** A vector for a voice: which bands of the sound are the loudest. */
export function tinyVoice(): Buffer {
  return onnx({
    inputs: [{ name: 'x', type: FLOAT, shape: ['N', 'T', BANDS] }],
    outputs: [{ name: 'embedding', type: FLOAT, shape: ['N', BANDS] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['x'], output: 'mean', whole: { axes: [1], keepdims: 0 } },
      { op: 'Softmax', inputs: ['mean'], output: 'embedding', whole: { axis: 1 } },
    ],
    weights: [],
    metadata: {
      framework: '3d-speaker',
      language: 'English',
      sample_rate: RATE,
      output_dim: BANDS,
      normalize_samples: 1,
      feature_normalize_type: '',
      url: 'none',
      comment: 'none',
    },
  });
}
