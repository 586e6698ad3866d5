import llama from 'llama-tokenizer-js';
import { answerRequests } from '../../../models/model-process/main.ts';
import type { OnnxModule, Session, Tensor } from '../../../models/onnx/runtime.ts';
import { openModel, packagedOnnx } from '../../../models/onnx/runtime.ts';
import { SAMPLE_RATE, samplesOf } from '../../voice-activity/energies.ts';
import { loadSilero } from '../../voice-activity/silero.ts';
import type { HeardPieces, MoonshineAnswer, MoonshineAsk, MoonshineStart } from './messages.ts';

/** Tokens that stand for single bytes, of letters that the vocabulary does not have. */
const FIRST_BYTE = 3;
const LAST_BYTE = 258;

/** The text of tokens; each run of bytes becomes one piece. Tokens beyond the vocabulary are marks of the model, and dropped. */
function piecesOf(tokens: readonly number[]): string[] {
  const pieces: string[] = [];
  let bytes: number[] = [];
  for (const [at, token] of tokens.entries()) {
    const isByte = token >= FIRST_BYTE && token <= LAST_BYTE;
    if (isByte) bytes.push(token - FIRST_BYTE);
    const next = tokens[at + 1];
    const goesOn = isByte && next !== undefined && next >= FIRST_BYTE && next <= LAST_BYTE;
    // One place for each token: their probabilities are found by it.
    pieces.push(
      isByte ? (goesOn ? '' : Buffer.from(bytes).toString('utf8')) : (llama.vocabById[token] ?? ''),
    );
    if (!goesOn) bytes = [];
  }
  return pieces;
}

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
interface Moonshine {
  readonly onnx: Pick<OnnxModule, 'Tensor'>;
  readonly encoder: Session;
  readonly decoder: Session;
}

/**
 * What Moonshine (Jeffries et al. 2024, "Moonshine: Speech Recognition for Live Transcription and Voice Commands") hears in
 * samples at 16 kHz from -1 to 1: the likeliest token at each step.
 */
async function generate(model: Moonshine, samples: Float32Array): Promise<HeardPieces> {
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

/** Main program of the recogniser's process. Its argument: a MoonshineStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as MoonshineStart;

answerRequests<MoonshineAsk, MoonshineAnswer>('speech', answering());

async function answering(): Promise<(ask: MoonshineAsk) => Promise<MoonshineAnswer>> {
  const onnx = start.runtime === undefined ? await packagedOnnx() : await native(start.runtime);
  const provider = start.runtime === undefined ? 'wasm' : 'cpu';
  const findSpeech = await loadSilero(onnx, start.silero, provider);
  let loaded: Promise<Moonshine> | undefined;
  return async ({ type, pcm }) => {
    const samples = samplesOf(pcm);
    if (type === 'speech') return { type, spans: await findSpeech(samples) };
    // Sound without speech needs no more.
    loaded ??= loadMoonshine(onnx, provider);
    return { type, heard: await generate(await loaded, samples) };
  };
}

/** The larger one first: what loading it took beside itself is there for the other one. */
async function loadMoonshine(onnx: OnnxModule, provider: 'wasm' | 'cpu'): Promise<Moonshine> {
  const decoder = await openModel(onnx, start.decoder, provider);
  const encoder = await openModel(onnx, start.encoder, provider);
  return { onnx, encoder, decoder };
}

async function native(url: string): Promise<OnnxModule> {
  const loaded = (await import(url)) as OnnxModule & { readonly default?: OnnxModule };
  return loaded.default ?? loaded;
}
