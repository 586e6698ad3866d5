/** The source of a webhook secret. Never an argument, because other users can see arguments. */

import type { EventName } from '../../contract/values/events.ts';
import { UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { id, path } from '../model/values.ts';
import { allOf, fileText } from '../run/read-value.ts';

export const secretFlags = {
  secretFile: path('File that holds the secret; - is standard input (default VAU_WEBHOOK_SECRET)', {
    placeholder: 'FILE|-',
  }),
  webhook: id('Fetch the secret of this webhook from the service'),
} as const;

export interface SecretFlags {
  readonly secretFile?: string | undefined;
  readonly webhook?: string | undefined;
}

/**
 * The secret from the flags, the environment or a prompt; undefined if there is none. @throws UsageError when
 * the file is empty
 */
export async function secretFor(
  session: Session,
  { secretFile, webhook }: SecretFlags,
): Promise<string | undefined> {
  if (webhook !== undefined) {
    const client = await session.client();
    const { webhook_secret } = await client.call('webhook.get', { params: { webhook_id: webhook } });
    return webhook_secret;
  }
  if (secretFile === undefined) return session.env.VAU_WEBHOOK_SECRET?.trim() || askedSecret(session);
  const text =
    secretFile === '-' ? await allOf(session.io.stdin) : await fileText(secretFile, '--secret-file');
  if (text.trim() === '')
    throw new UsageError(`--secret-file: ${secretFile === '-' ? 'standard input' : secretFile} is empty`);
  return text.trim();
}

/** Prompts for the secret; undefined without a terminal. */
async function askedSecret(session: Session): Promise<string | undefined> {
  if (!session.interactive) return undefined;
  return (await (await session.prompts()).secret('Webhook secret')).trim() || undefined;
}

/** The error for a missing secret. */
export const noSecret = (more = ''): UsageError =>
  new UsageError('No secret to verify with', {
    hint: `Give it with --secret-file FILE, VAU_WEBHOOK_SECRET or --webhook WEBHOOK_ID${more}.`,
    next: 'vau webhook list',
  });

/** Checks the flags of `vau webhook listen` before anything is loaded. */
export interface ListenFlags extends SecretFlags {
  readonly port?: number | undefined;
  readonly forward?: string | undefined;
  readonly event?: readonly EventName[] | undefined;
  readonly count?: number | undefined;
  readonly unverified?: boolean | undefined;
}

/** Refuses ports out of range, and URLs that cannot be forwarded to. */
export function checkListenFlags({ port, forward, count }: ListenFlags): void {
  if (port !== undefined && (port < 0 || port > 65_535))
    throw new UsageError(`--port must be 1 to 65535, or 0 for any free port (got ${port})`);
  if (count !== undefined && count < 1) throw new UsageError('--count must be at least 1');
  if (forward !== undefined && !/^https?:$/.test(URL.canParse(forward) ? new URL(forward).protocol : ''))
    throw new UsageError(`--forward must be an http(s) URL (got ${JSON.stringify(forward)})`);
}
