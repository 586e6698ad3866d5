import type { SecretsKeySource } from '../store/secrets-key.ts';
import { SettingRefused } from './setting-refused.ts';

const KEY = 'VAU_SECRETS_KEY';

/**
 * Where the key of the secrets in the store is, from the environment: VAU_SECRETS_KEY holds it, or VAU_SECRETS_KEY_FILE names
 * a file; undefined: it is in the data folder.
 * @throws SettingRefused if both are set
 */
export function secretsKeySource(env: NodeJS.ProcessEnv): SecretsKeySource | undefined {
  const file = env.VAU_SECRETS_KEY_FILE?.trim();
  const isHeld = Boolean(env[KEY]?.trim());
  if (file && isHeld)
    throw new SettingRefused(
      `${KEY} and VAU_SECRETS_KEY_FILE (or secrets_key_file) are both set; keep one of the two`,
    );
  if (file) return { file };
  return isHeld ? { variable: KEY } : undefined;
}
