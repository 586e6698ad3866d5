import { LocalError } from '../../errors/errors.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import type { Where } from './store.ts';

/** The command with the same --data-dir as given. */
export function forFolder(command: string, dataDir: string | undefined): string {
  if (dataDir === undefined) return command;
  return `${command} --data-dir ${shellWord(dataDir)}`;
}

/**
 * Adds the next step when the service refuses a data folder or a store; returns other errors unchanged.
 */
export function folderRefusal(error: unknown, { dataDir, store }: Where): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  switch (name) {
    case 'FolderRefused':
      return new LocalError(message, { hint: 'Choose another folder with --data-dir or VAU_DATA_DIR.' });
    case 'JobsRefused':
      return new LocalError(message);
    case 'StoreRefused':
      // SQLite: another folder has another database. An address: the help of the command says its form.
      return new LocalError(message, store === undefined ? { next: 'vau serve --data-dir FOLDER' } : {});
    case 'KeyRefused':
      if (store === undefined)
        return new LocalError(message, {
          hint: 'Name the right key. Without --secrets-key-file and VAU_SECRETS_KEY, secrets.key of the data folder is used.',
          next: forFolder('vau serve', dataDir),
        });
      return new LocalError(message, {
        hint:
          'All services and workers of a store need the same key: a copy of secrets.key of the first one in the data folder, ' +
          '--secrets-key-file, or VAU_SECRETS_KEY. If that key is lost, start one with --replace-secrets-key and rotate its webhooks.',
        next: 'vau serve --help',
      });
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
