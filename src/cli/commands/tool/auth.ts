import { baseAddress } from '../../../client/address.ts';
import { isMachineFault, reasonOf } from '../../../config/errors.ts';
import {
  type Candidate,
  defaultProfile,
  masked,
  type Setting,
  type Settings,
} from '../../../config/settings.ts';
import { CliError, LocalError, UsageError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { noteAside } from '../../local/opening/door.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { either, path, toggle } from '../../model/values.ts';
import { hasProfile, requireAskedProfile, requireProfile } from '../../run/session/profile.ts';
import { tokenFor } from '../../run/session/session.ts';
import { askToken, checkToken } from '../../run/session/sign-in.ts';

const login = defineCommand({
  name: 'auth login',
  about:
    'Asks for missing values on a terminal. Elsewhere, give --base-url and --token-file (or VAU_TOKEN). The token is checked first, then saved in a file that only you can read. The profile becomes the current one; add --no-use to keep the current one.',
  flags: {
    unchecked: toggle('Save the token without checking it'),
    use: either('Switch to this profile (default)'),
  },
  examples: [
    { does: 'Sign in and answer the questions', line: 'auth login' },
    {
      does: 'In a script',
      line: 'auth login --base-url https://media.example.com/v1 --token-file token.txt',
    },
    {
      does: 'Add another profile without switching to it',
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
      const { changeProfile } = await import('../../../config/write.ts');
      const { aside } = await changeProfile(
        settings.file,
        profile,
        (before) => ({ ...before, base_url: baseUrl, token }),
        (document) => (use ? { ...document, profile } : document),
      );
      noteAside(session, aside);
      session.note(
        unchecked
          ? `Saved the token for ${baseUrl} in profile ${profile} without checking it. To check it: vau auth status`
          : `Signed in to ${baseUrl} as profile ${profile}`,
      );
      const before = settings.document.profile ?? defaultProfile;
      session.note(use ? inUseNote(settings, profile, before) : notInUseNote(profile, before));
      const kept = { profile, base_url: baseUrl, token: masked(token), checked: !unchecked };
      return { value: { ...kept, profile_in_use: use ? profile : before }, text: '' };
    }),
});

/** Names the current profile and the command that switches back. */
function inUseNote(settings: Settings, profile: string, before: string): string {
  if (before === profile || !hasProfile(settings, before))
    return `Profile ${profile} is the current profile.`;
  return `Profile ${profile} is now the current profile, instead of ${before}. To switch back: vau config set profile ${before}`;
}

function notInUseNote(profile: string, before: string): string {
  if (before === profile) return `Profile ${profile} is still the current profile.`;
  return `Profile ${profile} is not the current profile. To use it: --profile ${profile}, or vau config set profile ${profile}`;
}

async function addressFor(session: Session, { base_url: { value, source } }: Settings): Promise<string> {
  if (value !== undefined && source !== 'profile') return value;
  if (session.interactive)
    return (await session.prompts()).input('Base URL (ends in /v1)', { fallback: value });
  if (value !== undefined) return value;
  throw new UsageError('Name the service with --base-url https://HOST/v1');
}

/** The new token: from a flag, the environment or a prompt. The profile's own token is the one being replaced. */
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
  about: 'The profile keeps its base URL.',
  examples: [{ does: 'Remove a token', line: 'auth logout --profile staging' }],
  plan: () =>
    local(async (session) => {
      const settings = await session.settings();
      requireAskedProfile(settings);
      const { file, profile, token } = settings;
      const name = profile.value ?? defaultProfile;
      const { changeProfile } = await import('../../../config/write.ts');
      const { aside } = await changeProfile(file, name, ({ token: _, ...rest }) => rest);
      noteAside(session, aside);
      session.note(`Removed the token of profile ${name}`);
      if (token.source === 'environment')
        session.note(`${token.where} is still set in the environment and takes precedence`);
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
    'The token is always masked, because command output ends up in logs. Add --save to write the whole token to a new file that only you can read, for --token-file on another machine. The exit status is 3 when there is no token.',
  flags: { save: path('Write the whole token to this file; the file must not exist yet') },
  examples: [
    { does: 'Which token is in use?', line: 'auth token' },
    { does: 'Copy it for another machine', line: 'auth token --profile staging --save token.txt' },
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
  new CliError(`Profile ${profile.value} has no token`, exit.signIn, 'sign_in', {
    next: `vau auth login --profile ${profile.value}`,
  });

async function saveToken(file: string, token: string): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  try {
    await writeFile(file, `${token}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new LocalError(`${file} already exists: --save writes to a new file only`);
    const said = `--save: cannot write ${file}: ${reasonOf(error)}`;
    throw isMachineFault(error) ? new LocalError(said) : new UsageError(said);
  }
}

export const commands = [login, logout, status, token];
