import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import { endpointEncoder } from './endpoint/provider.ts';
import type { TextEncoder } from './port.ts';
import { hasSentenceEncoder, sentenceEncoder } from './sentence/provider.ts';

export type { TextEncoder } from './port.ts';
export { stopSentenceEncoder } from './sentence/provider.ts';

/** The encoder in use: the configured endpoint, else the packaged one; undefined where that is not installed. */
export function textEncoder(config: { readonly embeddings?: ModelEndpoint }): TextEncoder | undefined {
  if (config.embeddings) return endpointEncoder(config.embeddings);
  return hasSentenceEncoder() ? sentenceEncoder : undefined;
}
