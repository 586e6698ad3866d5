/** `vau serve`: checks its flags, the port and the data folder, loads the service, and runs it until it is stopped. */

import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  changeDocument,
  configFile,
  type Document,
  dataFolder as defaultDataFolder,
  defaultProfile,
  readDocument,
} from '../../../config/index.ts';
import { LocalError, UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';
import { show } from '../../output/show.ts';
import { loadService, noteAside, type RunningService } from '../opening/door.ts';
import { refusedFlag } from '../opening/ffmpeg.ts';
import { checkStore, folderRefusal, type Where, whereOf } from '../opening/refusals.ts';
import { hasChosen, lastPort, profileOf, type ServedFolder, servedFolder, withService } from './profile.ts';
import { removeRecord, writeRecord } from './record.ts';
import { serviceStatus } from './status.ts';

/** The default port of the embedded service. */
export const defaultPort = 4747;

/** The default address to listen on. */
const thisMachine = '127.0.0.1';

/** The preferred port if it is free on this host, else any free port. */
export async function freePort(wished: number, host: string): Promise<number> {
  for (const port of [wished, 0]) {
    const taken = await take(port, host);
    if (typeof taken === 'number') return taken;
  }
  return wished;
}

/** Binds a port for a moment (0: any). @returns its number, or why it cannot be used */
function take(port: number, host: string): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** The flags of `vau serve` and `vau service start`. */
export interface ServeFlags {
  host?: string | undefined;
  port?: number | undefined;
  dataDir?: string | undefined;
  workers?: number | undefined;
  /** Address of a PostgreSQL database. */
  store?: string | undefined;
  /** Value of --ffmpeg. */
  ffmpeg?: string | undefined;
  /** Bucket of the objects. */
  objects?: string | undefined;
  /** Path of the key of secrets. */
  secretsKeyFile?: string | undefined;
  replaceSecretsKey?: boolean | undefined;
}

/** Time to stop, in milliseconds: requests get 3 s to finish, workers 10 s to release their jobs. */
export const STOP_MS = 15_000;

/** The most worker processes of one machine. */
export const MOST_WORKERS = 256;

/** Refuses numbers out of range, and what is not the address of a store. */
export function checkServeFlags({ port, workers, store }: ServeFlags): void {
  checkStore(store);
  if (port !== undefined && (port < 0 || port > 65_535))
    throw new UsageError(`--port must be 1 to 65535, or 0 for any free port (got ${port})`);
  if (workers !== undefined && (workers < 0 || workers > MOST_WORKERS))
    throw new UsageError(`--workers must be 1 to ${MOST_WORKERS}, or 0 with --store (got ${workers})`);
}

/** The given data folder, or the default one of this user. */
export function dataFolderOf(flags: { dataDir?: string | undefined }, env: NodeJS.ProcessEnv): string {
  return flags.dataDir ? path.resolve(flags.dataDir) : defaultDataFolder(env);
}

/** The given port, else the one that the service of this data folder had when it last ran, else the default one. */
export function portOf({ port }: ServeFlags, dataDir: string, env: NodeJS.ProcessEnv): number {
  return port ?? lastPort(readDocument(configFile(env)).document, servedFolder(dataDir, env)) ?? defaultPort;
}

/** Refuses a port that the service cannot have. @param next the command that takes a free one @throws LocalError */
export async function refuseTaken(port: number, given: ServeFlags, next: string): Promise<void> {
  const host = given.host ?? thisMachine;
  const taken = await take(port, host);
  if (typeof taken !== 'number') throw portFault(taken, port, { ...given, host }, next) ?? taken;
}

/** The setting of --secrets-key-file. */
export function secretsKeyOf({ secretsKeyFile }: ServeFlags): { secretsKey?: { file: string } } {
  return secretsKeyFile === undefined ? {} : { secretsKey: { file: path.resolve(secretsKeyFile) } };
}

/**
 * Runs the service in this process until it is interrupted, then stops it cleanly: running jobs finish or
 * return to the queue. @throws LocalError when one is already running with this data folder, the port is in
 * use, or a requirement is missing
 */
export async function serve(session: Session, flags: ServeFlags): Promise<void> {
  refuseWithoutStore(flags, session.env);
  const dataDir = dataFolderOf(flags, session.env);
  await refuseSecond(dataDir);
  session.endsWithin(STOP_MS);
  const { signal } = session; // from here on Ctrl-C stops the service cleanly
  const service = await startWithToken(session, flags, dataDir);
  try {
    await keepProfile(session, servedFolder(dataDir, session.env), service);
    const record = { pid: process.pid, url: service.url, started_at: Date.now() };
    await writeRecord(dataDir, record);
    session.note(
      `The service is running at ${service.url}. Its data is in ${dataDir}. Press Ctrl-C to stop it.`,
    );
    // For programs that started it: the same record as service status. People have read the note above.
    await show(session, { value: { state: 'running', data_dir: dataDir, ...record }, text: '' });
    if (!signal.aborted) await once(signal, 'abort');
    session.note('Stopping. Unfinished jobs resume at the next start.');
  } finally {
    await removeRecord(dataDir, process.pid);
    await service.stop();
  }
}

/** Refuses what only a store that machines share has: workers elsewhere, and the fingerprint of a key. */
function refuseWithoutStore({ workers, store, replaceSecretsKey }: ServeFlags, env: NodeJS.ProcessEnv): void {
  if (whereOf({ store }, env).store !== undefined) return;
  if (workers === 0)
    throw new UsageError(
      `--workers must be 1 to ${MOST_WORKERS} (got 0): nothing would run the jobs. With --store it may be 0, if vau worker runs them`,
    );
  if (replaceSecretsKey === true)
    throw new UsageError(
      '--replace-secrets-key is for a PostgreSQL database (--store or VAU_STORE) whose key is lost; here the store is SQLite in the data folder',
      {
        hint: 'Start without it. If secrets.key of the data folder is lost, a new one is made; rotate the webhooks then.',
        next: 'vau webhook rotate --help',
      },
    );
}

async function refuseSecond(dataDir: string): Promise<void> {
  const { record } = await serviceStatus(dataDir);
  if (!record || record.pid === process.pid) return;
  throw new LocalError(
    `A service with the data folder ${dataDir} is already running at ${record.url} (process ${record.pid}).`,
    { hint: 'Stop it first, or choose another folder with --data-dir.', next: 'vau service stop' },
  );
}

/** Starts the service. Creates a new token if the profile has none, or the service rejects it. */
async function startWithToken({ env }: Session, given: ServeFlags, dataDir: string): Promise<RunningService> {
  const flags = { ...given, ...whereOf(given, env), port: portOf(given, dataDir, env) };
  const { document } = readDocument(configFile(env));
  const token = document.profiles?.[profileOf(document, servedFolder(dataDir, env))]?.token;
  const starts = (newToken: boolean) => start(flags, dataDir, newToken, given);
  const service = await starts(token === undefined);
  if (service.token !== undefined || (token !== undefined && (await takes(service.url, token))))
    return service;
  await service.stop();
  return starts(true);
}

/** Whether the service accepts this token. */
function takes(url: string, token: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`${url}/files?limit=1`, { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode !== 401);
    }).on('error', reject);
  });
}

