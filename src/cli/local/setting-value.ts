/** The value that `vau config set` saves, checked and normalised. */
import path from 'node:path';
import { baseAddress } from '../../client/address.ts';
import { confirmValues, type Key, type Settings } from '../../config/settings.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { certificatesIn, milliseconds } from '../run/session/connect.ts';
import { hasProfile, noProfile } from '../run/session/profile.ts';

/**
 * The value to save. A path becomes absolute, so that it works in every folder. @throws UsageError, or
 * ClientError for a URL, that says what is allowed
 */
export function valueToKeep(key: Exclude<Key, 'token'>, value: string, settings: Settings): string {
  if (key === 'base_url') return baseAddress(value);
  if (key === 'profile') {
    if (!hasProfile(settings, value)) throw noProfile(settings, value);
    return value;
  }
  if (key === 'request_timeout' || key === 'total_timeout') {
    milliseconds(value, key);
    return value;
  }
  if (key === 'confirm') {
    if (confirmValues.some((one) => one === value)) return value;
    const near = closest(value, confirmValues);
    throw new UsageError(`confirm must be ${confirmValues.join(' or ')} (got ${JSON.stringify(value)})`, {
      ...(near ? { hint: `Did you mean ${near}?` } : {}),
      next: 'vau config set confirm always',
    });
  }
  const file = path.resolve(value);
  certificatesIn(file, key);
  return file;
}
