/** The session of one command: settings, client, progress and prompts, each created on first use. */
import { readFileSync } from 'node:fs';
import type { Client } from '../../../client/client.ts';
import { readRepository, repositoryFile } from '../../../config/repository.ts';
import { resolveSettings, type Setting, type Settings } from '../../../config/settings.ts';
import { textIn } from '../../../config/text.ts';
import { CliError, LocalError, UsageError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { isChange } from '../../model/plan.ts';
import type { CommonFlags, Session } from '../../model/session.ts';
import type { Io } from '../../terminal/io.ts';
import { messageText } from '../../terminal/message.ts';
import { startProgress } from '../../terminal/progress.ts';
import { loadPrompts } from '../../terminal/prompts.ts';
import { unreadable } from '../read-value.ts';
import { requireProfile } from './profile.ts';
import { remembering } from './remember-names.ts';

// Asks once before a command changes the service of a profile that is marked with `confirm always`.

/** The question, at most once for a command. */
interface Guard {
  /**
   * Resolves when the change may be made.
   * @returns whether the user was asked, and agreed
   * @throws UsageError without a terminal; LocalError when the answer is no
   */
  ask(): Promise<boolean>;
  /** The user has agreed to what this command changes. */
  agree(): void;
}

/** @param name the command, as typed */
function changeGuard(session: () => Session, settings: () => Promise<Settings>, name: string): Guard {
  let asked: Promise<boolean> | undefined;
  const ask = async () => {
    const { flags, interactive, prompts } = session();
    const { confirm } = await settings();
    if (confirm.value !== 'always' || flags.yes === true) return false;
    const question = `vau ${name} changes ${serviceText(await settings())}, where every change asks (confirm of ${confirm.where}). Continue?`;
    if (!interactive)
      throw new UsageError(`${question} Add --yes to confirm.`, {
        hint: 'vau cannot ask: standard input or standard error is not a terminal.',
      });
    if (!(await (await prompts()).confirm(question)))
      throw new LocalError('Nothing was changed', { code: 'declined' });
    return true;
  };
  return {
    ask() {
      asked ??= ask();
      return asked;
    },
    agree() {
      asked ??= Promise.resolve(false);
    },
  };
}

/** The client, which asks before the first request that changes something, wherever it is sent from. */
export function guarded(client: Client, guard: Guard): Client {
  return {
    ...client,
    async send(id, parts, options) {
      if (isChange(id)) await guard.ask();
      return client.send(id, parts, options);
    },
    async call(id, parts, options) {
      if (isChange(id)) await guard.ask();
      return client.call(id, parts, options);
    },
    async request(request, options) {
      if (request.method !== 'GET') await guard.ask();
      return client.request(request, options);
    },
  };
}

/** Creates a session from streams and flags. @param name the command that it is for, as typed */
export function createSession(io: Io, flags: CommonFlags, name: string): Session {
  const interactive = io.terminal.in && io.terminal.err;
  const note = (text: string) => io.err(`${messageText(io, text)}\n`);
  let settings: Promise<Settings> | undefined;
  let client: Promise<Client> | undefined;
  let interruption: Interruption | undefined;
  let grace = GRACE_MS;
  const resolved = () => {
    settings ??= resolveAndWarn(io, flags, note);
    return settings;
  };
  const guard = changeGuard(() => session, resolved, name);
  const session: Session = {
    io,
    env: io.env,
    flags,
    output: flags.output ?? 'table',
    interactive,
    settings: resolved,
    client: () => {
      client ??= resolved()
        .then((found) => openClient(found, session))
        .then((opened) => guarded(remembering(opened, io.env), guard));
      return client;
    },
    beforeChange: guard.ask,
    agree: guard.agree,
    progress: (text) => startProgress(io, text),
    async prompts() {
      if (!interactive)
        throw new UsageError('vau cannot ask: standard input or standard error is not a terminal');
      return loadPrompts();
    },
    note,
    async close() {
      interruption?.ignore();
      await (await client?.catch(() => undefined))?.close();
    },
    endsWithin(ms) {
      grace = ms;
    },
    get signal() {
      interruption ??= awaitInterruption(() => grace);
      return interruption.signal;
    },
  };
  return session;
}

async function resolveAndWarn(io: Io, flags: CommonFlags, note: (text: string) => void): Promise<Settings> {
  const given = {
    profile: flags.profile,
    base_url: flags.baseUrl,
    token: flags.tokenFile === undefined ? undefined : tokenIn(flags.tokenFile),
    ca_file: flags.caFile,
    request_timeout: flags.requestTimeout?.toString(),
    total_timeout: flags.totalTimeout?.toString(),
  };
  const shared = repositoryFile(process.cwd());
  const settings = resolveSettings(io.env, given, shared ? await readRepository(shared) : undefined);
  const { file, corrupt, profile, base_url, token, ca_file, request_timeout, total_timeout } = settings;
  if (corrupt !== undefined)
    note(
      `Warning: ignored ${file}: ${corrupt}. Correct it, or sign in again, which keeps it under another name.`,
    );
  // A chosen profile implies its service: warn when a variable overrides it.
  if (profile.source !== 'default')
    for (const setting of [base_url, token, ca_file, request_timeout, total_timeout])
      if (isShadowed(setting))
        note(`Warning: ${setting.where} overrides profile ${profile.value}; unset it to use the profile`);
  return settings;
}

/** True when a variable overrides a different value of the profile. */
const isShadowed = ({ source, value, shadows }: Setting): boolean =>
  source === 'environment' && shadows.some((other) => other.source === 'profile' && other.value !== value);

/** A token from a file; - is standard input. Not an argument, because other users can see arguments. */
function tokenIn(file: string): string {
  try {
    const text = textIn(readFileSync(file === '-' ? 0 : file)).trim();
    if (text) return text;
  } catch (error) {
    throw unreadable('--token-file', file, error);
  }
  throw new UsageError(`--token-file: ${file === '-' ? 'standard input' : file} is empty`);
}

async function openClient(settings: Settings, session: Session): Promise<Client> {
  const address = serviceAddress(settings);
  const token = tokenFor(settings);
  if (!token) throw noToken(settings, address);
  const { connect } = await import('./connect.ts');
  return connect(session, address, token);
}

/** The base URL of the chosen service. Throws a CliError with a next step when none is chosen. */
export function serviceAddress(settings: Settings): string {
  requireProfile(settings);
  if (settings.base_url.value === undefined) throw noService(settings);
  return settings.base_url.value;
}

/** The service and where its URL comes from: `https://media.example.com/v1 (profile staging)`. */
export const serviceText = (settings: Settings): string =>
  `${serviceAddress(settings)} (${settings.base_url.where})`;

/** The token, unless it belongs to a profile of another host: a token is sent only to its own service. */
export function tokenFor({ token, base_url, profile, document }: Settings): string | undefined {
  if (token.source !== 'profile' || base_url.source === 'profile') return token.value;
  const own = document.profiles?.[profile.value ?? '']?.base_url;
  return own !== undefined && originOf(own) === originOf(base_url.value ?? '') ? token.value : undefined;
}

const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : text);

