/** Prompts for a token, and checks one. */
import { UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';

/**
 * Requests one file to check the token. @throws ApiError when the service rejects the token, NetworkError
 * when it cannot be reached
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

/** Prompts for a token without showing it. Throws a UsageError without a terminal or when it is empty. */
export async function askToken(session: Session): Promise<string> {
  if (!session.interactive)
    throw new UsageError('Give the token with --token-file FILE; - is standard input');
  const typed = (await (await session.prompts()).secret('Token')).trim();
  if (!typed) throw new UsageError('The token was empty; nothing was saved');
  return typed;
}
