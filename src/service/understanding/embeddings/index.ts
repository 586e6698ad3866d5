import type { EmbeddingsConfig } from '../../context/embeddings-settings.ts';
import { messageOf } from '../../errors.ts';
import { chosenModel, type InstalledModel } from '../../models/index.ts';
import { endpointEncoder } from './endpoint/provider.ts';
import { localEncoder, sentenceEncoder } from './local.ts';
import { onnxEncoder } from './onnx/provider.ts';
import type { TextEncoder } from './port.ts';
import { hasSentenceEncoder } from './sentence/packaged.ts';

export { type AskOfEncoder, encodeInService, ownEncoders, sentenceEncoder, stopEncoders } from './local.ts';
export type { TextEncoder } from './port.ts';
export { type QueryEncoder, queryEncoder } from './query-encoder.ts';

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

/** A model that vau setup brought, as an encoder. @throws Error if it lacks a file or its package */
export function installedEncoder(dataDir: string, installed: InstalledModel): TextEncoder {
  const { folder, manifest } = installed;
  const key = `${folder} ${manifest.installed_at}`;
  const [language, ...others] = manifest.languages;
  const known =
    brought.get(key) ??
    localEncoder(onnxEncoder(dataDir, installed), {
      model: `local/${manifest.model}`,
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
