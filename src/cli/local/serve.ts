import path from 'node:path';
import { changeDocument, dataFolder as defaultDataFolder, readDocument } from '../../config/index.ts';
import { LocalError } from '../errors.ts';
import type { Session } from '../session.ts';
import { loadService } from './door.ts';
import { defaultPort } from './port.ts';
import { hasChosen, localProfile, withLocalProfile } from './profile.ts';
import { removeRecord, writeRecord } from './record.ts';
import { serviceStatus } from './status.ts';

/** What `vau serve` and `vau service start` take. */
export interface ServeFlags {
  host?: string | undefined;
  port?: number | undefined;
  dataDir?: string | undefined;
  workers?: number | undefined;
}

/** The data folder that was named, or the one of this user. */
export function dataFolderOf(flags: { dataDir?: string | undefined }, env: NodeJS.ProcessEnv): string {
  return flags.dataDir ? path.resolve(flags.dataDir) : defaultDataFolder(env);
}

/**
 * Runs the service in this process until it is interrupted, then stops it and lets running work end or be put back.
 * @throws LocalError when one runs already with this data folder, or the port is taken
 */
export async function serve(session: Session, flags: ServeFlags): Promise<void> {
  const dataDir = dataFolderOf(flags, session.env);
  await refuseSecond(dataDir);
  const { signal } = session; // from here on Ctrl-C asks for an orderly end
  const service = await start(session, flags, dataDir);
  try {
    await keepProfile(session, service);
    await writeRecord(dataDir, {
      pid: process.pid,
      url: service.url,
      started_at: Date.now(),
      version: session.version,
    });
    session.note(`The service answers at ${service.url}. Its data is in ${dataDir}. Ctrl-C stops it.`);
    await aborted(signal);
    session.note('Stopping. Unfinished work goes on at the next start.');
  } finally {
    await service.stop();
    await removeRecord(dataDir, process.pid);
  }
}

async function refuseSecond(dataDir: string): Promise<void> {
  const { record } = await serviceStatus(dataDir);
  if (!record || record.pid === process.pid) return;
  throw new LocalError(
    `A service with the data folder ${dataDir} runs already at ${record.url} (process ${record.pid}).`,
    {
      hint: 'Stop it first, or name another folder with --data-dir.',
      next: 'vau service stop',
    },
  );
}
