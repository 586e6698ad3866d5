import { LocalError, UsageError } from '../../errors/errors.ts';
import { shellWord } from '../../terminal/shell-word.ts';

// Where a command finds the service's data: the flags --data-dir and --store, and VAU_STORE.

/** The data folder and the store of a command line. */
export interface Where {
  /** Value of --data-dir; undefined for the default folder. */
  readonly dataDir?: string | undefined;
  /** Address of a PostgreSQL database; undefined for SQLite in the data folder. */
  readonly store?: string | undefined;
}

/** What the flags say, and where they say nothing of the store, the environment. */
export const whereOf = ({ dataDir, store }: Where, env: NodeJS.ProcessEnv): Where => ({
  dataDir,
  store: store ?? (env.VAU_STORE?.trim() || undefined),
});

/** @param store value of --store @throws UsageError if it is not the address of a PostgreSQL database */
export function checkStore(store: string | undefined): void {
  if (store === undefined || /^postgres(?:ql)?:\/\/./i.test(store)) return;
  throw new UsageError(
    '--store must be the address of a PostgreSQL database, such as postgres://vau@db.example:5432/vau; without it the store is SQLite in the data folder',
  );
}

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
      // What is said of a server says what to do; a repair works on SQLite alone.
      if (store !== undefined) return new LocalError(message);
      return new LocalError(message, {
        hint: 'Restore the right database, or list the files and adopt them.',
        next: forFolder('vau service repair', dataDir),
      });
    default:
      return error;
  }
}
