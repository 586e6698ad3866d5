import type { ModelPort } from '../model-process/messages.ts';
import type { ModelProcess } from '../model-process/own-process.ts';
import { throughService } from '../model-process/requests.ts';
import { type OnnxEncoder, onnxProcess } from './onnx/provider.ts';
import type { TextEncoder } from './port.ts';
import type { LineReader } from './reading.ts';
import { ENCODED } from './sentence/chunks.ts';
import type { EncoderAsk } from './sentence/messages.ts';
import { packagedProcess } from './sentence/packaged.ts';

/** An encoder on this machine: that of the package, or one that vau setup brought. */
export type LocalEncoder = 'packaged' | OnnxEncoder;

/** Texts, and the encoder that they are for. */
export interface AskOfEncoder {
  readonly of: LocalEncoder;
  readonly ask: EncoderAsk;
}

type Vectors = readonly Float32Array[];

/** The processes that this one has started, by encoder. */
const processes = new Map<string, ModelProcess<EncoderAsk, Vectors>>();

/** Encoders in processes that this one starts: one each, and two while vectors are made again with another encoder. */
export const ownEncoders: ModelPort<AskOfEncoder, Vectors> = {
  ask({ of, ask }, signal) {
    const key = JSON.stringify(of);
    const one = processes.get(key) ?? (of === 'packaged' ? packagedProcess() : onnxProcess(of));
    processes.set(key, one);
    return one.ask(ask, signal);
  },
};

/** Who is asked: a process of this one, or in a worker the service. */
let port = ownEncoders;

/** Texts per request. A sentence takes some 25 ms of processor time. */
const BATCH = 16;

/** The same of lines that are understood by those around them; the last ones before them are sent again. */
const LINES = 64;

/** @param names how its vectors are named, and the language of its texts */
export function localEncoder(of: LocalEncoder, names: Pick<TextEncoder, 'model' | 'language'>): TextEncoder {
  return {
    ...names,
    async encode(texts, signal, as = 'passage') {
      const together = as === 'line' && of === 'packaged';
      const [size, before] = together ? [LINES, ENCODED.linesBefore] : [BATCH, 0];
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += size) {
        const from = Math.max(0, at - before);
        const made = await port.ask({ of, ask: { texts: texts.slice(from, at + size), as } }, signal);
        vectors.push(...made.slice(at - from));
      }
      return vectors;
    },
  };
}

/**
 * Vectors of 384 numbers by the packaged encoder. It knows English only: texts in other languages get vectors that mean
 * nothing. Rejects if the package is not installed.
 */
export const sentenceEncoder = localEncoder('packaged', {
  model: 'all-minilm-l6-v2+recordings-1',
  language: 'en',
});

/** The reader that is packaged with the encoder; see scripts/encoder/reader.py. Rejects if the package is not installed. */
export const lineReader: LineReader = {
  async read(question, lines, signal) {
    if (lines.length === 0) return [];
    const answers = await port.ask({ of: 'packaged', ask: { texts: lines, as: 'line', question } }, signal);
    return answers.map(([logOdds = 0]) => logOdds);
  },
};

/** Lets the service encode the texts of this process, which is one of its workers. */
export function encodeInService(): void {
  port = throughService('encoder');
}

/** Ends the processes that this one has started. The next text starts another. */
export async function stopEncoders(): Promise<void> {
  await Promise.all([...processes.values()].map((one) => one.stop()));
}
