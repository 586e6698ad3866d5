/** Reads the configuration file as plain JSON, without the package that writes it. */

import { readFileSync } from 'node:fs';
import { isRecord } from '../contract/record.ts';
import { ConfigError, configurationAdvice, reasonOf } from './errors.ts';
import { configFile, dataFolder } from './paths.ts';
import { textIn } from './text.ts';

/** The content of a profile. */
export interface Profile {
  readonly base_url?: string;
  readonly token?: string;
  /** Path of a certificate file. */
  readonly ca_file?: string;
  /** As typed: 30s, 5m; a number is seconds. */
  readonly request_timeout?: string | number;
  /** As typed. */
  readonly total_timeout?: string | number;
  /** When to ask before a request: deletions (default), or always. */
  readonly confirm?: string;
  /** How to tell that a wait has ended. */
  readonly notify?: string;
}

/** The whole file. Fields of a newer vau are preserved. */
export interface Document {
  readonly profile?: string;
  readonly profiles?: Readonly<Record<string, Profile>>;
  /** The profile of each embedded service by its data folder, and the base URL that was saved in it. */
  readonly services?: Readonly<Record<string, { readonly profile: string; readonly base_url: string }>>;
}

export interface Loaded {
  readonly document: Document;
  /** Set when the file exists but is invalid: the reason. The file is not changed. */
  readonly corrupt?: string;
}

/**
 * Reads the configuration; a missing file counts as empty. @throws ConfigError when the file exists but is
 * not readable
 */
export function readDocument(file: string): Loaded {
  let text: string;
  try {
    text = textIn(readFileSync(file));
  } catch (error) {
    if (isMissing(error)) return { document: {} };
    throw new ConfigError(`Cannot read ${file}: ${reasonOf(error)}`, configurationAdvice(error));
  }
  return parse(text);
}

/**
 * The data folder of the embedded service that this machine had at an address; undefined if it had none there, and where
 * that is the folder which commands take without being told.
 * @param host host and port, as in its base URL
 */
export function folderOfService(host: string, env: NodeJS.ProcessEnv): string | undefined {
  const { document } = readDocument(configFile(env));
  const folders = Object.entries(document.services ?? {}).flatMap(([folder, { base_url }]) =>
    URL.canParse(base_url) && new URL(base_url).host === host ? [folder] : [],
  );
  return folders.includes(dataFolder(env)) ? undefined : folders[0];
}

function parse(text: string): Loaded {
  try {
    const value: unknown = JSON.parse(text);
    const wrong = shapeFault(value);
    return wrong ? { document: {}, corrupt: wrong } : { document: value as Document };
  } catch (error) {
    return { document: {}, corrupt: `it is not JSON${placeOf((error as Error).message, text)}` };
  }
}

/**
 * The position of a JSON error, if the parser reports it. Its message is not used: it may quote tokens from
 * the file.
 */
function placeOf(message: string, text: string): string {
  const [, position] = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

/** Allowed types of the values in a profile. */
const typesOf: Readonly<Record<keyof Profile, readonly string[]>> = {
  base_url: ['string'],
  token: ['string'],
  ca_file: ['string'],
  request_timeout: ['string', 'number'],
  total_timeout: ['string', 'number'],
  confirm: ['string'],
  notify: ['string'],
};

/** Why this is not a valid configuration; undefined if it is. */
function shapeFault(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is not a JSON object';
  if (value.profile !== undefined && typeof value.profile !== 'string') return 'profile is not text';
  const services = value.services ?? {};
  if (!isRecord(services)) return 'services is not an object';
  for (const [folder, service] of Object.entries(services))
    if (!isRecord(service) || typeof service.profile !== 'string' || typeof service.base_url !== 'string')
      return `the service of ${folder} has no profile and base_url`;
  const profiles = value.profiles ?? {};
  if (!isRecord(profiles)) return 'profiles is not an object';
  for (const [name, profile] of Object.entries(profiles)) {
    if (!isRecord(profile)) return `profile ${name} is not an object`;
    for (const [key, types] of Object.entries(typesOf))
      if (profile[key] !== undefined && !types.includes(typeof profile[key]))
        return `${key} of profile ${name} must be ${types.join(' or a ').replace('string', 'text')}`;
  }
  return undefined;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
