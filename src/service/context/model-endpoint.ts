import { SettingRefused } from '../errors.ts';
import { checkedUrl } from '../net/outgoing.ts';

/** A server that supports OpenAI-style requests to one model. */
export interface ModelEndpoint {
  /** Its base URL (usually ending in /v1) or the full URL of the operation. Loopback is allowed. */
  readonly url: string;
  readonly model: string;
  /** Name of the environment variable that holds the key. The key itself is never stored, logged or shown. */
  readonly keyEnv: string;
  /** Timeout of one response, in seconds. */
  readonly timeoutSeconds: number;
  /** Delay before the first retry, in milliseconds; doubled for each further one. */
  readonly retryMs: number;
}

/**
 * Reads an endpoint from the variables with its name (`VAU_VISION_URL`, `VAU_LANGUAGE_URL` and so on): URL, MODEL
 * (default `default`), TIMEOUT (seconds, default 300), KEY, or KEY_ENV with the name of the variable that holds the
 * key.
 * @returns undefined if no URL is set
 * @throws SettingRefused naming the variable
 */
export function modelEndpoint(
  name: 'VISION' | 'LANGUAGE' | 'EMBEDDINGS',
  env: NodeJS.ProcessEnv,
): ModelEndpoint | undefined {
  const given = (what: string) => env[`VAU_${name}_${what}`]?.trim();
  const url = given('URL');
  if (!url) return undefined;
  try {
    checkedUrl(url, true);
  } catch (error) {
    throw new SettingRefused(`VAU_${name}_URL: ${error instanceof Error ? error.message : error}`);
  }
  return {
    url,
    model: given('MODEL') || 'default',
    keyEnv: given('KEY_ENV') || `VAU_${name}_KEY`,
    timeoutSeconds: Number(given('TIMEOUT') || 300),
    retryMs: 1_000,
  };
}
