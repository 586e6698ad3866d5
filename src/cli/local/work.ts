import { once } from 'node:events';
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { show } from '../output/show.ts';
import { loadService } from './opening/door.ts';
import { refusedFlag } from './opening/ffmpeg.ts';
import { folderRefusal, whereOf } from './opening/refusals.ts';
import {
  checkServeFlags,
  dataFolderOf,
  MOST_WORKERS,
  portRefusal,
  type ServeFlags,
  STOP_MS,
  secretsKeyOf,
} from './service/serve.ts';

/** The flags of `vau worker`. */
export interface WorkerFlags extends ServeFlags {
  metricsPort?: number | undefined;
  metricsHost?: string | undefined;
}

/** Refuses what `vau serve` refuses, and no workers. */
export function checkWorkerFlags(flags: WorkerFlags): void {
  const { metricsPort: port } = flags;
  if (port !== undefined && (port < 0 || port > 65_535))
    throw new UsageError(`--metrics-port must be 1 to 65535, or 0 for any free port (got ${port})`);
  if (port === undefined && flags.metricsHost !== undefined)
    throw new UsageError('--metrics-host needs --metrics-port');
  if (flags.workers !== undefined && (flags.workers < 1 || flags.workers > MOST_WORKERS))
    throw new UsageError(`--workers must be 1 to ${MOST_WORKERS} (got ${flags.workers})`);
  checkServeFlags(flags);
}

/**
 * Runs the worker processes of this machine until it is interrupted; running jobs finish or return to the queue.
 * @throws LocalError if the store cannot be used or a requirement is missing
 */
export async function runWorkers(session: Session, flags: WorkerFlags): Promise<void> {
  const dataDir = dataFolderOf(flags, session.env);
  session.endsWithin(STOP_MS);
  const { signal } = session;
  const running = await start({ ...flags, ...whereOf(flags, session.env) }, dataDir, signal);
  if (!running) return session.note('Stopping. No service had started yet.');
  try {
    const { workers, watchUrl } = running;
    session.note(
      `${workers} worker ${workers === 1 ? 'process runs' : 'processes run'} jobs. Press Ctrl-C to stop.`,
    );
    await show(session, {
      value: {
        state: 'running',
        pid: process.pid,
        workers,
        data_dir: dataDir,
        ...(watchUrl !== undefined && { metrics_url: `${watchUrl}/metrics` }),
      },
      text: '',
    });
    if (!signal.aborted) await once(signal, 'abort');
    session.note('Stopping. Other workers take the unfinished jobs.');
  } finally {
    await running.stop();
  }
}

/** @returns undefined if it was interrupted before a service had started on the store */
async function start(
  { store, workers, ffmpeg, objects, ...flags }: WorkerFlags,
  dataDir: string,
  signal: AbortSignal,
) {
  const { metricsHost: host = '127.0.0.1', metricsPort: port } = flags;
  const { startWorkers } = await loadService();
  try {
    return await startWorkers({
      dataDir,
      signal,
      ...(store === undefined ? {} : { store }),
      ...(workers === undefined ? {} : { workers }),
      ...(ffmpeg === undefined ? {} : { ffmpegPath: ffmpeg }),
      ...(objects === undefined ? {} : { objectLocation: objects }),
      ...secretsKeyOf(flags),
      ...(port === undefined ? {} : { watch: { host, port } }),
    });
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    const { name, message } = error as Error;
    const refused = portRefusal(error as NodeJS.ErrnoException, `Port ${port} on ${host}`, {
      hint: 'Choose another port with --metrics-port, or 0 for any free port.',
    });
    if (refused) throw refused;
    if (name === 'SettingRefused') throw new LocalError(message, { next: 'vau worker --help' });
    if (name === 'MediaError') throw new LocalError(message, { next: 'vau setup ffmpeg' });
    throw refusedFlag(error, ffmpeg) ?? folderRefusal(error, { ...flags, store });
  }
}
