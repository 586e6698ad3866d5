import { baseAddress } from '../../client/address.ts';
import { isMachineFault, reasonOf } from '../../config/reason.ts';
import { defaultProfile, masked, requireProfile, type Settings } from '../../config/settings.ts';
import { CliError, LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { noteAside } from '../local/aside.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { path, toggle } from '../model/values.ts';
import { tokenFor } from '../run/session/session.ts';
import { askToken, checkToken } from '../run/session/sign-in.ts';

const login = defineCommand({
  name: 'auth login',
  about:
    'Asks for what is missing on a terminal. Elsewhere --base-url and --token-file (or VAU_TOKEN) say it. The token is tried before it is kept, and is kept in a file only you can read. The profile becomes the one in use.',
  flags: { unchecked: toggle('Keep the token without trying it') },
  examples: [
    { does: 'Be asked', line: 'auth login' },
    {
      does: 'In a script',
      line: 'auth login --base-url https://media.example.com/v1 --token-file token.txt',
    },
    {
      does: 'In a profile of its own',
      line: 'auth login --profile staging --base-url https://staging.example.com/v1',
    },
  ],
  plan: ({ unchecked }) =>
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
        (document) => ({ ...document, profile }),
      );
      noteAside(session, aside);
      session.note(
        unchecked
          ? `Kept the token for ${baseUrl} in profile ${profile}, unchecked: vau auth status tries it`
          : `Signed in to ${baseUrl} as profile ${profile}`,
      );
      return { value: { profile, base_url: baseUrl, token: masked(token), checked: !unchecked }, text: '' };
    }),
});

async function addressFor(session: Session, { base_url: { value, source } }: Settings): Promise<string> {
  if (value !== undefined && source !== 'profile') return value;
  if (session.interactive)
    return (await session.prompts()).input('Base address (ends in /v1)', { fallback: value });
  if (value !== undefined) return value;
  throw new UsageError('Say which service: --base-url https://HOST/v1');
}

async function tokenToKeep(session: Session, { token }: Settings): Promise<string> {
  if (token.value !== undefined && token.source !== 'profile') {
    if (token.source === 'environment') session.note(`The token comes from ${token.where}`);
    return token.value;
  }
  return askToken(session);
}

const logout = defineCommand({
  name: 'auth logout',
  about: 'The base address stays in the profile.',
  examples: [{ does: 'Forget a token', line: 'auth logout --profile staging' }],
  plan: () =>
    local(async (session) => {
      const { file, profile, token } = await session.settings();
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
  about: 'Tries the token on the service. The exit status is 3 when it is not taken.',
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
  flags: { save: path('Write it whole into this file, which must not be there yet') },
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
