/** Tries a token on a service. */
import type { Session } from '../session.ts';

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
