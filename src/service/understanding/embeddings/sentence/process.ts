import * as tf from '@tensorflow/tfjs-core';
import { answerInTurn } from '../../model-process/answer-in-turn.ts';
import { replyToService, serveRequests } from '../../model-process/main.ts';
import { startWasm } from '../../start-wasm.ts';
import { type Encoder, loadEncoder } from './encoder.ts';
import { type EncoderAsk, encodingOf } from './messages.ts';
import type { Reader } from './reader.ts';

/**
 * Main program of the packaged encoder's process. Its arguments: the folder of the model, the files of its adapters for
 * vectors and for reading, and the folder of TensorFlow.js's WebAssembly.
 */
const [model = '', adapter = '', readerFile = '', wasm = ''] = process.argv.slice(2);

/** The lines of requests that are not answered yet. */
const begun = new WeakMap<EncoderAsk, ReturnType<Encoder['read']>>();

function lineOf(encoder: Encoder, ask: EncoderAsk, at: number): Float32Array {
  const vectorAt = begun.get(ask) ?? encoder.read(ask.texts);
  begun.set(ask, vectorAt);
  return vectorAt(at);
}

/** Loaded when a question is asked: it takes another 45 MB. */
let reader: Promise<Reader> | undefined;

/** The lines of readings that are not answered yet. */
const reading = new WeakMap<EncoderAsk, ReturnType<Reader['read']>>();

async function oddsOf(encoder: Encoder, ask: EncoderAsk, at: number): Promise<Float32Array> {
  reader ??= encoder.reader(readerFile);
  const [question = '', ...lines] = ask.texts;
  const oddsAt = reading.get(ask) ?? (await reader).read(question, lines);
  reading.set(ask, oddsAt);
  return Float32Array.of(at === 0 ? 0 : oddsAt(at - 1));
}

const loading = startWasm(tf, wasm).then(() => loadEncoder(model, adapter));
serveRequests(
  answerInTurn(
    encodingOf(async (ask, at) => {
      const encoder = await loading;
      if (ask.as === 'reading') return oddsOf(encoder, ask, at);
      return ask.as === 'line' ? lineOf(encoder, ask, at) : encoder.encode(ask.texts[at] ?? '');
    }),
    replyToService,
  ),
);
