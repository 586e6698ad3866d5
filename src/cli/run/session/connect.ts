/** Creates a client from flags and settings. */
import { readFileSync } from 'node:fs';
import type { Client, TraceEvent } from '../../../client/client.ts';
import { defaultTimeouts, type Timeouts } from '../../../client/network/transport.ts';
import { defaultRetries, type OnRetry, type RetryPolicy } from '../../../client/retry.ts';
import type { Setting, Settings } from '../../../config/settings.ts';
import { textIn } from '../../../config/text.ts';
import { UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';
import type { Progress } from '../../terminal/progress.ts';
import { redactor } from '../../terminal/redact.ts';
import { version } from '../../terminal/version.ts';
import { secondsFrom, unreadable } from '../read-value.ts';

// --debug: traces requests and responses on standard error, without secrets.

/** Maximum length of a shown body, and of a body that is searched for secrets, in characters. */
const longest = 4000;
const longestSearched = 1_000_000;

/**
 * Writes requests and responses as lines: `>` is sent, `<` is received. @param note writes a line @param
 * token the token in use; it is always hidden
 */
function debugTrace(note: (text: string) => void, token: string | undefined): (event: TraceEvent) => void {
  const hide = redactor(token);
  const headers = (mark: string, all: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(all)) note(`${mark} ${name}: ${hide.header(name, value)}`);
  };
  const body = (mark: string, text: string) => {
    if (text.length > longestSearched) note(`${mark} (${text.length} characters)`);
    else if (text) note(`${mark} ${shortened(hide.body(text))}`);
  };
  return (event) => {
    if (event.kind === 'request') {
      note(`> ${event.method} ${hide.text(event.url)}`);
      headers('>', event.headers);
      if (event.body !== undefined)
        body('>', typeof event.body === 'string' ? event.body : '(a stream of bytes)');
    } else if (event.kind === 'answer') {
      note(`< ${event.status} in ${Math.round(event.ms)} ms`);
      headers('<', event.headers);
      body('<', event.body);
    } else note(`< no response after ${Math.round(event.ms)} ms: ${hide.text(faultOf(event.error))}`);
  };
}

const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const shortened = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;

/** The part of a session that it needs. */
export type Connecting = Pick<Session, 'io' | 'flags' | 'note' | 'progress' | 'settings'>;

/** Options of special callers. */
export interface Manner {
  /** Never use a proxy. */
  readonly direct?: boolean;
  /** Timeouts in ms unless a flag, the environment or the profile sets others. */
  readonly timeouts?: Timeouts;
  readonly retry?: RetryPolicy;
}

/**
 * Opens a client; sends nothing. @param baseUrl ends in /v1 @throws UsageError when the certificate file
 * holds no certificate, or a timeout is invalid
 */
export async function connect(
  session: Connecting,
  baseUrl: string,
  token: string | undefined,
  { direct = false, timeouts = defaultTimeouts, retry = defaultRetries }: Manner = {},
): Promise<Client> {
  const { createClient } = await import('../../../client/create.ts');
  const settings = await session.settings();
  return createClient({
    baseUrl,
    token,
    userAgent: `vau/${version}`,
    env: direct ? {} : session.io.env,
    onRetry: retryNotes(session),
    retry,
    ca: certificatesOf(settings),
    timeouts: timeoutsOf(settings, timeouts),
    trace: session.flags.debug ? debugTrace(session.note, token) : undefined,
  });
}

/** The certificates to trust besides Node's own, as PEM text. @throws UsageError as `certificatesIn` does */
export function certificatesOf({ ca_file }: Settings): string | undefined {
  return ca_file.value === undefined ? undefined : certificatesIn(ca_file.value, nameOf(ca_file));
}

/** The name of a setting at its source: `--ca-file`, `VAU_CA_FILE`, `ca_file of profile work`. */
const nameOf = ({ key, source, where }: Setting): string =>
  source === 'profile' ? `${key} of ${where}` : where;

/** The timeouts of the settings; `usual` is the default. */
function timeoutsOf({ request_timeout, total_timeout }: Settings, usual: Timeouts): Timeouts {
  const own = (setting: Setting) =>
    setting.source === 'default' ? undefined : milliseconds(setting.value ?? '', nameOf(setting));
  const answer = own(request_timeout);
  const total = own(total_timeout) ?? usual.total;
  return answer === undefined ? { ...usual, total } : { connect: Math.min(10_000, answer), answer, total };
}

/** A timeout in ms. @param name its source, for messages @throws UsageError when it is not a duration above 0 */
export function milliseconds(text: string, name: string): number {
  const seconds = secondsFrom(text, name);
  if (!(seconds > 0)) throw new UsageError(`${name} must be above 0`);
  return seconds * 1000;
}

/**
 * The certificates of a file, as PEM text. @param name the flag or setting, for messages @throws UsageError
 * when the file is unreadable or holds no certificate
 */
export function certificatesIn(file: string, name: string): string {
  let text: string;
  try {
    text = textIn(readFileSync(file));
  } catch (error) {
    throw unreadable(name, file, error);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`${name}: ${file} contains no certificate in PEM format`);
  return text;
}

/** Reports a retry: as a line, or on a terminal as a countdown. */
function retryNotes({ io, note, progress }: Connecting): OnRetry {
  return ({ error, delay }) => {
    const length = (ms: number) =>
      io.terminal.err ? Math.max(1, Math.round(ms / 1000)) : (ms / 1000).toFixed(1);
    const said = (ms: number) => `${error.message}: retrying in ${length(ms)} s`;
    if (!io.terminal.err || delay < 1000) {
      if (!io.terminal.err) note(said(delay));
      return undefined;
    }
    return countDown(progress(said(delay)), delay, said);
  };
}

/** Shows the remaining time every second. Returns a function that ends it. */
function countDown(shown: Progress, delay: number, text: (ms: number) => string): () => void {
  const end = performance.now() + delay;
  const timer = setInterval(() => shown.update(text(Math.max(0, end - performance.now()))), 1000);
  return () => {
    clearInterval(timer);
    shown.stop();
  };
}
