/** The configuration file as it is read: plain JSON, without the package that writes it. */

import { readFileSync } from 'node:fs';
import { isRecord } from '../contract/record.ts';
import { ConfigError } from './errors.ts';
import { configurationAdvice, reasonOf } from './reason.ts';

/** What a profile can keep. */
export interface Profile {
  readonly base_url?: string;
  readonly token?: string;
  /** Path of a file of certificates. */
  readonly ca_file?: string;
  /** As it is typed: 30s, 5m; a number is seconds. */
  readonly request_timeout?: string | number;
  /** As it is typed. */
  readonly total_timeout?: string | number;
}

/** The whole file. Fields a newer vau wrote are kept as they are. */
export interface Document {
  readonly profile?: string;
  readonly profiles?: Readonly<Record<string, Profile>>;
  /** The profile of each embedded service by its data folder, with the address that was written into it. */
  readonly services?: Readonly<Record<string, { readonly profile: string; readonly base_url: string }>>;
}

export interface Loaded {
  readonly document: Document;
  /** Set when the file is there but cannot be understood: why. Its content is left alone. */
  readonly corrupt?: string;
}

/**
 * Reads the configuration; a file that is not there is an empty one.
 * @throws ConfigError when the file is there and may not be read
 */
export function readDocument(file: string): Loaded {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { document: {} };
    throw new ConfigError(`${file} cannot be read: ${reasonOf(error)}`, configurationAdvice(error));
  }
  return parse(text);
}

function parse(text: string): Loaded {
  try {
    const value: unknown = JSON.parse(text);
    const wrong = shapeFault(value);
    return wrong ? { document: {}, corrupt: wrong } : { document: value as Document };
  } catch (error) {
    return { document: {}, corrupt: `it is no JSON${placeOf((error as Error).message, text)}` };
  }
}

/** Where a text stops being JSON, when the parser says so. Its own words are not used: they quote a file that holds tokens. */
function placeOf(message: string, text: string): string {
  const [, position] = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

/** What the values of a profile may be. */
const typesOf: Readonly<Record<keyof Profile, readonly string[]>> = {
  base_url: ['string'],
  token: ['string'],
  ca_file: ['string'],
  request_timeout: ['string', 'number'],
  total_timeout: ['string', 'number'],
};

/** Why this is no configuration; undefined when it is one. */
function shapeFault(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it holds no JSON object';
  if (value.profile !== undefined && typeof value.profile !== 'string') return 'profile is no text';
  const services = value.services ?? {};
  if (!isRecord(services)) return 'services is no object';
  for (const [folder, service] of Object.entries(services))
    if (!isRecord(service) || typeof service.profile !== 'string' || typeof service.base_url !== 'string')
      return `the service of ${folder} has no profile and base_url`;
  const profiles = value.profiles ?? {};
  if (!isRecord(profiles)) return 'profiles is no object';
  for (const [name, profile] of Object.entries(profiles)) {
    if (!isRecord(profile)) return `profile ${name} is no object`;
    for (const [key, types] of Object.entries(typesOf))
      if (profile[key] !== undefined && !types.includes(typeof profile[key]))
        return `${key} of profile ${name} is no ${types.join(' and no ').replace('string', 'text')}`;
  }
  return undefined;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
