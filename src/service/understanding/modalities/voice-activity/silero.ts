import { type OnnxModule, openModel, type Tensor } from '../../models/onnx/runtime.ts';
import type { Span } from './activity.ts';
import { SAMPLE_RATE } from './energies.ts';

/** Samples of one look, and of those before it that the model sees once more. */
const WINDOW = 512;
const CONTEXT = 64;

/** Numbers that the model remembers from one look to the next. */
const STATE = [2, 1, 128] as const;

/** Probabilities at which speech begins and ends, as its authors use them. */
const BEGINS = 0.5;
const ENDS = 0.35;

/** Shorter pauses are part of the speech, and shorter speech is none, in looks of 32 ms: a tenth of a second each. */
const PAUSE = 3;
const SHORTEST = 3;

/** Speech begins a little before it is sure, in seconds. */
const LEAD_IN = 0.05;

/** Speech between two pauses. */
export interface VoicedSpan extends Span {
  /** Mean probability that it is a voice, 0 to 1: about 1 for speech, 0.5 to 0.8 for singing. */
  readonly voice: number;
}

/** Finds speech in samples at 16 kHz from -1 to 1: in order of time, in seconds from their start. */
export type FindSpeech = (samples: Float32Array) => Promise<VoicedSpan[]>;

/** Loads Silero's voice activity (version 5, 16 kHz). @param weights its ONNX file */
export async function loadSilero(
  onnx: OnnxModule,
  weights: string,
  provider: 'wasm' | 'cpu',
): Promise<FindSpeech> {
  const session = await openModel(onnx, weights, provider);
  const { Tensor } = onnx;
  const sr = new Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), []);
  return async (samples) => {
    const looks = Math.floor(samples.length / WINDOW);
    const voices = new Float32Array(looks);
    const input = new Float32Array(CONTEXT + WINDOW);
    let state: Tensor = new Tensor('float32', new Float32Array(STATE[0] * STATE[1] * STATE[2]), STATE);
    for (let look = 0; look < looks; look += 1) {
      input.copyWithin(0, WINDOW);
      input.set(samples.subarray(look * WINDOW, (look + 1) * WINDOW), CONTEXT);
      const made = await session.run({
        input: new Tensor('float32', input, [1, input.length]),
        state,
        sr,
      });
      voices[look] = made.output?.data[0] ?? 0;
      state = made.stateN ?? state;
    }
    return spansOf(voices);
  };
}

/** The spans of looks whose probability is high. @param voices the probability of each look */
function spansOf(voices: Float32Array): VoicedSpan[] {
  const spans: VoicedSpan[] = [];
  let [first, last] = [-1, -1];
  const close = () => {
    if (first >= 0 && last - first + 1 >= SHORTEST) spans.push(spanOf(voices, first, last + 1));
    first = -1;
  };
  for (const [look, voice] of voices.entries()) {
    if (voice >= BEGINS && first < 0) first = look;
    if (voice >= ENDS) last = look;
    else if (first >= 0 && look - last >= PAUSE) close();
  }
  close();
  return spans;
}

function spanOf(voices: Float32Array, from: number, to: number): VoicedSpan {
  const seconds = WINDOW / SAMPLE_RATE;
  const own = voices.subarray(from, to);
  return {
    start: Math.max(0, from * seconds - LEAD_IN),
    end: to * seconds,
    voice: own.reduce((sum, one) => sum + one, 0) / own.length,
  };
}
