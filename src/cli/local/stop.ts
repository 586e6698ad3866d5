import { rm } from 'node:fs/promises';
import { isAlive, until } from './process.ts';
import { recordFile } from './record.ts';
import { serviceStatus } from './status.ts';

/**
 * Stops the service of this data folder: asks it by signal to finish what it can, and waits until its process is gone.
 * Gives its process id; undefined when none was running.
 * @throws Error when it is still there after `patience` milliseconds; it is not killed, that is the user's to decide.
 */
export async function stopService(dataFolder: string, patience = 20_000): Promise<number | undefined> {
  const { record } = await serviceStatus(dataFolder);
  if (!record) return undefined;
  process.kill(record.pid, 'SIGTERM');
  const gone = await until(() => !isAlive(record.pid), patience);
  if (!gone) {
    throw new Error(
      `process ${record.pid} is still stopping after ${patience / 1000} s. Wait and ask \`vau service status\`, ` +
        `or end it at once with: kill -9 ${record.pid}. Unfinished work goes on at the next start.`,
    );
  }
  await rm(recordFile(dataFolder), { force: true });
  return record.pid;
}