/** Starts the service; errors get a message and a next step. @param given the flags that were typed */
async function start(
  flags: ServeFlags & { readonly port: number },
  dataDir: string,
  newToken: boolean,
  given: ServeFlags,
): Promise<RunningService> {
  const { host = thisMachine, port, workers, ffmpeg, store, objects } = flags;
  const { startService } = await loadService();
  try {
    return await startService({
      dataDir,
      host,
      port,
      newToken,
      ...(workers === undefined ? {} : { workers }),
      ...(store === undefined ? {} : { store }),
      ...(ffmpeg === undefined ? {} : { ffmpegPath: ffmpeg }),
      ...(objects === undefined ? {} : { objectLocation: objects }),
      ...secretsKeyOf(flags),
      replaceSecretsKey: flags.replaceSecretsKey === true,
    });
  } catch (error) {
    throw (
      refusedFlag(error, ffmpeg) ??
      portFault(error as NodeJS.ErrnoException, port, { ...given, host }, 'vau serve --port 0') ??
      inWords(error as Error, flags)
    );
  }
}

/**
 * What is wrong with a port, if that is what the error is about.
 * @param port the port and its address, for people
 * @param more what to do if it is in use
 */
export function portRefusal(
  { code, syscall, message }: NodeJS.ErrnoException,
  port: string,
  more: { hint: string; next?: string },
): LocalError | undefined {
  if (code === 'EADDRINUSE') return new LocalError(`${port} is in use by another program`, more);
  if (code === 'EACCES' && syscall === 'listen') return new LocalError(`${port} cannot be used: ${message}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new LocalError(`${port}: this machine does not have this address`);
  return undefined;
}

/**
 * What is wrong with the port of the service, if that is what the error is about.
 * @param given the flags that were typed: a port that was not is the last one or the default
 */
function portFault(
  error: NodeJS.ErrnoException,
  port: number,
  { host, port: typed }: ServeFlags,
  next: string,
): LocalError | undefined {
  const kept = typed === undefined && port !== defaultPort;
  const hint = kept
    ? 'The service had this port when it last ran. Stop that program, or choose another port; 0 is any free port.'
    : 'Choose another port, or 0 for any free port.';
  return portRefusal(error, `Port ${port} on ${host}`, { hint, next });
}

function inWords(error: Error, where: Where): unknown {
  const { name, message } = error;
  if (name === 'StorageFault') return new LocalError(message, { next: 'vau service config list' });
  if (name === 'SettingRefused') return new LocalError(message, { next: 'vau service config list' });
  if (name === 'MediaError') return new LocalError(message, { next: 'vau setup ffmpeg' });
  return folderRefusal(error, where);
}

/** Sets the profile of the data folder to its service, and notes any change. */
async function keepProfile(
  session: Session,
  folder: ServedFolder,
  service: { url: string; token?: string | undefined },
): Promise<void> {
  const file = configFile(session.env);
  const { document } = readDocument(file);
  if (isDeepStrictEqual(withService(document, folder, service), document)) return;
  let name = '';
  const { aside } = await changeDocument(file, (present) => {
    name = profileOf(present, folder);
    return withService(present, folder, service);
  });
  noteAside(session, aside);
  const before = document.profiles?.[name]?.base_url ?? service.url;
  const moved = before === service.url ? '' : `, and no longer to ${before}`;
  session.note(`The profile ${name} in ${file} points to this service${moved}. ${inUse(document, name)}`);
}

/** Says whether this profile is the current one. */
export function inUse(document: Document, name: string): string {
  if (!hasChosen(document)) return 'It is now the current profile.';
  const present = document.profile ?? defaultProfile;
  if (present === name) return 'It is the current profile.';
  return `The current profile is still ${present}; to use this one: --profile ${name}`;
}
