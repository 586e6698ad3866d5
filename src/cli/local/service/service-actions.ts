/** The actions of `vau service`. */

import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { configFile, readDocument } from '../../../config/index.ts';
import { LocalError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import type { Result } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { agreed } from '../opening/agreed.ts';
import { forFolder } from '../opening/refusals.ts';
import { serviceOfOthers, startInBackground } from './background.ts';
import { launcher } from './launcher.ts';
import { isAlive, killCommand, until } from './process.ts';
import { profileOf, servedFolder } from './profile.ts';
import { recordFile, type ServiceRecord } from './record.ts';
import { noteOutdatedSpeech } from './redo-speech.ts';
import { dataFolderOf, inUse, portOf, refuseTaken, type ServeFlags, secretsKeyOf } from './serve.ts';
import { type ServiceStatus, serviceStatus, troublesOf } from './status.ts';

/** What the service keeps in its data folder. Everything else there belongs to others. */
const owned = [
  /^vau\.sqlite(-wal|-shm|-journal)?$/,
  /^vau\.sqlite\.(aside|before)-/,
  /^secrets\.key/,
  /^objects$/,
  /^tmp$/,
  /^fetched$/,
  /^uploads$/,
  /^store-move$/,
  /^service\.(log|json|lock(-journal)?)$/,
];

/** What `vau setup` installed; it is kept. */
const kept = [/^ffmpeg/, /^bin$/];

/** What a reset would do to a data folder. */
interface ResetPlan {
  dataFolder: string;
  /** Names inside the data folder that would be deleted. */
  deletes: string[];
  /** Names that are kept. */
  keeps: string[];
}

/**
 * Plans the reset of a data folder; empty if the folder does not exist. @throws Error when the folder holds
 * other files and no database: no service created it
 */
export async function planReset(dataFolder: string): Promise<ResetPlan> {
  const names = await readdir(dataFolder).catch((): string[] => []);
  const deletes = names.filter((name) => owned.some((pattern) => pattern.test(name)));
  const keeps = names.filter((name) => !deletes.includes(name));
  const foreign = keeps.filter((name) => !kept.some((pattern) => pattern.test(name)));
  if (foreign.length > 0 && !names.includes('vau.sqlite')) {
    throw new Error(
      `${dataFolder} is not the data folder of a vau service: it contains ${foreign.slice(0, 3).join(', ')} but no ` +
        'vau.sqlite. Nothing was deleted. Name the right folder with --data-dir.',
    );
  }
  return { dataFolder, deletes: deletes.sort(), keeps: keeps.sort() };
}

/** Deletes what the plan names, and the folder if it is then empty. */
export async function reset(plan: ResetPlan): Promise<void> {
  for (const name of plan.deletes)
    await rm(path.join(plan.dataFolder, name), { recursive: true, force: true });
  if (plan.keeps.length === 0) await rmdir(plan.dataFolder).catch(() => undefined);
}

/**
 * Stops the service of this data folder with SIGTERM and waits until its process has exited. Returns the
 * process id; undefined when none was running. Windows has no SIGTERM: the service ends at once there, as if killed. @throws Error when it still runs after `patience`
 * milliseconds; killing it is up to the user
 */
export async function stopService(dataFolder: string, patience = 20_000): Promise<number | undefined> {
  const { record } = await serviceStatus(dataFolder);
  if (!record) return undefined;
  process.kill(record.pid, 'SIGTERM');
  const gone = await until(() => !isAlive(record.pid), patience);
  if (!gone) {
    throw new Error(
      `process ${record.pid} is still stopping after ${patience / 1000} s. Wait and check \`vau service status\`, ` +
        `or kill it with: ${killCommand(record.pid)}. Unfinished jobs resume at the next start.`,
    );
  }
  await rm(recordFile(dataFolder), { force: true });
  return record.pid;
}

/** The state of a service, as -o json prints it. */
interface ServiceState {
  state: ServiceStatus['state'];
  data_dir: string;
  url?: string;
  pid?: number;
  /** Unix milliseconds. */
  started_at?: number;
  /** Why it cannot do its work now, with what to do; left out if it can. */
  problems?: readonly string[];
}

function stateOf({ state, record }: ServiceStatus, dataDir: string): ServiceState {
  return { state, data_dir: dataDir, ...record };
}

/** Starts the service of a data folder in the background, unless it is already running. */
export async function startAction(session: Session, flags: ServeFlags): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const present = await serviceStatus(dataDir);
  if (present.state === 'running')
    return {
      value: stateOf(present, dataDir),
      text: `The service is already running at ${present.record.url}.`,
    };
  const next = `${forFolder('vau service start', flags.dataDir)} --port 0`;
  const progress = session.progress('Starting the service');
  const started = await runInBackground(session.env, dataDir, flags, next).finally(() => progress.stop());
  await noteOutdatedSpeech(session, dataDir);
  const { document } = readDocument(configFile(session.env));
  const profile = profileOf(document, servedFolder(dataDir, session.env));
  return {
    value: { ...stateOf({ state: 'running', record: started }, dataDir), profile },
    text: `The service is running at ${started.url}. The profile ${profile} points to it. ${inUse(document, profile)}`,
  };
}

