import type { EmbeddingsConfig } from '../../context/embeddings-settings.ts';
import { endpointEncoder } from './endpoint/provider.ts';
import type { TextEncoder } from './port.ts';
import { hasSentenceEncoder, sentenceEncoder } from './sentence/provider.ts';

export type { TextEncoder } from './port.ts';
export { type QueryEncoder, queryEncoder } from './query-encoder.ts';
export type { EncoderReply, EncoderRequest } from './sentence/messages.ts';
export { encodeInService, sentenceEncoder, stopSentenceEncoder } from './sentence/provider.ts';

export interface EncoderConfig {
  readonly embeddings: EmbeddingsConfig;
}

/** An encoder remembers what its endpoint has answered before. */
const encoders = new WeakMap<EncoderConfig, TextEncoder>();

/**
 * The encoder in use: the configured endpoint, else the packaged one; undefined where that is not installed, or encoding is
 * switched off.
 */
export function encoderFor(config: EncoderConfig): TextEncoder | undefined {
  if (config.embeddings === 'off') return undefined;
  if (config.embeddings === 'packaged') return hasSentenceEncoder() ? sentenceEncoder : undefined;
  const encoder = encoders.get(config) ?? endpointEncoder(config.embeddings);
  encoders.set(config, encoder);
  return encoder;
}
