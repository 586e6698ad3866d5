import { baseAddress } from '../../client/address.ts';
import { isMachineFault, reasonOf } from '../../config/reason.ts';
import {
  type Candidate,
  defaultProfile,
  masked,
  type Setting,
  type Settings,
} from '../../config/settings.ts';
import { CliError, LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { noteAside } from '../local/aside.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { either, path, toggle } from '../model/values.ts';
import { hasProfile, requireAskedProfile, requireProfile } from '../run/session/profile.ts';
import { tokenFor } from '../run/session/session.ts';
import { askToken, checkToken } from '../run/session/sign-in.ts';

const login = defineCommand({
  name: 'auth login',
  about:
    'Asks for missing values on a terminal. Elsewhere, give --base-url and --token-file (or VAU_TOKEN). The token is checked before it is saved, in a file that only you can read. The profile becomes the current one; --no-use keeps the current one.',
  flags: {
    unchecked: toggle('Save the token without checking it'),
    use: either('Make this profile the one in use (the default)'),
  },
  examples: [
    { does: 'Be asked', line: 'auth login' },
    {
      does: 'In a script',
      line: 'auth login --base-url https://media.example.com/v1 --token-file token.txt',
    },
    {
      does: 'In another profile, without switching to it',
      line: 'auth login --profile staging --base-url https://staging.example.com/v1 --no-use',
    },
  ],
  plan: ({ unchecked, use = true }) =>
    local(async (session) => {
      const settings = await session.settings();
      const profile = settings.profile.value ?? defaultProfile;
      const baseUrl = baseAddress(await addressFor(session, settings));
      const token = await tokenToKeep(session, settings);
      if (!unchecked) await checkToken(session, baseUrl, token);
      const { changeProfile } = await import('../../config/write.ts');
      const { aside } = await changeProfile(
        settings.file,
        profile,
        (before) => ({ ...before, base_url: baseUrl, token }),
        (document) => (use ? { ...document, profile } : document),
      );
      noteAside(session, aside);
      session.note(
        unchecked
          ? `Kept the token for ${baseUrl} in profile ${profile}, unchecked: vau auth status tries it`
          : `Signed in to ${baseUrl} as profile ${profile}`,
      );
      const before = settings.document.profile ?? defaultProfile;
      session.note(use ? inUseNote(settings, profile, before) : notInUseNote(profile, before));
      const kept = { profile, base_url: baseUrl, token: masked(token), checked: !unchecked };
      return { value: { ...kept, profile_in_use: use ? profile : before }, text: '' };
    }),
});

/** Which profile the next commands use, and how to go back. */
function inUseNote(settings: Settings, profile: string, before: string): string {
  if (before === profile || !hasProfile(settings, before)) return `Profile ${profile} is in use.`;
  return `Profile ${profile} is now in use, in place of ${before}. To go back: vau config set profile ${before}`;
}

function notInUseNote(profile: string, before: string): string {
  if (before === profile) return `Profile ${profile} was in use, and still is.`;
  return `Profile ${profile} is not in use. To use it: --profile ${profile}, or vau config set profile ${profile}`;
}

async function addressFor(session: Session, { base_url: { value, source } }: Settings): Promise<string> {
  if (value !== undefined && source !== 'profile') return value;
  if (session.interactive)
    return (await session.prompts()).input('Base address (ends in /v1)', { fallback: value });
  if (value !== undefined) return value;
  throw new UsageError('Say which service: --base-url https://HOST/v1');
}

/** A new token: from a flag or the environment, else typed. The one the profile has is what is replaced. */
async function tokenToKeep(session: Session, { token }: Settings): Promise<string> {
  const given = candidatesOf(token).find(({ source }) => source === 'flag' || source === 'environment');
  if (!given) return askToken(session);
  if (given.source === 'environment') session.note(`The token comes from ${given.where}`);
  return given.value;
}

const candidatesOf = ({ value, source, where, shadows }: Setting): readonly Candidate[] =>
  value === undefined ? [] : [{ value, source, where }, ...shadows];

const logout = defineCommand({
  name: 'auth logout',
  about: 'The base address stays in the profile.',
  examples: [{ does: 'Forget a token', line: 'auth logout --profile staging' }],
  plan: () =>
    local(async (session) => {
      const settings = await session.settings();
      requireAskedProfile(settings);
      const { file, profile, token } = settings;
      const name = profile.value ?? defaultProfile;
      const { changeProfile } = await import('../../config/write.ts');
      const { aside } = await changeProfile(file, name, ({ token: _, ...rest }) => rest);
      noteAside(session, aside);
      session.note(`Forgot the token of profile ${name}`);
      if (token.source === 'environment')
        session.note(`${token.where} is set in the environment, and is used while it is`);
      return { value: { profile: name, signed_in: false }, text: '' };
    }),
});

const status = defineCommand({
  name: 'auth status',
  about: 'Checks the token with the service. The exit status is 3 when the service rejects it.',
  examples: [{ does: 'Am I signed in?', line: 'auth status' }],
  plan: () =>
    local(async (session) => {
      const settings = await session.settings();
      const client = await session.client();
      const token = tokenFor(settings) ?? '';
      await checkToken(session, client.baseUrl, token);
      const { profile, token: from } = settings;
      const value = {
        profile: profile.value,
        base_url: client.baseUrl,
        token: masked(token),
        token_source: from.where,
        signed_in: true,
      };
      return { value };
    }),
});

const token = defineCommand({
  name: 'auth token',
  about:
    'A token is never printed whole: what is printed ends up in logs. --save writes it whole into a new file that only you can read, for --token-file on another machine. The exit status is 3 when there is none.',
  flags: { save: path('Write the whole token to this file; the file must not exist yet') },
  examples: [
    { does: 'Which token is it?', line: 'auth token' },
    { does: 'Take it elsewhere', line: 'auth token --profile staging --save token.txt' },
  ],
  plan: ({ save }) =>
    local(async (session) => {
      const settings = await session.settings();
      requireProfile(settings);
      const { profile, base_url, token } = settings;
      if (token.value === undefined) throw noTokenIn(settings);
      if (save !== undefined) await saveToken(save, token.value);
      const shown = masked(token.value);
      const value = {
        profile: profile.value,
        base_url: base_url.value ?? null,
        token: shown,
        token_source: token.where,
        ...(save === undefined ? {} : { saved: save }),
      };
      return { value, text: save === undefined ? shown : `Saved the token ${shown} in ${save}` };
    }),
});

const noTokenIn = ({ profile }: Settings): CliError =>
  new CliError(`Profile ${profile.value} holds no token`, exit.signIn, 'sign_in', {
    next: `vau auth login --profile ${profile.value}`,
  });

async function saveToken(file: string, token: string): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  try {
    await writeFile(file, `${token}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new LocalError(`${file} is there already: the token goes into a new file only`);
    const said = `--save: ${file} cannot be written: ${reasonOf(error)}`;
    throw isMachineFault(error) ? new LocalError(said) : new UsageError(said);
  }
}

export const commands = [login, logout, status, token];
