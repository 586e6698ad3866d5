/** What the commands of `vau service` do. */
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
import { planReset, reset } from './reset.ts';
import { dataFolderOf, inUse, type ServeFlags } from './serve.ts';
import { type ServiceStatus, serviceStatus } from './status.ts';
import { stopService } from './stop.ts';

/** How a service is doing, as -o json prints it. */
interface Told {
  state: ServiceStatus['state'];
  data_dir: string;
  url?: string;
  pid?: number;
  /** Unix milliseconds. */
  started_at?: number;
}

function told({ state, record }: ServiceStatus, dataDir: string): Told {
  return { state, data_dir: dataDir, ...record };
}

/** Starts the service of a data folder in the background; one that runs already is left as it is. */
export async function startAction(session: Session, flags: ServeFlags): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const present = await serviceStatus(dataDir);
  if (present.state === 'running')
    return { value: told(present, dataDir), text: `The service runs already at ${present.record.url}.` };
  const progress = session.progress('Starting the service');
  const started = await runInBackground(session.env, dataDir, flags).finally(() => progress.stop());
  const { document } = readDocument(configFile(session.env));
  const profile = profileOf(document, servedFolder(dataDir, session.env));
  return {
    value: { ...told({ state: 'running', record: started }, dataDir), profile },
    text: `The service answers at ${started.url}. The profile ${profile} points at it. ${inUse(document, profile)}`,
  };
}

/**
 * Starts `vau serve` in the background and gives its record once it answers.
 * @throws LocalError with the end of its log when it does not come up
 */
export async function runInBackground(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  { host, port, workers, ffmpeg }: ServeFlags,
): Promise<ServiceRecord> {
  const args = ['serve', '--data-dir', dataFolder];
  for (const [name, value] of Object.entries({ host, port, workers, ffmpeg }))
    if (value !== undefined) args.push(`--${name}`, String(value));
  try {
    const { record } = await startInBackground({ dataFolder, launcher: launcher(), args, env });
    if (record) return record;
    throw new Error('the service stopped again at once');
  } catch (error) {
    throw new LocalError(error instanceof Error ? error.message : String(error), {
      next: 'vau service logs',
    });
  }
}

/** Stops the service of a data folder; where none runs that is said, and no fault. */
export async function stopAction(session: Session, flags: { dataDir?: string | undefined }): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const progress = session.progress('Stopping the service');
  try {
    const pid = await stopService(dataDir);
    progress.stop();
    const text = pid === undefined ? 'No service runs with this data folder.' : `Stopped process ${pid}.`;
    return { value: told({ state: 'stopped' }, dataDir), text };
  } catch (error) {
    progress.stop();
    throw new LocalError(error instanceof Error ? error.message : String(error));
  }
}

/** Says how the service is doing; the exit status is 9 when none can be reached. */
export async function statusAction(
  session: Session,
  flags: { dataDir?: string | undefined },
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const status = await serviceStatus(dataDir);
  const value = told(status, dataDir);
  if (status.state === 'running') return { value };
  session.note(
    status.state === 'silent'
      ? 'The process of the service lives and does not answer: it is starting, stopping or stuck. vau service logs'
      : 'No service runs with this data folder. vau service start',
  );
  return { value, status: exit.network };
}

/** Deletes what the service of a data folder keeps, after asking; a running one must be stopped first. */
export async function resetAction(
  session: Session,
  flags: { dataDir?: string | undefined; yes?: boolean | undefined },
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  if ((await serviceStatus(dataDir)).state !== 'stopped')
    throw new LocalError('The service is running.', { hint: 'Stop it first.', next: 'vau service stop' });
  const plan = await planReset(dataDir);
  const value = { data_dir: dataDir, deleted: plan.deletes, kept: plan.keeps };
  if (plan.deletes.length === 0) return { value, text: `${dataDir} holds nothing of the service.` };
  const question = `Delete ${plan.deletes.join(', ')} in ${dataDir}: every file, collection and search?`;
  if (!flags.yes) await agreed(session, question);
  await reset(plan);
  const kept = plan.keeps.length > 0 ? ` Kept: ${plan.keeps.join(', ')}.` : '';
  return { value, text: `Deleted ${plan.deletes.join(', ')} in ${dataDir}.${kept}` };
}
