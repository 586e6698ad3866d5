import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Home } from '../../support/vau.ts';
import { binary } from '../../support/vau.ts';
import { isRunning } from './watch.ts';

export interface Killable {
  readonly url: string;
  readonly process: ChildProcess;
  /** Process ids of its workers. */
  workers(): number[];
}

/**
 * Starts the real service on that home; resolves once it responds.
 * @param onLine called with each line of its log
 * @param env more environment variables, besides PATH, its own folders and VAU_FFMPEG
 * @param detached whether a Ctrl-C that ends this program leaves it alone
 */
export async function serve(
  home: Home,
  onLine: (line: string) => void = () => {},
  env: Record<string, string | undefined> = {},
  detached = false,
): Promise<Killable> {
  const service = spawn(process.execPath, [binary, 'serve', '--port', '0', '--workers', '2'], {
    env: { PATH: process.env.PATH ?? '', VAU_FFMPEG: process.env.VAU_FFMPEG, ...home.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached,
  });
  if (service.stderr) createInterface({ input: service.stderr }).on('line', onLine);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    service.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /is running at (http:\S+?)\. /.exec(said)?.[1];
      if (found) resolve(found);
    });
    service.once('exit', () => reject(new Error(`the service did not start: ${said}`)));
  });
  return { url, process: service, workers: () => childrenOf(service.pid ?? 0) };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRunning(pid) && parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
