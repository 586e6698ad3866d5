/**
 * Encoders of text: which one is in use, from the settings (an endpoint, one that `vau setup` brought, or the packaged
 * one). Texts come in, vectors go out; readerFor gives what reads a line with a question.
 */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddingsConfig } from '../../../context/embeddings-settings.ts';
import { messageOf } from '../../../errors.ts';
import { chosenModel, type InstalledModel, installedModels } from '../../../models/index.ts';
import { endpointEncoder } from './endpoint/provider.ts';
import { lineReader, localEncoder, sentenceEncoder } from './local.ts';
import { CENTRING } from './onnx/centre.ts';
import { onnxEncoder } from './onnx/provider.ts';
import type { TextEncoder } from './port.ts';
import type { LineReader } from './reading.ts';
import { hasSentenceEncoder } from './sentence/packaged.ts';

/** Vectors of the latest queries to remember. */
const REMEMBERED = 500;

/** Time for a vector that a later search may use, in milliseconds: an encoder may be starting on a busy machine. */
const ENCODE_MS = 60_000;

type Vectors = Map<string, Promise<Float32Array | undefined>>;

/** Gives the vectors of queries while somebody waits for results. */
export interface QueryEncoder extends Pick<TextEncoder, 'model' | 'language'> {
  /**
   * Undefined if there is no vector in time: an encoder takes a second or two to start, and goes on for the next search.
   * Rejects as the encoder does, and at once when `signal` aborts.
   */
  vectorOf(query: string, signal: AbortSignal): Promise<Float32Array | undefined>;
}

/** The latest queries, oldest first. */
const recent = new WeakMap<TextEncoder, Vectors>();

/** @param waitMs longest wait for a vector */
export function queryEncoder(encoder: TextEncoder, waitMs: number): QueryEncoder {
  const { model, language } = encoder;
  return {
    model,
    language,
    async vectorOf(query, signal) {
      const ended = new AbortController();
      const late = sleep(waitMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) });
      try {
        return await Promise.race([remembered(encoder, query), late]);
      } finally {
        ended.abort();
        late.catch(() => undefined);
        signal.throwIfAborted();
      }
    },
  };
}

function remembered(encoder: TextEncoder, text: string): Promise<Float32Array | undefined> {
  const known: Vectors = recent.get(encoder) ?? new Map();
  recent.set(encoder, known);
  const vector = known.get(text) ?? encoded(encoder, text);
  known.delete(text);
  known.set(text, vector);
  vector.catch(() => known.delete(text));
  for (const oldest of known.keys()) if (known.size > REMEMBERED) known.delete(oldest);
  return vector;
}

async function encoded(encoder: TextEncoder, text: string): Promise<Float32Array | undefined> {
  const [vector] = await encoder.encode([text], AbortSignal.timeout(ENCODE_MS), 'query');
  return vector;
}

export {
  type AskOfEncoder,
  encodeInService,
  lineReader,
  ownEncoders,
  sentenceEncoder,
  stopEncoders,
} from './local.ts';
export type { TextEncoder } from './port.ts';
export type { LineReader } from './reading.ts';
export { measureScale, tellsApart } from './scale/measure.ts';

export interface EncoderConfig {
  readonly dataDir: string;
  readonly embeddings: EmbeddingsConfig;
}

/** An encoder remembers what its endpoint has answered before. */
const encoders = new WeakMap<EncoderConfig, TextEncoder>();

/** The encoders that vau setup brought, by folder and time: an encoder's latest queries are remembered with it. */
const brought = new Map<string, TextEncoder>();

/**
 * The encoder in use: the configured endpoint, else the one that vau setup brought, else the packaged one; undefined where
 * that is not installed, or encoding is switched off. The settings are read now.
 */
export function encoderFor(config: EncoderConfig): TextEncoder | undefined {
  if (config.embeddings === 'off') return undefined;
  if (config.embeddings !== 'packaged') {
    const encoder = encoders.get(config) ?? endpointEncoder(config.embeddings);
    encoders.set(config, encoder);
    return encoder;
  }
  try {
    const chosen = chosenModel(config.dataDir, 'meaning');
    if (chosen) return installedEncoder(config.dataDir, chosen);
  } catch (error) {
    return brokenEncoder(messageOf(error));
  }
  return hasSentenceEncoder() ? sentenceEncoder : undefined;
}

/** The encoder on this machine that made vectors of this name; undefined if it is not there any more. */
export function encoderNamed({ dataDir }: EncoderConfig, model: string): TextEncoder | undefined {
  if (model === sentenceEncoder.model) return hasSentenceEncoder() ? sentenceEncoder : undefined;
  const all = model.startsWith(BROUGHT) ? installedModels(dataDir, 'meaning') : [];
  const found = all.find((one) => nameOf(one) === model);
  try {
    return found && installedEncoder(dataDir, found);
  } catch {
    return undefined;
  }
}

/** What the names of vectors begin with that an encoder made which vau setup brought. */
const BROUGHT = 'local/';

/** The packaged encoder, for what is weighed on its scale whichever encoder searches use; undefined where it is not installed, or encoding is off. */
export function fittedEncoder({ embeddings }: EncoderConfig): TextEncoder | undefined {
  return embeddings !== 'off' && hasSentenceEncoder() ? sentenceEncoder : undefined;
}

/** What reads lines with a question: comes with the packaged encoder. Undefined where that is not installed, or encoding is off. */
export function readerFor(config: EncoderConfig): LineReader | undefined {
  return fittedEncoder(config) && lineReader;
}

/** Names its vectors: other files or options under the same name make other vectors. */
function nameOf({ manifest: { model, files, options } }: InstalledModel): string {
  const content = JSON.stringify([CENTRING, files.map(({ sha256 }) => sha256).sort(), options]);
  return `${BROUGHT}${model}@${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;
}

/** A model that vau setup brought, as an encoder. @throws Error if it lacks a file or its package */
export function installedEncoder(dataDir: string, installed: InstalledModel): TextEncoder {
  const { folder, manifest } = installed;
  const key = `${folder} ${manifest.installed_at}`;
  const [language, ...others] = manifest.languages;
  const known =
    brought.get(key) ??
    localEncoder(onnxEncoder(dataDir, installed), {
      model: nameOf(installed),
      language: others.length === 0 ? language : undefined,
    });
  brought.set(key, known);
  return known;
}

/** An encoder that is set up and cannot be used: searches go by words, and say why. */
function brokenEncoder(problem: string): TextEncoder {
  const encode = () => Promise.reject(new Error(problem));
  return { model: 'local', language: undefined, problem, encode };
}
