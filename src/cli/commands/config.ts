import {
  defaultProfile,
  type Key,
  keys,
  masked,
  type Setting,
  type Settings,
} from '../../config/settings.ts';
import { LackingError, LocalError, UsageError } from '../errors/errors.ts';
import { noteAside } from '../local/aside.ts';
import { column } from '../model/columns.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { choice, needed, optional, text } from '../model/values.ts';
import { hasProfile, requireAskedProfile } from '../run/session/profile.ts';
import { askToken } from '../run/session/sign-in.ts';

const names = Object.keys(keys) as Key[];
const key = needed(choice(names, `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`));

/** A value as it may be shown: secrets are masked. */
const shown = ({ key, value }: Pick<Setting, 'key' | 'value'>): string | undefined =>
  value !== undefined && keys[key].secret ? masked(value) : value;

/** Where a key is kept: all but the name of the profile in use are in a profile. */
const placeOf = (key: Key, profile: string): { profile?: string } => (key === 'profile' ? {} : { profile });

/** The settings; a profile that a flag or the environment asks for has to be there. */
async function settingsOf(session: Session): Promise<Settings> {
  const settings = await session.settings();
  requireAskedProfile(settings);
  return settings;
}

const list = defineCommand({
  name: 'config list',
  about: 'Shows the settings in effect and where each comes from. Tokens are masked.',
  examples: [{ does: 'What is in use', line: 'config list' }],
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
  examples: [{ does: 'The base address in use', line: 'config get base_url' }],
  plan: ({ key }) =>
    local(async (session) => {
      const value = shown((await settingsOf(session))[key]);
      if (value === undefined) throw new LocalError(`${key} is not set`, { next: `vau config set ${key}` });
      return { value, text: value };
    }),
});

const set = defineCommand({
  name: 'config set',
  about:
    'Sets a value of the profile in use (--profile names another, which is made where there is none), or which profile is in use. A token is never an argument, as every user of the machine can see those: it comes from --token-file, or is asked for.',
  arguments: { key, value: optional(text('The value; leave it out for a token', { placeholder: 'VALUE' })) },
  examples: [
    { does: 'Name a service', line: 'config set base_url https://media.example.com/v1' },
    { does: 'Use another profile from now on', line: 'config set profile local' },
    { does: 'Trust an authority of your own', line: 'config set ca_file authority.pem' },
    { does: 'A token from standard input', line: 'config set token --token-file -' },
  ],
  plan: ({ key, value }) => {
    if (key !== 'token' && !value) throw new LackingError(['value'], `vau config set ${key} needs a value`);
    return local(async (session) => {
      const settings = await session.settings();
      const { valueToKeep } = await import('../local/setting-value.ts');
      const wanted =
        key === 'token' ? await tokenOf(session, settings, value) : valueToKeep(key, value ?? '', settings);
      const { changeDocument, changeProfile } = await import('../../config/write.ts');
      const profile = settings.profile.value ?? defaultProfile;
      const { aside } =
        key === 'profile'
          ? await changeDocument(settings.file, (document) => ({ ...document, profile: wanted }))
          : await changeProfile(settings.file, profile, (before) => ({ ...before, [key]: wanted }));
      noteAside(session, aside);
      session.note(key === 'profile' ? `Using profile ${wanted}` : `Set ${key} of profile ${profile}`);
      // --profile beats the environment: whoever names the profile gets what was set.
      if (settings[key].source === 'environment' && settings.profile.source !== 'flag')
        session.note(`${settings[key].where} is set in the environment, and decides while it is`);
      return { value: { key, value: shown({ key, value: wanted }), ...placeOf(key, profile) }, text: '' };
    });
  },
});

async function tokenOf(session: Session, { token }: Settings, value: string | undefined): Promise<string> {
  if (value !== undefined)
    throw new UsageError('A token is no argument: every user of the machine could see it', {
      next: 'vau config set token --token-file -',
    });
  if (token.source === 'flag' && token.value) return token.value;
  return askToken(session);
}

const unset = defineCommand({
  name: 'config unset',
  arguments: { key },
  examples: [{ does: 'Forget the base address', line: 'config unset base_url' }],
  plan: ({ key }) =>
    local(async (session) => {
      const settings = await session.settings();
      if (key !== 'profile') requireAskedProfile(settings);
      const { file, profile } = settings;
      const name = profile.value ?? defaultProfile;
      const { changeDocument, changeProfile } = await import('../../config/write.ts');
      const { aside } =
        key === 'profile'
          ? await changeDocument(file, ({ profile: _, ...rest }) => rest)
          : await changeProfile(file, name, ({ [key]: _, ...rest }) => rest);
      noteAside(session, aside);
      session.note(key === 'profile' ? 'No profile is chosen now' : `Removed ${key} of profile ${name}`);
      return { value: { key, value: null, ...placeOf(key, name) }, text: '' };
    }),
});

const path = defineCommand({
  name: 'config path',
  examples: [{ does: 'Where it is', line: 'config path' }],
  plan: () =>
    local(async (session) => {
      const { file } = await session.settings();
      return { value: file, text: file };
    }),
});

const explain = defineCommand({
  name: 'config explain',
  about:
    'A value comes from a flag, then the environment, then the profile in use, then a default. A profile named by --profile comes before the environment.',
  arguments: { key },
  examples: [{ does: 'Why this service?', line: 'config explain base_url' }],
  plan: ({ key }) =>
    local(async (session) => {
      // Which profile was chosen can be explained even if there is no such profile: that is what was asked.
      const settings = key === 'profile' ? await session.settings() : await settingsOf(session);
      const { value, source, where, shadows } = settings[key];
      const told = {
        ...{ key, value: shown({ key, value }) ?? null, source, where },
        ...(key === 'profile' && { exists: hasProfile(settings, value ?? defaultProfile) }),
        shadows: shadows.map((other) => ({ ...other, value: shown({ key, value: other.value }) })),
      };
      return { value: told, text: explained(told) };
    }),
});

interface Told {
  readonly key: Key;
  readonly value: string | null;
  readonly source: string;
  readonly where: string;
  /** Of key profile: whether the configuration holds it. */
  readonly exists?: boolean;
  readonly shadows: readonly { source: string; where: string; value: string | undefined }[];
}

function explained({ key, value, source, where, exists, shadows }: Told): string {
  const { flag, variable, help } = keys[key];
  const kept = key === 'profile' ? 'the choice that auth login and config set profile keep' : 'a profile';
  const head = `${key}: ${help}. It can come from ${flag}, ${variable} or ${kept}.`;
  if (value === null) return `${head}\nIt is not set.`;
  const others = shadows.map((other) => `It shadows ${other.value} from ${other.where} (${other.source}).`);
  const lacking =
    exists === false ? [`There is no profile ${value} yet: vau auth login --profile ${value} makes it.`] : [];
  return [head, `It is ${value}, from ${where} (${source}).`, ...lacking, ...others].join('\n');
}

export const commands = [list, get, set, unset, path, explain];
