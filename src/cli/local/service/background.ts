import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { reasonOf } from '../../../config/errors.ts';
import { FRUGAL } from '../../../media/entry-path.ts';
import { makeFolder } from '../../../media/files.ts';
import { LocalError } from '../../errors/errors.ts';
import { loadService } from '../opening/door.ts';
import { isAlive, until } from './process.ts';
import { logFile } from './record.ts';
import { type ServiceStatus, serviceStatus } from './status.ts';

/** How to start a service in the background. */
export interface BackgroundOptions {
  dataFolder: string;
  /** The launcher that users run, bin/vau.js. */
  launcher: string;
  /** The arguments after `vau`: `serve` and its flags. */
  args: string[];
  /** The environment of the service. */
  env: NodeJS.ProcessEnv;
  /** Timeout for the service to become ready, in milliseconds. */
  patience?: number;
}

/** Timeout for a service to become ready, in milliseconds. */
const PATIENCE_MS = 30_000;

/** What a service says that found its folder in use. Whether it still is, is another question. */
const lost = /another service is using the data folder|A service with the data folder .* is already running/;

/**
 * Starts the service in a detached process and waits until it is ready. Its output goes to DATA_DIR/service.log. Where another
 * process holds the folder, it waits for the service there, and gives that back; if that process ends first, it starts its own
 * again. @throws Error with the last log lines when it exits at once or is not ready in time; LocalError when the folder stays
 * in use
 */
export async function startInBackground(options: BackgroundOptions): Promise<ServiceStatus> {
  const { dataFolder, patience = PATIENCE_MS } = options;
  try {
    makeFolder(dataFolder, 0o700);
  } catch (error) {
    const isLost = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isLost ? 'the folder cannot be created' : reasonOf(error);
    throw new LocalError(`The data folder ${dataFolder} cannot be used: ${reason}`, {
      hint: 'Choose another with --data-dir.',
    });
  }
  const end = Date.now() + patience;
  for (;;) {
    const { pid, before } = await spawnService(options);
    const own = await runningIn(dataFolder, () => isAlive(pid), end - Date.now());
    if (own) return own;
    const lines = await lastLines(logFile(dataFolder), Number.POSITIVE_INFINITY, before);
    if (isAlive(pid) || !lines.some((line) => lost.test(line))) {
      const why = isAlive(pid) ? `is not ready after ${patience / 1000} s` : 'exited at once';
      const tail = lines.slice(-12).join('\n');
      throw new Error(`the service ${why}. Last lines of ${logFile(dataFolder)}:\n${tail}`);
    }
    const other = await serviceOfOthers(dataFolder, end - Date.now());
    if (other) return other;
    if (Date.now() >= end)
      throw new LocalError(
        `Another process uses the data folder ${dataFolder}, and no service was ready there after ${patience / 1000} s.`,
        {
          hint: 'Wait until it has ended, or choose another folder with --data-dir.',
          next: 'vau service logs',
        },
      );
  }
}

/** The service that another process has, or starts, in this data folder, once it is ready. Undefined if there is none. */
export function serviceOfOthers(
  dataFolder: string,
  patience = PATIENCE_MS,
): Promise<ServiceStatus | undefined> {
  return runningIn(dataFolder, () => isHeld(dataFolder), patience);
}

/** Loads the service: most starts need not ask. */
const isHeld = async (dataFolder: string) => (await loadService()).isFolderHeld(dataFolder);

/** The service of this folder once it is ready; undefined once nothing can become it, or the time is up. */
async function runningIn(
  dataFolder: string,
  mayCome: () => boolean | Promise<boolean>,
  patience: number,
): Promise<ServiceStatus | undefined> {
  let status: ServiceStatus | undefined;
  await until(async () => {
    // Asked first: what ends after it was ready has been seen.
    const comes = await mayCome();
    status = await serviceStatus(dataFolder);
    return status.state === 'running' || !comes;
  }, patience);
  return status?.state === 'running' ? status : undefined;
}

/** @returns its process, and the size of the log before it */
async function spawnService({ dataFolder, launcher, args, env }: BackgroundOptions) {
  const file = logFile(dataFolder);
  // The first thing that is written there: nothing has a log yet that could say why not.
  const log = await open(file, 'a', 0o600).catch((error: unknown) => {
    throw new LocalError(`Cannot write ${file}: ${reasonOf(error)}`, {
      hint: 'The service writes to its data folder: make that possible, or choose another with --data-dir.',
    });
  });
  const { size: before } = await log.stat();
  const child = spawn(process.execPath, [launcher, ...args], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...FRUGAL, ...env },
  });
  const started = new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  await started.finally(() => log.close());
  child.unref();
  return { pid: child.pid ?? 0, before };
}

/** The last lines of a text file; empty if it does not exist. @param from number of bytes to skip */
export async function lastLines(file: string, count: number, from = 0): Promise<string[]> {
  const content = await readFile(file).catch(() => Buffer.alloc(0));
  return content
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .slice(-count);
}
