/** What `vau config set` keeps: a value that was typed, checked, in the form in which it is kept. */
import path from 'node:path';
import { baseAddress } from '../../client/address.ts';
import type { Key, Settings } from '../../config/settings.ts';
import { UsageError } from '../errors/errors.ts';
import { certificatesIn, milliseconds } from '../run/session/connect.ts';

/**
 * The value to keep. A path is kept whole, so that it means the same in every folder.
 * @throws UsageError, or ClientError for an address, that says what the key takes
 */
export function valueToKeep(key: Exclude<Key, 'token'>, value: string, settings: Settings): string {
  if (key === 'base_url') return baseAddress(value);
  if (key === 'profile') return knownProfile(value, settings);
  if (key === 'request_timeout') {
    milliseconds(value, key);
    return value;
  }
  const file = path.resolve(value);
  certificatesIn(file, key);
  return file;
}

function knownProfile(name: string, { document }: Settings): string {
  const there = Object.keys(document.profiles ?? {});
  if (there.includes(name)) return name;
  throw new UsageError(`There is no profile ${name}`, {
    hint: there.length > 0 ? `There are: ${there.join(', ')}.` : 'There are none yet.',
    next: `vau auth login --profile ${name}`,
  });
}
