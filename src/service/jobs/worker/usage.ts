/** What a process uses. */
export interface Usage {
  /** Resident memory in bytes. */
  readonly memoryBytes: number;
  /** Processor time since its start. */
  readonly cpuSeconds: number;
}

/** What this process uses now. */
export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { memoryBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
}
