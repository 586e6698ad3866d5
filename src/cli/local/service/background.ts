import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { reasonOf } from '../../../config/errors.ts';
import { FRUGAL } from '../../../media/entry-path.ts';
import { makeFolder } from '../../../media/files.ts';
import { LocalError } from '../../errors/errors.ts';
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

/**
 * Starts the service in a detached process and waits until it is ready. Its output goes to
 * DATA_DIR/service.log. @throws Error with the last log lines when it exits at once or is not ready in time
 */
export async function startInBackground(options: BackgroundOptions): Promise<ServiceStatus> {
  const { dataFolder, patience = 30_000 } = options;
  try {
    makeFolder(dataFolder, 0o700);
  } catch (error) {
    const isLost = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isLost ? 'the folder cannot be created' : reasonOf(error);
    throw new LocalError(`The data folder ${dataFolder} cannot be used: ${reason}`, {
      hint: 'Choose another with --data-dir.',
    });
  }
  const log = await open(logFile(dataFolder), 'a', 0o600);
  const { size: before } = await log.stat();
  const child = spawn(process.execPath, [options.launcher, ...options.args], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...FRUGAL, ...options.env },
  });
  const started = new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  await started.finally(() => log.close());
  child.unref();
  const pid = child.pid ?? 0;

  let status = await serviceStatus(dataFolder);
  await until(async () => {
    status = await serviceStatus(dataFolder);
    return status.state === 'running' || child.exitCode !== null || !isAlive(pid);
  }, patience);
  if (status.state === 'running') return status;
  const tail = (await lastLines(logFile(dataFolder), 12, before)).join('\n');
  const why = isAlive(pid) ? `is not ready after ${patience / 1000} s` : 'exited at once';
  throw new Error(`the service ${why}. Last lines of ${logFile(dataFolder)}:\n${tail}`);
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