/**
 * Starts `vau serve` in the background and returns its record once it is ready, on the port that it had last if none is
 * given. @param anyPort the command to type if the port is in use @throws LocalError with the end of its log when it does not
 * start
 */
export async function runInBackground(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  flags: ServeFlags,
  anyPort: string,
): Promise<ServiceRecord> {
  const { host, workers, ffmpeg, store, objects } = flags;
  const port = portOf(flags, dataFolder, env);
  // Asked here: the process in the background can only name its own command.
  try {
    await refuseTaken(port, flags, anyPort);
  } catch (error) {
    // It may be the service of this folder that has the port, started a moment ago.
    const other = await serviceOfOthers(dataFolder);
    if (other?.record) return other.record;
    throw error;
  }
  const args = ['serve', '--data-dir', dataFolder];
  const secretsKeyFile = secretsKeyOf(flags).secretsKey?.file;
  const given = { host, port, workers, ffmpeg, objects, 'secrets-key-file': secretsKeyFile };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) args.push(`--${name}`, String(value));
  // Not among the arguments, which other users of the machine can see: it may have a password.
  const own = store === undefined ? env : { ...env, VAU_STORE: store };
  try {
    const { record } = await startInBackground({ dataFolder, launcher: launcher(), args, env: own });
    if (record) return record;
    throw new Error('the service stopped at once');
  } catch (error) {
    if (error instanceof LocalError) throw error;
    throw new LocalError(error instanceof Error ? error.message : String(error), {
      next: 'vau service logs',
    });
  }
}

/** Stops the service of a data folder. Not an error if none is running. */
export async function stopAction(session: Session, flags: { dataDir?: string | undefined }): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const progress = session.progress('Stopping the service');
  try {
    const pid = await stopService(dataDir);
    progress.stop();
    const text =
      pid === undefined
        ? `No service is running with the data folder ${dataDir}.`
        : `Stopped process ${pid}.`;
    return { value: stateOf({ state: 'stopped' }, dataDir), text };
  } catch (error) {
    progress.stop();
    throw new LocalError(error instanceof Error ? error.message : String(error));
  }
}

/** Shows the state of the service; the exit status is 9 when it cannot be reached. */
export async function statusAction(
  session: Session,
  flags: { dataDir?: string | undefined },
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const status = await serviceStatus(dataDir);
  const value = stateOf(status, dataDir);
  if (status.state === 'running') {
    const problems = await troublesOf(status.record.url);
    for (const problem of problems) session.note(`The service cannot do all of its work: ${problem}.`);
    return { value: problems.length === 0 ? value : { ...value, problems } };
  }
  session.note(
    status.state === 'silent'
      ? `The service process is alive but does not respond: it is starting, stopping or stuck. Next: ${forFolder('vau service logs', flags.dataDir)}`
      : `No service is running with the data folder ${dataDir}. Next: ${forFolder('vau service start', flags.dataDir)}`,
  );
  return { value, status: exit.network };
}

/** Deletes the data of a service, after confirmation. Stop a running service first. */
export async function resetAction(
  session: Session,
  flags: { dataDir?: string | undefined; yes?: boolean | undefined },
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  if ((await serviceStatus(dataDir)).state !== 'stopped')
    throw new LocalError(`A service is running with the data folder ${dataDir}.`, {
      hint: 'Stop it first.',
      next: 'vau service stop',
    });
  const plan = await planReset(dataDir);
  const value = { data_dir: dataDir, deleted: plan.deletes, kept: plan.keeps };
  if (plan.deletes.length === 0) return { value, text: `${dataDir} contains no data of the service.` };
  const question = `Delete ${plan.deletes.join(', ')} in ${dataDir}: every file, collection and search?`;
  if (!flags.yes) await agreed(session, question);
  await reset(plan);
  const kept = plan.keeps.length > 0 ? ` Kept: ${plan.keeps.join(', ')}.` : '';
  return { value, text: `Deleted ${plan.deletes.join(', ')} in ${dataDir}.${kept}` };
}
