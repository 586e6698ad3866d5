/**
 * Each setting with where it comes from: flag, then environment, then profile, then default. A profile named by
 * --profile comes before the environment: a flag beats the environment with all it stands for.
 */
import { type Document, type Profile, readDocument } from './document.ts';
import { configFile } from './paths.ts';

/** `file` is the configuration file outside its profiles: it keeps which of them is in use. */
export type Source = 'flag' | 'environment' | 'file' | 'profile' | 'default' | 'unset';
export type Key = 'profile' | OwnKey;
/** What a profile can hold. */
export type OwnKey = keyof Profile;

/** One place a value was found. */
export interface Candidate {
  readonly source: Source;
  readonly value: string;
  /** The flag, the variable or the profile it stands in. */
  readonly where: string;
}

/** A setting: the value that counts, and those it shadows, strongest first. */
export interface Setting {
  readonly key: Key;
  readonly value: string | undefined;
  readonly source: Source;
  readonly where: string;
  readonly shadows: readonly Candidate[];
}

export interface Settings extends Readonly<Record<Key, Setting>> {
  readonly file: string;
  /** Why the file could not be understood, when it could not. */
  readonly corrupt: string | undefined;
  readonly document: Document;
}

/** Values given on the command line; a token comes from a file, never from an argument. */
export type Given = { readonly [K in Key]?: string | undefined };

/** Longest silence of a service where nothing says otherwise. */
export const defaultRequestTimeout = '5m';

/** Longest time that a whole answer takes where nothing says otherwise. */
export const defaultTotalTimeout = '15m';

/** The keys, with the flag and the variable each can come from. */
export const keys: Readonly<Record<Key, { flag: string; variable: string; secret: boolean; help: string }>> =
  {
    profile: { flag: '--profile', variable: 'VAU_PROFILE', secret: false, help: 'the profile in use' },
    base_url: {
      flag: '--base-url',
      variable: 'VAU_BASE_URL',
      secret: false,
      help: 'address of the service, ending in /v1',
    },
    token: { flag: '--token-file', variable: 'VAU_TOKEN', secret: true, help: 'bearer token' },
    ca_file: {
      flag: '--ca-file',
      variable: 'VAU_CA_FILE',
      secret: false,
      help: 'file of PEM certificates to trust besides the usual ones',
    },
    request_timeout: {
      flag: '--request-timeout',
      variable: 'VAU_REQUEST_TIMEOUT',
      secret: false,
      help: 'longest silence of the service: 30s, 5m; a bare number is seconds',
    },
    total_timeout: {
      flag: '--total-timeout',
      variable: 'VAU_TOTAL_TIMEOUT',
      secret: false,
      help: 'time to wait for a whole response, counted from the end of the request: 30s, 15m; a bare number is seconds',
    },
  };

export const defaultProfile = 'default';

/**
 * Resolves every setting.
 * @param env the environment
 * @param given what flags say
 * @throws ConfigError when the file is there and may not be read
 */
export function resolveSettings(
  env: Readonly<Record<string, string | undefined>>,
  given: Given = {},
): Settings {
  const file = configFile(env);
  const { document, corrupt } = readDocument(file);
  const profile = settle('profile', [
    ...flagged('profile', given.profile),
    ...fromEnvironment('profile', env),
    ...found('file', document.profile, file),
    { source: 'default', value: defaultProfile, where: 'built in' },
  ]);
  const name = profile.value ?? defaultProfile;
  const kept = profileNamed(document, name);
  const own = (key: OwnKey, fallback?: string) => {
    const environment = fromEnvironment(key, env);
    const inProfile = found('profile', kept[key]?.toString(), `profile ${name}`);
    return settle(key, [
      ...flagged(key, given[key]),
      ...(profile.source === 'flag' ? [...inProfile, ...environment] : [...environment, ...inProfile]),
      ...found('default', fallback, 'built in'),
    ]);
  };
  return {
    ...{ file, corrupt, document, profile },
    base_url: own('base_url'),
    token: own('token'),
    ca_file: own('ca_file'),
    request_timeout: own('request_timeout', defaultRequestTimeout),
    total_timeout: own('total_timeout', defaultTotalTimeout),
  };
}

/** An empty profile where there is none of that name: the command at hand may be about to make it. */
function profileNamed({ profiles = {} }: Document, name: string): Profile {
  return Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {};
}

const flagged = (key: Key, value: string | undefined): Candidate[] => found('flag', value, keys[key].flag);

/** An empty variable is one that was not set: `VAU_TOKEN= vau ...`. */
function fromEnvironment(key: Key, env: Readonly<Record<string, string | undefined>>): Candidate[] {
  const { variable } = keys[key];
  return found('environment', env[variable] || undefined, variable);
}

const found = (source: Source, value: string | undefined, where: string): Candidate[] =>
  value === undefined ? [] : [{ source, value, where }];

function settle(key: Key, candidates: readonly Candidate[]): Setting {
  const [first, ...shadows] = candidates;
  if (!first) return { key, value: undefined, source: 'unset', where: 'nowhere', shadows: [] };
  return { key, value: first.value, source: first.source, where: first.where, shadows };
}

/** A secret as it may be shown: its last four characters at most, never the whole. */
export function masked(secret: string): string {
  return secret.length >= 16 ? `****${secret.slice(-4)}` : '****';
}
