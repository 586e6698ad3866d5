/** What `vau config set` keeps: a value that was typed, checked, in the form in which it is kept. */
import path from 'node:path';
import { baseAddress } from '../../client/address.ts';
import type { Key, Settings } from '../../config/settings.ts';
import { certificatesIn, milliseconds } from '../run/session/connect.ts';
import { hasProfile, noProfile } from '../run/session/profile.ts';

/**
 * The value to keep. A path is kept whole, so that it means the same in every folder.
 * @throws UsageError, or ClientError for an address, that says what the key takes
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
  const file = path.resolve(value);
  certificatesIn(file, key);
  return file;
}
