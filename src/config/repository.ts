/**
 * Settings of a repository: vau.yaml in the working folder or above it. It chooses among what the user has, a profile and
 * a collection, and never holds an address or a token: whoever can write to a repository could otherwise send the token
 * of another to himself.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../contract/record.ts';
import { ConfigError } from './errors.ts';

/** What vau.yaml may hold. */
const repositoryKeys = ['profile', 'collection', 'criteria'] as const;
export type RepositoryKey = (typeof repositoryKeys)[number];

export interface Repository extends Readonly<Partial<Record<RepositoryKey, string>>> {
  /** Its path. */
  readonly file: string;
}

const NAME = 'vau.yaml';

/** The vau.yaml of a folder: its own, or the nearest above it, up to the root of the repository or of the disk. */
export function repositoryFile(folder: string): string | undefined {
  for (let here = path.resolve(folder); ; here = path.dirname(here)) {
    const file = path.join(here, NAME);
    if (existsSync(file)) return file;
    if (existsSync(path.join(here, '.git')) || path.dirname(here) === here) return undefined;
  }
}

/**
 * Reads a vau.yaml; the folder of criteria as an absolute path. @throws ConfigError when it is not YAML, or has something
 * else than texts for these keys
 */
export async function readRepository(file: string): Promise<Repository> {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0, logLevel: 'error' });
  } catch (error) {
    const [why] = (error as Error).message.split('\n');
    throw new ConfigError(`Cannot read ${file}: ${why?.replace(/:$/, '')}`, EXAMPLE);
  }
  if (!isRecord(value ?? {})) throw new ConfigError(`${file} is not a map of settings`, EXAMPLE);
  const fields = Object.entries(value ?? {});
  for (const [key, given] of fields) {
    if (key === 'token' || key === 'base_url')
      throw new ConfigError(
        `${file} holds ${key}: it belongs to a profile, because a repository is shared`,
        `Remove it. vau auth login --profile NAME saves it, and profile: NAME in ${NAME} chooses it.`,
      );
    if (!(repositoryKeys as readonly string[]).includes(key))
      throw new ConfigError(
        `${file} holds the unknown key ${key}: allowed are ${repositoryKeys.join(', ')}`,
        EXAMPLE,
      );
    if (typeof given !== 'string' || given.trim() === '')
      throw new ConfigError(`${key} in ${file} must be a text`, EXAMPLE);
  }
  const { criteria, ...rest } = Object.fromEntries(fields) as Partial<Record<RepositoryKey, string>>;
  return { file, ...rest, ...(criteria ? { criteria: path.resolve(path.dirname(file), criteria) } : {}) };
}

const EXAMPLE = `Write ${NAME} like this: profile: work, and below it collection: Talks.`;
