import { baseAddress } from '../../client/address.ts';
import { defaultProfile, masked, type Settings } from '../../config/settings.ts';
import { UsageError } from '../errors.ts';
import { defineCommand } from '../model.ts';
import { local } from '../plan.ts';
import { tokenFor } from '../run/session.ts';
import { checkToken } from '../run/sign-in.ts';
import type { Session } from '../session.ts';
import { toggle } from '../values.ts';

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
      if (aside) session.note(`The file that could not be understood is kept as ${aside}`);
      session.note(`Signed in to ${baseUrl} as profile ${profile}`);
      return undefined;
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
  if (!session.interactive)
    throw new UsageError('Give the token with --token-file FILE; - is standard input');
  const typed = (await session.prompts()).secret('Token');
  return (await typed).trim();
}

const logout = defineCommand({
  name: 'auth logout',
  about: 'The base address stays in the profile.',
  examples: [{ does: 'Forget a token', line: 'auth logout --profile staging' }],
  plan: () =>
    local(async (session) => {
      const { file, profile } = await session.settings();
      const name = profile.value ?? defaultProfile;
      const { changeProfile } = await import('../../config/write.ts');
      await changeProfile(file, name, ({ token: _, ...rest }) => rest);
      session.note(`Forgot the token of profile ${name}`);
      return undefined;
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

export const commands = [login, logout, status];
