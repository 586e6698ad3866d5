import { SettingRefused } from '../errors.ts';
import { type ModelEndpoint, modelEndpoint } from './model-endpoint.ts';

/**
 * Reads a switch that is on by default.
 * @param name of the variable, for the error
 * @throws SettingRefused for anything but `on`, `off` and undefined
 */
export function onOff(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'on') return true;
  if (value === 'off') return false;
  throw new SettingRefused(`${name} must be on or off, not ${JSON.stringify(value)}`);
}

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
