/** The actions of `vau service`. */
import { configFile, readDocument } from '../../config/index.ts';
import { LocalError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { agreed } from './agreed.ts';
import { startInBackground } from './background.ts';
import { launcher } from './launcher.ts';
import { profileOf, servedFolder } from './profile.ts';
import type { ServiceRecord } from './record.ts';
import { noteOutdatedSpeech } from './redo-speech.ts';
import { planReset, reset } from './reset.ts';
import { dataFolderOf, inUse, type ServeFlags, secretsKeyOf } from './serve.ts';
import { type ServiceStatus, serviceStatus } from './status.ts';
import { stopService } from './stop.ts';

/** The state of a service, as -o json prints it. */
interface ServiceState {
  state: ServiceStatus['state'];
  data_dir: string;
  url?: string;
  pid?: number;
  /** Unix milliseconds. */
  started_at?: number;
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
  const progress = session.progress('Starting the service');
  const started = await runInBackground(session.env, dataDir, flags).finally(() => progress.stop());
  await noteOutdatedSpeech(session, dataDir);
  const { document } = readDocument(configFile(session.env));
  const profile = profileOf(document, servedFolder(dataDir, session.env));
  return {
    value: { ...stateOf({ state: 'running', record: started }, dataDir), profile },
    text: `The service is running at ${started.url}. The profile ${profile} points to it. ${inUse(document, profile)}`,
  };
}

/**
 * Starts `vau serve` in the background and returns its record once it is ready. @throws LocalError with the
 * end of its log when it does not start
 */
export async function runInBackground(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  { host, port, workers, ffmpeg, store, objects, ...flags }: ServeFlags,
): Promise<ServiceRecord> {
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
      pid === undefined ? 'No service is running with this data folder.' : `Stopped process ${pid}.`;
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
  if (status.state === 'running') return { value };
  session.note(
    status.state === 'silent'
      ? 'The service process is alive but does not respond: it is starting, stopping or stuck. Next: vau service logs'
      : 'No service is running with this data folder. Next: vau service start',
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
    throw new LocalError('The service is running.', { hint: 'Stop it first.', next: 'vau service stop' });
  const plan = await planReset(dataDir);
  const value = { data_dir: dataDir, deleted: plan.deletes, kept: plan.keeps };
  if (plan.deletes.length === 0) return { value, text: `${dataDir} contains no data of the service.` };
  const question = `Delete ${plan.deletes.join(', ')} in ${dataDir}: every file, collection and search?`;
  if (!flags.yes) await agreed(session, question);
  await reset(plan);
  const kept = plan.keeps.length > 0 ? ` Kept: ${plan.keeps.join(', ')}.` : '';
  return { value, text: `Deleted ${plan.deletes.join(', ')} in ${dataDir}.${kept}` };
}