function noService({ file }: Settings): CliError {
  return new CliError('No service is chosen', exit.usage, 'no_service', {
    hint:
      'Run one on this machine: vau quickstart, or vau serve.\n' +
      'Or sign in to one: vau auth login --base-url https://HOST/v1\n' +
      `Or set VAU_BASE_URL and VAU_TOKEN. ${file} chooses no service.`,
    next: 'vau quickstart',
  });
}

function noToken({ token, profile }: Settings, baseUrl: string): CliError {
  const foreign = token.source === 'profile';
  const message = foreign
    ? `The token of profile ${profile.value} belongs to another service and is not sent to ${originOf(baseUrl)}`
    : `No token is set for ${originOf(baseUrl)}`;
  return new CliError(message, exit.signIn, 'sign_in', {
    hint: 'Set VAU_TOKEN or --token-file, or save a token in a profile.',
    next: `vau auth login --base-url ${baseUrl}`,
  });
}

/** The signals that ask a command to end. Windows sends others: SIGHUP when the console window is closed, SIGBREAK for Ctrl-Break. */
export const endingSignals = (platform = process.platform): readonly NodeJS.Signals[] =>
  platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] : ['SIGINT', 'SIGTERM'];

/** Default time for a command to end after a signal, for example to record its results, in milliseconds. */
const GRACE_MS = 3000;

interface Interruption {
  readonly signal: AbortSignal;
  /** Restores the default handling of Ctrl-C and SIGTERM. */
  ignore(): void;
}

/**
 * Aborts at the first Ctrl-C or SIGTERM. A second one gets the default handling. So does the first when the
 * command is still running after the grace period, for example because nobody reads its output.
 */
function awaitInterruption(graceMs: () => number): Interruption {
  const controller = new AbortController();
  const ignore = () => {
    for (const signal of endingSignals()) process.off(signal, stop);
  };
  const stop = (signal: NodeJS.Signals) => {
    controller.abort();
    // Deferred: the spinner's own listener ends the process when it finds no other listener.
    setImmediate(ignore);
    setTimeout(() => process.kill(process.pid, signal), graceMs()).unref();
  };
  for (const signal of endingSignals()) process.on(signal, stop);
  return { signal: controller.signal, ignore };
}
