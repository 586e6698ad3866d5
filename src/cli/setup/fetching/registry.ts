/** The npm registry: where an archive is, and the hash that it publishes for it. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NetworkError } from '../../../client/errors.ts';
import { type Fetcher, shown } from '../../../client/network/fetch.ts';
import { isRecord } from '../../../contract/record.ts';
import { LocalError } from '../../errors/errors.ts';
import type { RegistryArchive } from '../catalogue/index.ts';
import { outOfReach } from './refusals.ts';

const PUBLIC = 'https://registry.npmjs.org';

/** Longest description of one version, in bytes. */
const MOST_BYTES = 2 ** 20;

/** The registry to use: the flag, npm's variable, the user's .npmrc, or the public one. Without a slash at its end. */
export function registryOf(flag: string | undefined, env: NodeJS.ProcessEnv): string {
  const named = flag ?? env.npm_config_registry ?? env.NPM_CONFIG_REGISTRY ?? fromNpmrc(env) ?? PUBLIC;
  return named.replace(/\/+$/, '');
}

/** The registry, unless it is the public one, which stands for npm's own setting too. */
export function ownRegistry(registry: string): string | undefined {
  return registry === PUBLIC ? undefined : registry;
}

function fromNpmrc(env: NodeJS.ProcessEnv): string | undefined {
  const file = env.npm_config_userconfig ?? path.join(os.homedir(), '.npmrc');
  try {
    const found = /^\s*registry\s*=\s*["']?(https?:\/\/[^\s"']+)/m.exec(readFileSync(file, 'utf8'));
    return found?.[1];
  } catch {
    return undefined;
  }
}

/**
 * The address of an archive. The registry's own hash for it must be ours.
 * @throws LocalError if it differs; CliError that says what to do if the registry is out of reach
 */
export async function archiveAddress(
  registry: string,
  archive: RegistryArchive,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<string> {
  const { name, version, integrity } = archive;
  const usual = `${registry}/${name}/-/${path.posix.basename(name)}-${version}.tgz`;
  const facts = await versionFacts(`${registry}/${name.replace('/', '%2f')}/${version}`, fetcher, signal);
  if (facts === undefined) return usual;
  if (typeof facts.integrity === 'string' && !facts.integrity.split(/\s+/).includes(integrity))
    throw new LocalError(`${shown(registry)} publishes another ${name} ${version} than the catalogue means`, {
      hint: `It says ${facts.integrity}; the catalogue says ${integrity}. Nothing was fetched.`,
      code: 'checksum',
    });
  if (typeof facts.tarball !== 'string' || !URL.canParse(facts.tarball)) return usual;
  // Mirrors often hand on the public registry's address, as npm itself expects.
  return facts.tarball.replace(/^https?:\/\/registry\.npmjs\.org(?=\/)/, () => registry);
}

/** What a registry says of a version; undefined if it does not answer such questions: not all mirrors do. */
async function versionFacts(url: string, fetcher: Fetcher, signal: AbortSignal) {
  const answer = await fetcher.get(url, { accept: 'application/json' }, signal).catch((error: unknown) => {
    throw error instanceof NetworkError ? outOfReach(url, error) : error;
  });
  if (answer.status !== 200) {
    await answer.dump();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      await answer.dump();
      return undefined;
    }
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isRecord(value) && isRecord(value.dist) ? value.dist : undefined;
  } catch {
    return undefined;
  }
}
