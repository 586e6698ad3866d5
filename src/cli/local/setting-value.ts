/** The value that `vau config set` saves, checked and normalised. */
import path from 'node:path';
import { baseAddress } from '../../client/address.ts';
import { confirmValues, type Key, notifyValues, type OwnKey, type Settings } from '../../config/settings.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { certificatesIn, milliseconds } from '../run/session/connect.ts';
import { hasProfile, noProfile } from '../run/session/profile.ts';

/** The keys with a fixed list of values. */
const choices: Partial<Record<Key, readonly string[]>> = { confirm: confirmValues, notify: notifyValues };

/**
 * The value to save. A path becomes absolute, so that it works in every folder. @throws UsageError, or
 * ClientError for a URL, that says what is allowed
 */
export function valueToKeep(
  key: 'profile' | Exclude<OwnKey, 'token'>,
  value: string,
  settings: Settings,
): string {
  if (key === 'base_url') return baseAddress(value);
  if (key === 'profile') {
    if (!hasProfile(settings, value)) throw noProfile(settings, value);
    return value;
  }
  if (key === 'request_timeout' || key === 'total_timeout') {
    milliseconds(value, key);
    return value;
  }
  const allowed = choices[key];
  if (allowed) {
    if (allowed.includes(value)) return value;
    const near = closest(value, allowed);
    throw new UsageError(`${key} must be ${allowed.join(' or ')} (got ${JSON.stringify(value)})`, {
      hint: near ? `Did you mean ${near}?` : undefined,
      next: `vau config set ${key} ${allowed[1]}`,
    });
  }
  const file = path.resolve(value);
  certificatesIn(file, key);
  return file;
}
