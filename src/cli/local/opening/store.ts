/** Where a command finds the service's data: the flags --data-dir and --store, and VAU_STORE. */
import { UsageError } from '../../errors/errors.ts';

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
