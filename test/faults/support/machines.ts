import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, startCluster } from '../../../scripts/cluster.mjs';
import { until } from '../../service/jobs/support.ts';
import { binary, emptyHome, type Home, passedOn } from '../../support/vau.ts';

/** A machine of a cluster: a service or a worker, with a home of its own. */
export interface Machine {
  readonly name: string;
  readonly home: Home;
  /** Puts a file into its data folder, before its first start. */
  keep(name: string, text: string): Promise<void>;
  /** Starts it, also after a kill; a service has answered then. */
  start(): Promise<void>;
  /** Ends it and the processes that it started as a loss of power does. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit status. */
  stop(): Promise<number | null>;
  /** What it wrote to standard error. */
  said(): string;
}

export interface ServiceMachine extends Machine {
  /** Ends in /v1. The same after each start. */
  readonly url: string;
  /** The token of its first start. */
  token(): Promise<string>;
}

/** What all machines of a cluster are started with. */
export interface Shared {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const START_MS = 120_000;

export async function workerMachine(name: string, { args, env }: Shared): Promise<Machine> {
  const home = await emptyHome();
  return machine(name, home, ['worker', '--workers', '1', ...args], env, async () => undefined);
}

export async function serviceMachine(name: string, { args, env }: Shared): Promise<ServiceMachine> {
  const home = await emptyHome();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v1`;
  const line = ['serve', '--port', String(port), '--workers', '0', ...args];
  const answers = () =>
    until(
      () =>
        fetch(url.replace(/\/v1$/, '/healthz')).then(
          (answer) => answer.ok,
          () => false,
        ),
      name,
      START_MS,
    );
  return {
    ...machine(name, home, line, env, answers),
    url,
    token: async () => {
      const tokens: string[] = [];
      const look = async () => tokens.push(...(await tokensOf(home, url)));
      await until(async () => (await look()) > 0, 'the token', START_MS);
      return tokens[0] ?? '';
    },
  };
}

/** The tokens of the profiles that point at it; none before it has written one. */
async function tokensOf(home: Home, url: string): Promise<string[]> {
  const text = await readFile(path.join(home.configFolder, 'config.json'), 'utf8').catch(() => '{}');
  const { profiles = {} } = JSON.parse(text) as {
    profiles?: Record<string, { base_url: string; token: string }>;
  };
  return Object.values(profiles).flatMap(({ base_url, token }) => (base_url === url ? [token] : []));
}

function machine(
  name: string,
  home: Home,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: () => Promise<unknown>,
): Machine {
  let child: ChildProcess | undefined;
  let said = '';
  return {
    name,
    home,
    keep: async (file, text) => {
      await mkdir(home.dataFolder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(home.dataFolder, file), text, { mode: 0o600 });
    },
    start: async () => {
      // A process group of its own, so that all of it can be ended at once.
      child = spawn(process.execPath, [binary, ...words], {
        env: { ...passedOn(), ...home.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      await ready();
    },
    kill: async () => {
      if (!child?.pid || child.exitCode !== null) throw new Error(`${name} had ended: ${said}`);
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
      return child.exitCode;
    },
    said: () => said,
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (!address || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** A PostgreSQL of its own that can be restarted on its port, unlike the one that all tests share. */
export interface OwnCluster extends Cluster {
  restart(): Promise<void>;
}

export async function ownCluster(folder: string): Promise<OwnCluster> {
  const cluster = await startCluster(folder, ['max_connections=200']);
  const data = path.join(folder, 'data');
  return {
    ...cluster,
    restart: async () => {
      const server = await readlink(
        `/proc/${(await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]}/exe`,
      );
      const { uid, gid } = await stat(data);
      const words = ['-D', data, '-m', 'fast', '-w', '-l', path.join(folder, 'log'), 'restart'];
      await promisify(execFile)(path.join(path.dirname(server), 'pg_ctl'), words, {
        ...(process.getuid?.() === 0 && { uid, gid }),
        cwd: folder,
      });
    },
  };
}
