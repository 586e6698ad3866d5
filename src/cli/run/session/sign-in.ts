/** Asks for a token, and tries one on a service. */
import { UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';

/**
 * Asks the service for one file.
 * @throws ApiError when the token is not taken, NetworkError when nobody answers
 */
export async function checkToken(session: Session, baseUrl: string, token: string): Promise<void> {
  const { connect } = await import('./connect.ts');
  const client = await connect(session, baseUrl, token);
  try {
    await client.call('file.list', { query: { limit: 1 } }, { signal: session.signal });
  } finally {
    await client.close();
  }
}

/** A token typed by a person, who does not see it. Throws a UsageError when nobody can be asked or nothing was typed. */
export async function askToken(session: Session): Promise<string> {
  if (!session.interactive)
    throw new UsageError('Give the token with --token-file FILE; - is standard input');
  const typed = (await (await session.prompts()).secret('Token')).trim();
  if (!typed) throw new UsageError('No token was typed; nothing was kept');
  return typed;
}
