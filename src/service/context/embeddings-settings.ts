import { type ModelEndpoint, modelEndpoint } from './model-endpoint.ts';
import { onOff } from './on-off.ts';

/** A server's model, the packaged encoder, or none. */
export type EmbeddingsConfig = ModelEndpoint | 'packaged' | 'off';

/**
 * Reads VAU_EMBEDDINGS and the variables of the endpoint. `off` wins over an endpoint, so that one variable stops all
 * encoding.
 * @throws SettingRefused naming the variable
 */
export function embeddingsConfig(env: NodeJS.ProcessEnv): EmbeddingsConfig {
  if (!onOff('VAU_EMBEDDINGS', env.VAU_EMBEDDINGS?.trim() || undefined)) return 'off';
  return modelEndpoint('EMBEDDINGS', env) ?? 'packaged';
}
