/**
 * Commands about vau itself: configuration, sign-in, doctor, completions, schemas, agents, and `api` for raw requests.
 * Flags and words come in; a plan goes out, or an action that needs no operation of the contract.
 */

import {
  defaultProfile,
  type Key,
  keys,
  masked,
  type OwnKey,
  type Setting,
  type Settings,
} from '../../../config/settings.ts';
import { LocalError, MissingError, UsageError } from '../../errors/errors.ts';
import { noteAside } from '../../local/opening/door.ts';
import { column } from '../../model/columns.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { choice, needed, optional, text } from '../../model/values.ts';
import { hasProfile, requireAskedProfile } from '../../run/session/profile.ts';
import { askToken } from '../../run/session/sign-in.ts';

const names = Object.keys(keys) as Key[];
const either = (all: readonly string[]) => `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
const key = needed(choice(names, either(names)));
/** Those that vau saves; a vau.yaml is written by hand. */
type SavedKey = 'profile' | OwnKey;
const saved = names.filter((name): name is SavedKey => name !== 'collection' && name !== 'criteria');
const isSaved = (key: Key): key is SavedKey => (saved as readonly Key[]).includes(key);
const savedKey = needed(choice(saved, either(saved)));

/** A value that is safe to show: secrets are masked. */
const shown = ({ key, value }: Pick<Setting, 'key' | 'value'>): string | undefined =>
  value !== undefined && keys[key].secret ? masked(value) : value;

/** Where a key is saved. Every key but `profile` belongs to a profile. */
const placeOf = (key: SavedKey, profile: string): { profile?: string } =>
  key === 'profile' ? {} : { profile };

/** The settings. Throws when a flag or the environment names a profile that does not exist. */
async function settingsOf(session: Session): Promise<Settings> {
  const settings = await session.settings();
  requireAskedProfile(settings);
  return settings;
}

const list = defineCommand({
  name: 'config list',
  about: 'Shows the settings in effect and where each comes from. Tokens are masked.',
  examples: [{ does: 'Settings in effect', line: 'config list' }],
  columns: [column('key'), column('value'), column('source'), column('where')],
  plan: () =>
    local(async (session) => {
      const settings = await settingsOf(session);
      const rows = names.map((name) => {
        const { source, where } = settings[name];
        return { key: name, value: shown(settings[name]) ?? null, source, where };
      });
      const profiles = Object.keys(settings.document.profiles ?? {});
      return { value: { settings: rows, profiles, file: settings.file }, rows };
    }),
});

const get = defineCommand({
  name: 'config get',
  arguments: { key },
  examples: [{ does: 'The base URL in use', line: 'config get base_url' }],
  plan: ({ key }) =>
    local(async (session) => {
      const value = shown((await settingsOf(session))[key]);
      if (value === undefined)
        throw new LocalError(`${key} is not set`, {
          next: isSaved(key) ? `vau config set ${key}` : `vau config explain ${key}`,
        });
      return { value, text: value };
    }),
});

const set = defineCommand({
  name: 'config set',
  about:
    'Changes the current profile (--profile names another, and creates it if needed), or chooses the current profile. A token is never an argument, because other users of the machine can see arguments: give --token-file, or type it when asked.',
  arguments: {
    key: savedKey,
    value: optional(text('New value; omit it for a token', { placeholder: 'VALUE' })),
  },
  examples: [
    { does: 'Set the service', line: 'config set base_url https://media.example.com/v1' },
    { does: 'Switch to another profile', line: 'config set profile local' },
    {
      does: 'Ask before every change of this service',
      line: 'config set confirm always --profile production',
    },
    { does: 'Trust your own certificate authority', line: 'config set ca_file authority.pem' },
    { does: 'Read a token from standard input', line: 'config set token --token-file -' },
  ],
  plan: ({ key, value }) => {
    if (key !== 'token' && !value) throw new MissingError(['value'], `vau config set ${key} needs a value`);
    return local(async (session) => {
      const settings = await session.settings();
      const { valueToKeep } = await import('../../local/setting-value.ts');
      const wanted =
        key === 'token' ? await tokenOf(session, settings, value) : valueToKeep(key, value ?? '', settings);
      const { changeDocument, changeProfile } = await import('../../../config/write.ts');
      const profile = settings.profile.value ?? defaultProfile;
      const { aside } =
        key === 'profile'
          ? await changeDocument(settings.file, (document) => ({ ...document, profile: wanted }))
          : await changeProfile(settings.file, profile, (before) => ({ ...before, [key]: wanted }));
      noteAside(session, aside);
      session.note(
        key === 'profile'
          ? `Profile ${wanted} is now the current profile`
          : `Set ${key} of profile ${profile}`,
      );
      // A profile named by --profile overrides the environment, so this value is in effect.
      if (settings[key].source === 'environment' && settings.profile.source !== 'flag')
        session.note(`${settings[key].where} is set in the environment and takes precedence`);
      return { value: { key, value: shown({ key, value: wanted }), ...placeOf(key, profile) }, text: '' };
    });
  },
});

async function tokenOf(session: Session, { token }: Settings, value: string | undefined): Promise<string> {
  if (value !== undefined)
    throw new UsageError('A token cannot be an argument: other users of the machine could see it', {
      next: 'vau config set token --token-file -',
    });
  if (token.source === 'flag' && token.value) return token.value;
  return askToken(session);
}

const unset = defineCommand({
  name: 'config unset',
  arguments: { key: savedKey },
  examples: [{ does: 'Remove the base URL', line: 'config unset base_url' }],
  plan: ({ key }) =>
    local(async (session) => {
      const settings = await session.settings();
      if (key !== 'profile') requireAskedProfile(settings);
      const { file, profile } = settings;
      const name = profile.value ?? defaultProfile;
      const { changeDocument, changeProfile } = await import('../../../config/write.ts');
      const { aside } =
        key === 'profile'
          ? await changeDocument(file, ({ profile: _, ...rest }) => rest)
          : await changeProfile(file, name, ({ [key]: _, ...rest }) => rest);
      noteAside(session, aside);
      session.note(key === 'profile' ? 'No profile is current now' : `Removed ${key} of profile ${name}`);
      return { value: { key, value: null, ...placeOf(key, name) }, text: '' };
    }),
});

const path = defineCommand({
  name: 'config path',
  examples: [{ does: 'Find the configuration file', line: 'config path' }],
  plan: () =>
    local(async (session) => {
      const { file } = await session.settings();
      return { value: file, text: file };
    }),
});

const explain = defineCommand({
  name: 'config explain',
  about:
    'A value comes from a flag, then the environment, then vau.yaml in this folder or above it, then the current profile, then a default. A profile named by --profile comes before the environment.',
  arguments: { key },
  examples: [{ does: 'Why is this service used?', line: 'config explain base_url' }],
  plan: ({ key }) =>
    local(async (session) => {
      // The chosen profile is explained even if it does not exist.
      const settings = key === 'profile' ? await session.settings() : await settingsOf(session);
      const { value, source, where, shadows } = settings[key];
      const explanation = {
        key,
        value: shown({ key, value }) ?? null,
        source,
        where,
        ...(key === 'profile' && { exists: hasProfile(settings, value ?? defaultProfile) }),
        shadows: shadows.map((other) => ({ ...other, value: shown({ key, value: other.value }) })),
      };
      return { value: explanation, text: explained(explanation) };
    }),
});

interface Explanation {
  readonly key: Key;
  readonly value: string | null;
  readonly source: string;
  readonly where: string;
  /** Whether the configuration has this profile; for the key profile only. */
  readonly exists?: boolean;
  readonly shadows: readonly { source: string; where: string; value: string | undefined }[];
}

function explained({ key, value, source, where, exists, shadows }: Explanation): string {
  const { flag, variable, help } = keys[key];
  const kept =
    key === 'profile'
      ? 'vau.yaml or the choice that auth login and config set profile save'
      : isSaved(key)
        ? 'a profile'
        : 'vau.yaml, in this folder or above it';
  const head = `${key}: ${help}. It can come from ${flag ? `${flag}, ` : ''}${variable} or ${kept}.`;
  if (value === null) return `${head}\nIt is not set.`;
  const others = shadows.map((other) => `It overrides ${other.value} from ${other.where} (${other.source}).`);
  const missing =
    exists === false
      ? [`Profile ${value} does not exist yet. To create it: vau auth login --profile ${value}`]
      : [];
  return [head, `It is ${value}, from ${where} (${source}).`, ...missing, ...others].join('\n');
}

export const commands = [list, get, set, unset, path, explain];
