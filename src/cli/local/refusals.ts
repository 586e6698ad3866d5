import { LocalError } from '../errors/errors.ts';

/** The command, for the same data folder as was typed. */
export function forFolder(command: string, dataDir: string | undefined): string {
  if (dataDir === undefined) return command;
  const word = /^[\w@%+=:,./-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", `'\\''`)}'`;
  return `${command} --data-dir ${word}`;
}

/**
 * Says what to do when the service refuses a data folder; any other error is given back as it is.
 * @param dataDir as it was typed; undefined for the usual one
 */
export function folderRefusal(error: unknown, dataDir: string | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  switch (name) {
    case 'FolderRefused':
      return new LocalError(message, { hint: 'Name another with --data-dir or VAU_DATA_DIR.' });
    case 'StoreRefused':
      return new LocalError(message, { next: 'vau serve --data-dir FOLDER' });
    case 'FolderInUse':
      return new LocalError(message, { next: forFolder('vau service status', dataDir) });
    case 'RepairNeeded':
      return new LocalError(message, {
        hint: 'Put the right database back, or list the files and adopt them into this or a new one.',
        next: forFolder('vau service repair', dataDir),
      });
    default:
      return error;
  }
}
