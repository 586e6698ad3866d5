import { checkedUrl } from '../../http/outgoing.ts';
import { SettingRefused } from '../speech/config.ts';

/** A server that takes the chat requests of the OpenAI interface, with a model that sees. */
export interface VisionEndpoint {
  /** Its base address (usually ending in /v1), or the whole address of the operation. Loopback is allowed. */
  readonly url: string;
  readonly model: string;
  /** Name of the environment variable that holds the key. The key itself is never kept, logged or shown. */
  readonly keyEnv: string;
  /** Longest wait for one answer, in seconds. */
  readonly timeoutSeconds: number;
  /** Wait before the first retry, in milliseconds; doubled for each further one. */
  readonly retryMs: number;
}

/**
 * Reads the vision endpoint from the environment: VAU_VISION_URL, VAU_VISION_MODEL (default `default`),
 * VAU_VISION_TIMEOUT (seconds, default 300), VAU_VISION_KEY or the variable that VAU_VISION_KEY_ENV names.
 * @returns undefined when none is named
 * @throws SettingRefused naming the variable
 */
export function visionConfig(env: NodeJS.ProcessEnv): VisionEndpoint | undefined {
  const url = env.VAU_VISION_URL?.trim();
  if (!url) return undefined;
  try {
    checkedUrl(url, true);
  } catch (error) {
    throw new SettingRefused(`VAU_VISION_URL: ${error instanceof Error ? error.message : error}`);
  }
  return {
    url,
    model: env.VAU_VISION_MODEL?.trim() || 'default',
    keyEnv: env.VAU_VISION_KEY_ENV?.trim() || 'VAU_VISION_KEY',
    timeoutSeconds: Number(env.VAU_VISION_TIMEOUT?.trim() || 300),
    retryMs: 1_000,
  };
}
