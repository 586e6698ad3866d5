/** A client for a service, with what the flags and the settings say about requests. */
import { readFileSync } from 'node:fs';
import type { Client } from '../../../client/client.ts';
import { defaultRetries, type OnRetry, type RetryPolicy } from '../../../client/retry.ts';
import { defaultTimeouts, type Timeouts } from '../../../client/transport.ts';
import type { Setting, Settings } from '../../../config/settings.ts';
import { UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';
import type { Progress } from '../../terminal/progress.ts';
import { version } from '../../terminal/version.ts';
import { secondsFrom, unreadable } from '../read-value.ts';
import { debugTrace } from './debug.ts';

/** What it takes of a session; a session is one. */
export type Connecting = Pick<Session, 'io' | 'flags' | 'note' | 'progress' | 'settings'>;

/** How a caller is unlike the others. */
export interface Manner {
  /** No proxy, whatever the environment names. */
  readonly direct?: boolean;
  /** Patience in ms where neither a flag, nor the environment, nor the profile says otherwise. */
  readonly timeouts?: Timeouts;
  readonly retry?: RetryPolicy;
}

/**
 * Opens a client. Nothing is sent.
 * @param baseUrl ends in /v1
 * @throws UsageError when the file of certificates holds none, or the time-out is no time
 */
export async function connect(
  session: Connecting,
  baseUrl: string,
  token: string | undefined,
  { direct = false, timeouts = defaultTimeouts, retry = defaultRetries }: Manner = {},
): Promise<Client> {
  const { createClient } = await import('../../../client/client.ts');
  const settings = await session.settings();
  const { ca_file } = settings;
  return createClient({
    baseUrl,
    token,
    userAgent: `vau/${version}`,
    env: direct ? {} : session.io.env,
    onRetry: retryNotes(session),
    retry,
    ca: ca_file.value === undefined ? undefined : certificatesIn(ca_file.value, nameOf(ca_file)),
    timeouts: timeoutsOf(settings, timeouts),
    trace: session.flags.debug ? debugTrace(session.note, token) : undefined,
  });
}

/** A setting as whoever gave it calls it: `--ca-file`, `VAU_CA_FILE`, `ca_file of profile work`. */
const nameOf = ({ key, source, where }: Setting): string =>
  source === 'profile' ? `${key} of ${where}` : where;

/** Where a setting says nothing, `usual` holds. */
function timeoutsOf({ request_timeout, total_timeout }: Settings, usual: Timeouts): Timeouts {
  const own = (setting: Setting) =>
    setting.source === 'default' ? undefined : milliseconds(setting.value ?? '', nameOf(setting));
  const answer = own(request_timeout);
  const total = own(total_timeout) ?? usual.total;
  return answer === undefined ? { ...usual, total } : { connect: Math.min(10_000, answer), answer, total };
}

/**
 * A time-out, in ms.
 * @param name what gave it, for messages
 * @throws UsageError when it is no time, or none at all
 */
export function milliseconds(text: string, name: string): number {
  const seconds = secondsFrom(text, name);
  if (!(seconds > 0)) throw new UsageError(`${name} must be above 0`);
  return seconds * 1000;
}

/**
 * The certificates in a file, as PEM text.
 * @param name what named the file, for messages
 * @throws UsageError when it cannot be read or holds none
 */
export function certificatesIn(file: string, name: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(name, file, error);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`${name}: ${file} holds no certificate in PEM form`);
  return text;
}

/** Says that a request is tried again: a line, or on a terminal a countdown. */
function retryNotes({ io, note, progress }: Connecting): OnRetry {
  return ({ error, delay }) => {
    const length = (ms: number) =>
      io.terminal.err ? Math.max(1, Math.round(ms / 1000)) : (ms / 1000).toFixed(1);
    const said = (ms: number) => `${error.message}: trying again in ${length(ms)} s`;
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
