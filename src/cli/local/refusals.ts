import { LocalError } from '../errors/errors.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** The command with the same --data-dir as given. */
export function forFolder(command: string, dataDir: string | undefined): string {
  if (dataDir === undefined) return command;
  return `${command} --data-dir ${shellWord(dataDir)}`;
}

/**
 * Adds the next step when the service refuses a data folder; returns other errors unchanged. @param dataDir
 * value of --data-dir; undefined for the default folder
 */
export function folderRefusal(error: unknown, dataDir: string | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  switch (name) {
    case 'FolderRefused':
      return new LocalError(message, { hint: 'Choose another folder with --data-dir or VAU_DATA_DIR.' });
    case 'StoreRefused':
      return new LocalError(message, { next: 'vau serve --data-dir FOLDER' });
    case 'FolderInUse':
      return new LocalError(message, { next: forFolder('vau service status', dataDir) });
    case 'RepairNeeded':
      return new LocalError(message, {
        hint: 'Restore the right database, or list the files and adopt them.',
        next: forFolder('vau service repair', dataDir),
      });
    default:
      return error;
  }
}
