/**
 * Resolves each setting and its source: flag, then environment, then vau.yaml, then profile, then default. A profile named
 * by --profile comes before the environment, because a flag overrides the environment with all its values.
 */
import { type Document, type Profile, readDocument } from './document.ts';
import { configFile } from './paths.ts';
import type { Repository, RepositoryKey } from './repository.ts';

/**
 * `repository` is vau.yaml. `file` is the configuration file outside its profiles: it holds the name of the current
 * profile.
 */
export type Source = 'flag' | 'environment' | 'repository' | 'file' | 'profile' | 'default' | 'unset';
export type Key = RepositoryKey | OwnKey;
/** The settings that a profile can hold. */
export type OwnKey = keyof Profile;

/** A value and where it was found. */
export interface Candidate {
  readonly source: Source;
  readonly value: string;
  /** The flag, variable or profile that it comes from. */
  readonly where: string;
}

/** A setting: the effective value, and the ones it overrides, strongest first. */
export interface Setting {
  readonly key: Key;
  readonly value: string | undefined;
  readonly source: Source;
  readonly where: string;
  readonly shadows: readonly Candidate[];
}

export interface Settings extends Readonly<Record<Key, Setting>> {
  readonly file: string;
  /** Why the file is invalid, if it is. */
  readonly corrupt: string | undefined;
  readonly document: Document;
}

/** Values from the command line; a token comes from a file, never from an argument. */
export type Given = { readonly [K in Key]?: string | undefined };

/** Default timeout while waiting for data from a service. */
export const defaultRequestTimeout = '5m';

/** Default timeout of a whole response. */
export const defaultTotalTimeout = '15m';

/** The values of `confirm`. */
export const confirmValues = ['deletions', 'always'] as const;

/** The values of `notify`. */
export const notifyValues = ['off', 'bell', 'desktop'] as const;

/** The keys, and the flag and variable of each. */
export const keys: Readonly<Record<Key, { flag?: string; variable: string; secret: boolean; help: string }>> =
  {
    profile: { flag: '--profile', variable: 'VAU_PROFILE', secret: false, help: 'profile to use' },
    base_url: {
      flag: '--base-url',
      variable: 'VAU_BASE_URL',
      secret: false,
      help: 'base URL of the service, ending in /v1',
    },
    token: { flag: '--token-file', variable: 'VAU_TOKEN', secret: true, help: 'bearer token' },
    ca_file: {
      flag: '--ca-file',
      variable: 'VAU_CA_FILE',
      secret: false,
      help: "file of PEM certificates to trust in addition to the system's",
    },
    request_timeout: {
      flag: '--request-timeout',
      variable: 'VAU_REQUEST_TIMEOUT',
      secret: false,
      help: 'time to wait for data from the service: 30s, 5m; a bare number is seconds',
    },
    total_timeout: {
      flag: '--total-timeout',
      variable: 'VAU_TOTAL_TIMEOUT',
      secret: false,
      help: 'time to wait for a whole response, counted from the end of the request: 30s, 15m; a bare number is seconds',
    },
    collection: {
      variable: 'VAU_COLLECTION',
      secret: false,
      help: 'collection for commands that need one and were given none',
    },
    criteria: {
      variable: 'VAU_CRITERIA',
      secret: false,
      help: 'folder of criteria, in which moment-criteria attach looks for --file',
    },
    confirm: {
      variable: 'VAU_CONFIRM',
      secret: false,
      help: `when to ask before a request: ${confirmValues.join(' or ')}, which is before every change`,
    },
    notify: {
      variable: 'VAU_NOTIFY',
      secret: false,
      help: `how to tell on a terminal that a wait has ended: ${notifyValues.join(', ')} (a message by OSC 9)`,
    },
  };

export const defaultProfile = 'default';

/**
 * Resolves every setting. @param env the environment @param given the values of flags @param repository what
 * vau.yaml holds, if there is one @throws ConfigError when the file exists but is not readable
 */
export function resolveSettings(
  env: Readonly<Record<string, string | undefined>>,
  given: Given = {},
  repository?: Repository,
): Settings {
  const file = configFile(env);
  const { document, corrupt } = readDocument(file);
  const profile = settingOf('profile', [
    ...flagged('profile', given.profile),
    ...fromEnvironment('profile', env),
    ...fromRepository('profile', repository),
    ...found('file', document.profile, file),
    { source: 'default', value: defaultProfile, where: 'built in' },
  ]);
  const name = profile.value ?? defaultProfile;
  const kept = profileNamed(document, name);
  const own = (key: OwnKey, fallback?: string) => {
    const environment = fromEnvironment(key, env);
    const inProfile = found('profile', kept[key]?.toString().trim(), `profile ${name}`);
    return settingOf(key, [
      ...flagged(key, given[key]),
      ...(profile.source === 'flag' ? [...inProfile, ...environment] : [...environment, ...inProfile]),
      ...found('default', fallback, 'built in'),
    ]);
  };
  const shared = (key: RepositoryKey) =>
    settingOf(key, [...fromEnvironment(key, env), ...fromRepository(key, repository)]);
  return {
    file,
    corrupt,
    document,
    profile,
    collection: shared('collection'),
    criteria: shared('criteria'),
    base_url: own('base_url'),
    token: own('token'),
    ca_file: own('ca_file'),
    request_timeout: own('request_timeout', defaultRequestTimeout),
    total_timeout: own('total_timeout', defaultTotalTimeout),
    confirm: own('confirm', confirmValues[0]),
    notify: own('notify', notifyValues[0]),
  };
}

/** An empty profile if it does not exist: the command may be about to create it. */
function profileNamed({ profiles = {} }: Document, name: string): Profile {
  return Object.hasOwn(profiles, name) ? (profiles[name] ?? {}) : {};
}

const flagged = (key: Key, value: string | undefined): Candidate[] =>
  found('flag', value, keys[key].flag ?? key);

/** An empty variable counts as not set: `VAU_TOKEN= vau ...`. What reads it from a file may leave a line break. */
function fromEnvironment(key: Key, env: Readonly<Record<string, string | undefined>>): Candidate[] {
  const { variable } = keys[key];
  return found('environment', env[variable]?.trim() || undefined, variable);
}

const fromRepository = (key: RepositoryKey, repository: Repository | undefined): Candidate[] =>
  found('repository', repository?.[key]?.trim(), repository?.file ?? '');

const found = (source: Source, value: string | undefined, where: string): Candidate[] =>
  value === undefined ? [] : [{ source, value, where }];

function settingOf(key: Key, candidates: readonly Candidate[]): Setting {
  const [first, ...shadows] = candidates;
  if (!first) return { key, value: undefined, source: 'unset', where: 'nowhere', shadows: [] };
  return { key, value: first.value, source: first.source, where: first.where, shadows };
}

/** A secret for display: at most its last four characters. */
export function masked(secret: string): string {
  return secret.length >= 16 ? `****${secret.slice(-4)}` : '****';
}
