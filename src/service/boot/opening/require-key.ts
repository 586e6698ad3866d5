import type { ServiceContext } from '../../context/context.ts';
import { opensSome } from '../../resources/webhooks/secrets.ts';
import { boxWith } from '../../store/secrets/secret-box.ts';
import {
  fingerprintOf,
  KeyRefused,
  readSecretsKey,
  secretsKey,
  shownKeyPlace,
} from '../../store/secrets/secrets-key.ts';
import type { Db } from '../../store/sql/schema.ts';
import { getOrCreateSetting, getSetting, putSetting } from '../../store/sql/settings.ts';

/** The setting of a shared store that holds the fingerprint of its key. */
const FINGERPRINT = 'secrets_key_fingerprint';

export interface KeyRequest {
  /** Whether the key of this machine becomes that of a store which has none yet: a service's does, a worker's does not. */
  readonly mayBeFirst: boolean;
  /** Whether the key of this machine becomes that of the store in any case, because the store's is lost. */
  readonly replace?: boolean;
}

/**
 * Checks that this machine has the key of a shared store. With another one it could not sign the deliveries of webhooks that were
 * made elsewhere, and others not those of its own.
 * @throws KeyRefused
 */
export async function requireSameKey(
  { db, config }: Pick<ServiceContext, 'db' | 'config'>,
  { mayBeFirst, replace = false }: KeyRequest,
): Promise<void> {
  if (replace) return putSetting(db, FINGERPRINT, fingerprintOf(await secretsKey(config)));
  const known = await getSetting(db, FINGERPRINT);
  if (known === undefined && !mayBeFirst)
    throw new KeyRefused(
      'No service of this version of vau has started on the database that --store names. Start vau serve on it first.',
    );
  const own = await readSecretsKey(config);
  if (known === undefined && !(await isRefuted(db, own))) {
    const first = fingerprintOf(own ?? (await secretsKey(config)));
    if ((await getOrCreateSetting(db, FINGERPRINT, () => first)) === first) return;
  } else if (own !== undefined && fingerprintOf(own) === known) return;
  throw new KeyRefused(
    own === undefined
      ? `${shownKeyPlace(config)} is not there, and the secrets of the database that --store names were encrypted with the key of another machine.`
      : `${shownKeyPlace(config)} is not the key with which the secrets of the database that --store names were encrypted.`,
  );
}

/**
 * Checks a key that was named for a store of this machine alone, by the secrets that the store has. The key of the data folder
 * is not checked: where it is lost, the service still starts.
 * @throws KeyRefused
 */
export async function requireNamedKey({ db, config }: Pick<ServiceContext, 'db' | 'config'>): Promise<void> {
  if (config.secretsKey === undefined || !(await isRefuted(db, await readSecretsKey(config)))) return;
  throw new KeyRefused(
    `${shownKeyPlace(config)} is not the key with which the secrets of ${config.dataDir} were encrypted.`,
  );
}

/** A store of an earlier version has no fingerprint: its own secrets tell whether a key is right. */
async function isRefuted(db: Db, key: Buffer | undefined): Promise<boolean> {
  return (await opensSome(db, key && boxWith(key))) === false;
}
