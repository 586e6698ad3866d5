/** `vau service backup` and `vau service restore`. */
import path from 'node:path';
import { reasonOf } from '../../config/errors.ts';
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
  const { backup, isNoRoom } = await loadService();
  const dataDir = dataFolderOf(flags, session.env);
  const folder = path.resolve(flags.folder);
  const record = await run(session, flags, backup, { dataDir, folder }, 'Backing up').catch((error) => {
    const left = `What is in ${folder} is no complete backup and can be deleted.`;
    throw isNoRoom(error) ? full(folder, error, left) : unusable(error, dataDir, folder);
  });
  const value = { data_dir: dataDir, backup: folder, ...record };
  return { value, text: `${folder} holds ${sizeOf(record)}, as of ${timeOf(record.began_at)}.` };
}

/** Makes an empty data folder what a backup holds. */
export async function restoreAction(session: Session, flags: BackupFlags): Promise<Result> {
  const { restore, isNoRoom } = await loadService();
  const dataDir = dataFolderOf(flags, session.env);
  if ((await serviceStatus(dataDir)).state !== 'stopped')
    throw new LocalError(`A service is running with the data folder ${dataDir}.`, {
      next: 'vau service stop',
    });
  const folder = path.resolve(flags.folder);
  const record = await run(session, flags, restore, { dataDir, folder }, 'Restoring').catch((error) => {
    throw isNoRoom(error) ? full(dataDir, error) : unusable(error, folder, dataDir);
  });
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

/** No more can be written to the target: what is there is gone on with. @param left what else can be done with it */
function full(target: string, error: Error, left = ''): LocalError {
  // SQLite has words of its own for it.
  const reason = isOfSystem(error) ? reasonOf(error) : 'the disk is full';
  return new LocalError(`Cannot write ${target}: ${reason}`, {
    hint: `Free some space there and run the same command again: it goes on where it stopped. ${left}`.trim(),
  });
}

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

/** An error of the system names a file of the source or of the target; other errors are returned unchanged. */
function unusable(error: unknown, source: string, target: string): unknown {
  if (!isOfSystem(error)) return error;
  const { path: file = target, code } = error;
  // A copy that fails at the target names the source too.
  const isRead = code !== 'EROFS' && (file === source || file.startsWith(source + path.sep));
  return new LocalError(`Cannot ${isRead ? `read ${file}` : `write ${target}`}: ${reasonOf(error)}`);
}

function sizeOf({ database, objects }: BackupRecord): string {
  return `the database (${formatBytes(database.bytes)}) and ${objects.count} objects (${formatBytes(objects.bytes)})`;
}

const timeOf = (time: number): string => new Date(time).toISOString();
