/** A client for a service, with what the flags say about requests. */
import { readFileSync } from 'node:fs';
import type { Client } from '../../client/client.ts';
import type { OnRetry } from '../../client/retry.ts';
import { UsageError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { debugTrace } from './debug.ts';

/** What it takes of a session; a session is one. */
export type Connecting = Pick<Session, 'io' | 'flags' | 'note' | 'progress'>;

/**
 * Opens a client. Nothing is sent.
 * @param baseUrl ends in /v1
 * @throws UsageError when --ca-file holds no certificate
 */
export async function connect(session: Connecting, baseUrl: string, token: string): Promise<Client> {
  const { createClient } = await import('../../client/client.ts');
  const { caFile, requestTimeout, debug } = session.flags;
  return createClient({
    baseUrl,
    token,
    userAgent: `vau/${version}`,
    env: session.io.env,
    onRetry: retryNotes(session),
    ca: caFile === undefined ? undefined : certificatesIn(caFile),
    timeouts: requestTimeout === undefined ? undefined : timeoutsOf(requestTimeout),
    trace: debug ? debugTrace(session.note, token) : undefined,
  });
}

function timeoutsOf(seconds: number): { connect: number; answer: number } {
  if (!(seconds > 0)) throw new UsageError('--request-timeout must be above 0');
  return { connect: Math.min(10_000, seconds * 1000), answer: seconds * 1000 };
}

function certificatesIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--ca-file: ${(error as Error).message}`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--ca-file: ${file} holds no certificate in PEM form`);
  return text;
}

/** Says that a request is tried again: a line, or on a terminal a countdown. */
function retryNotes({ io, note, progress }: Connecting): OnRetry {
  return ({ error, delay }) => {
    const said = (ms: number) =>
      `${error.message}: trying again in ${(ms / 1000).toFixed(io.terminal.err ? 0 : 1)} s`;
    if (!io.terminal.err || delay < 1000) {
      if (!io.terminal.err) note(said(delay));
      return undefined;
    }
    return countDown(progress(said(delay)), delay, said);
  };
}

/** Shows what is left every second; gives the function that ends it. */
function countDown(shown: Progress, delay: number, text: (ms: number) => string): () => void {
  const end = performance.now() + delay;
  const timer = setInterval(() => shown.update(text(Math.max(0, end - performance.now()))), 1000);
  return () => {
    clearInterval(timer);
    shown.stop();
  };
}
