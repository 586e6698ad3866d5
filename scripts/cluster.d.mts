export interface Cluster {
  /** Of a database of it; default `postgres`. */
  address(database?: string): string;
  /** Its first process. */
  readonly pid: number;
  /** @param how `fast` writes what is in memory; `immediate` leaves data that are not needed any more */
  stop(how: 'fast' | 'immediate'): Promise<unknown>;
}

/** Starts a PostgreSQL of its own. @param folder holds its data @param settings such as fsync=off */
export function startCluster(folder: string, settings?: readonly string[]): Promise<Cluster>;
