/** `vau service backup` and `vau service restore`. */
import path from 'node:path';
import { LocalError } from '../errors/errors.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { type BackupRecord, type BackupRequest, loadService } from './opening/door.ts';
import { folderRefusal } from './opening/refusals.ts';
import { dataFolderOf } from './service/serve.ts';
import { serviceStatus } from './service/status.ts';

export interface BackupFlags {
  /** The backup's folder. */
  readonly folder: string;
  readonly dataDir?: string | undefined;
}

/** Objects after which the progress is shown again. */
const SHOWN = 100;

/** Copies the data folder, also while a service uses it. */
export async function backupAction(session: Session, flags: BackupFlags): Promise<Result> {
  const { backup } = await loadService();
  const dataDir = dataFolderOf(flags, session.env);
  const folder = path.resolve(flags.folder);
  const record = await run(session, flags, backup, { dataDir, folder }, 'Backing up');
  const value = { data_dir: dataDir, backup: folder, ...record };
  return { value, text: `${folder} holds ${sizeOf(record)}, as of ${timeOf(record.began_at)}.` };
}

/** Makes an empty data folder what a backup holds. */
export async function restoreAction(session: Session, flags: BackupFlags): Promise<Result> {
  const { restore } = await loadService();
  const dataDir = dataFolderOf(flags, session.env);
  if ((await serviceStatus(dataDir)).state !== 'stopped')
    throw new LocalError(`A service is running with the data folder ${dataDir}.`, {
      next: 'vau service stop',
    });
  const folder = path.resolve(flags.folder);
  const record = await run(session, flags, restore, { dataDir, folder }, 'Restoring');
  const value = { data_dir: dataDir, backup: folder, ...record };
  return { value, text: `${dataDir} holds ${sizeOf(record)}, as of ${timeOf(record.began_at)}.` };
}

async function run(
  session: Session,
  flags: BackupFlags,
  work: (request: BackupRequest) => Promise<BackupRecord>,
  where: Pick<BackupRequest, 'dataDir' | 'folder'>,
  title: string,
): Promise<BackupRecord> {
  // Until the checks are over, nothing is backed up or restored, and nothing says so.
  const progress = session.progress(`Checking ${where.folder}`);
  try {
    return await work({
      ...where,
      signal: session.signal,
      progress: (count) => {
        if (count % SHOWN === 0) progress.update(count === 0 ? title : `${title}: ${count} objects`);
      },
    });
  } catch (error) {
    throw inWords(error, flags);
  } finally {
    progress.stop();
  }
}

function inWords(error: unknown, flags: BackupFlags): unknown {
  const { name, message } = error as Error;
  if (name === 'BackupRefused') return new LocalError(message);
  if (name === 'StorageFault') return new LocalError(message, { next: 'vau service doctor' });
  if (name === 'SettingRefused') return new LocalError(message, { next: 'vau service config list' });
  return folderRefusal(error, flags);
}

function sizeOf({ database, objects }: BackupRecord): string {
  return `the database (${formatBytes(database.bytes)}) and ${objects.count} objects (${formatBytes(objects.bytes)})`;
}

const timeOf = (time: number): string => new Date(time).toISOString();
