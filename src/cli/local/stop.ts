import { rm } from 'node:fs/promises';
import { isAlive, killCommand, until } from './process.ts';
import { recordFile } from './record.ts';
import { serviceStatus } from './status.ts';

/**
 * Stops the service of this data folder with SIGTERM and waits until its process has exited. Returns the
 * process id; undefined when none was running. Windows has no SIGTERM: the service ends at once there, as if killed. @throws Error when it still runs after `patience`
 * milliseconds; killing it is up to the user
 */
export async function stopService(dataFolder: string, patience = 20_000): Promise<number | undefined> {
  const { record } = await serviceStatus(dataFolder);
  if (!record) return undefined;
  process.kill(record.pid, 'SIGTERM');
  const gone = await until(() => !isAlive(record.pid), patience);
  if (!gone) {
    throw new Error(
      `process ${record.pid} is still stopping after ${patience / 1000} s. Wait and check \`vau service status\`, ` +
        `or kill it with: ${killCommand(record.pid)}. Unfinished jobs resume at the next start.`,
    );
  }
  await rm(recordFile(dataFolder), { force: true });
  return record.pid;
}
