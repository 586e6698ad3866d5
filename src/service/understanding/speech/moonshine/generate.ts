import type { OnnxModule, Session, Tensor } from '../../onnx/runtime.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import type { HeardPieces } from './messages.ts';
import { piecesOf } from './pieces.ts';

/** Tokens that begin and end a transcript. */
const BEGIN = 1;
const END = 2;

/** Clear English was seen at 6.7 tokens a second at most; a transcript that needs more repeats itself. */
const TOKENS_A_SECOND = 6.7;
const TOKENS_MORE = 3;

/** Sound shorter than this is not enough for the encoder's first layers, in samples. */
const LEAST_SAMPLES = SAMPLE_RATE / 10;

/** What is kept of earlier steps, by the names of the decoder's inputs. */
type Caches = Record<string, Tensor>;

/** The two halves of the model, loaded. */
export interface Moonshine {
  readonly onnx: Pick<OnnxModule, 'Tensor'>;
  readonly encoder: Session;
  readonly decoder: Session;
}

/**
 * What Moonshine (Jeffries et al. 2024, "Moonshine: Speech Recognition for Live Transcription and Voice Commands") hears in
 * samples at 16 kHz from -1 to 1: the likeliest token at each step.
 */
export async function generate(model: Moonshine, samples: Float32Array): Promise<HeardPieces> {
  if (samples.length < LEAST_SAMPLES) return { pieces: [], logs: [], ended: true };
  const { onnx, encoder, decoder } = model;
  const { last_hidden_state: states } = await encoder.run({
    input_values: new onnx.Tensor('float32', samples, [1, samples.length]),
  });
  if (!states) throw new Error('the encoder of Moonshine makes no last_hidden_state');
  const caches = emptyCaches(model);
  // What the encoder's part of the caches becomes after the first step is not right, and is not asked for.
  const later = decoder.outputNames.filter((name) => name === 'logits' || name.includes('.decoder.'));
  const limit = Math.ceil((TOKENS_A_SECOND * samples.length) / SAMPLE_RATE) + TOKENS_MORE;
  const tokens: number[] = [];
  const logs: number[] = [];
  for (let step = 0; step < limit; step += 1) {
    const given = {
      ...caches,
      input_ids: new onnx.Tensor('int64', BigInt64Array.of(BigInt(tokens.at(-1) ?? BEGIN)), [1, 1]),
      encoder_hidden_states: states,
      use_cache_branch: new onnx.Tensor('bool', [step > 0], [1]),
    };
    const made = await decoder.run(given, step === 0 ? decoder.outputNames : later);
    const { token, log } = likeliest(made.logits?.data ?? []);
    logs.push(log);
    if (token === END) return { pieces: piecesOf(tokens), logs, ended: true };
    tokens.push(token);
    for (const [name, tensor] of Object.entries(made))
      if (name.startsWith('present')) caches[name.replace('present', 'past_key_values')] = tensor;
  }
  return { pieces: piecesOf(tokens), logs, ended: false };
}

/** Caches without anything in them. A head has 52 numbers in base, and 36 in tiny. */
function emptyCaches({ onnx, decoder }: Moonshine): Caches {
  const names = decoder.inputNames.filter((name) => name.startsWith('past_key_values'));
  const layers = names.length / 4;
  const size = layers === 8 ? 52 : 36;
  return Object.fromEntries(
    names.map((name) => [name, new onnx.Tensor('float32', new Float32Array(), [1, 8, 0, size])]),
  );
}

/** The token with the highest score, and the natural logarithm of its probability among all. */
function likeliest(scores: ArrayLike<number>): { token: number; log: number } {
  let token = 0;
  for (let at = 1; at < scores.length; at += 1) if ((scores[at] ?? 0) > (scores[token] ?? 0)) token = at;
  const highest = scores[token] ?? 0;
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) sum += Math.exp((scores[at] ?? 0) - highest);
  return { token, log: -Math.log(sum) };
}
