import { spawn } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import { isAlive, until } from './process.ts';
import { logFile } from './record.ts';
import { type ServiceStatus, serviceStatus } from './status.ts';

/** How a service in the background is started. */
export interface BackgroundOptions {
  dataFolder: string;
  /** The launcher that users run, bin/vau.js. */
  launcher: string;
  /** The words after `vau`: `serve` and its flags. */
  args: string[];
  /** Its environment; its own data and configuration folders are named in it. */
  env: NodeJS.ProcessEnv;
  /** How long it may take until it answers, in milliseconds. */
  patience?: number;
}

/**
 * Starts the service in a process of its own that outlives this one, and waits until it answers.
 * What it says goes into DATA_DIR/service.log.
 * @throws Error with the last lines it wrote when it ends at once or does not answer in time.
 */
export async function startInBackground(options: BackgroundOptions): Promise<ServiceStatus> {
  const { dataFolder, patience = 30_000 } = options;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const log = await open(logFile(dataFolder), 'a', 0o600);
  const { size: before } = await log.stat();
  const child = spawn(process.execPath, [options.launcher, ...options.args], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: options.env,
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
  const why = isAlive(pid) ? `does not answer after ${patience / 1000} s` : 'ended as soon as it started';
  throw new Error(`the service ${why}. The end of ${logFile(dataFolder)}:\n${tail}`);
}

/**
 * The last lines of a text file; none when there is no such file.
 * @param from bytes at the file's beginning that are passed over
 */
export async function lastLines(file: string, count: number, from = 0): Promise<string[]> {
  const content = await readFile(file).catch(() => Buffer.alloc(0));
  return content
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .slice(-count);
}
