import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { checkAnswer } from './contract.ts';
import { newTestObjects } from './objects.ts';
import { type Answer, type Fields, mediaOf, readAnswer } from './service.ts';
import { newTestStore } from './store.ts';
import { binary, emptyHome, type Home, passedOn } from './vau.ts';

/** A `vau serve` of the built package, in a process of its own with workers of its own. */
export interface Serving {
  /** Ends in /v1. */
  readonly url: string;
  readonly token: string;
  readonly home: Home;
  readonly pid: number;
  /** Address of the PostgreSQL store, if the tests run on one. */
  readonly store: string | undefined;
  /** What it and its workers wrote to standard output and standard error so far. */
  said(): string;
  /** Sends a request with the token; an object as body goes as JSON, a FormData as multipart. */
  call(method: string, where: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Uploads bytes as a file. */
  upload(
    bytes: Uint8Array | string,
    filename: string,
    fields?: Record<string, string | Blob>,
  ): Promise<Answer>;
  /** Asks until the status of what is there is no longer pending or processing, and gives it. */
  settled(where: string): Promise<Fields>;
  /** Stops it as Ctrl-C does, and removes all it kept. */
  stop(): Promise<void>;
}

export interface ServingOptions {
  /** Settings of the service, as environment variables. */
  readonly env?: Record<string, string>;
  /** More words of its command line. */
  readonly args?: readonly string[];
  /** Names that its look-ups find, each with its answers in turn, instead of the system's: see names.mjs. */
  readonly names?: Record<string, readonly (readonly string[])[]>;
  /** A module that its processes load before their own code. */
  readonly preload?: string;
}

const MINUTE = 60_000;

/** Starts `vau serve` on a free port with one worker, as people start it, and waits until it answers. */
export async function serving(options: ServingOptions = {}): Promise<Serving> {
  const home = await emptyHome();
  const { store, remove } = newTestStore();
  const { env, args = [] } = options;
  const line = [binary, 'serve', '--port', '0', '--workers', '1', '--output', 'json', ...args];
  const child = spawn(process.execPath, line, {
    env: {
      ...passedOn(),
      ...home.env,
      ...preloaded(options),
      VAU_RATE_LIMIT: '0',
      ...(store && { VAU_STORE: store }),
      ...newTestObjects().env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  try {
    const { url } = await started(child, () => stdout);
    const token = await tokenOf(home, url);
    return {
      url,
      token,
      home,
      store,
      pid: child.pid ?? 0,
      said: () => stdout + stderr,
      ...requests(url, token),
      stop: async () => {
        await ended(child, 'SIGINT');
        await remove();
        await home.remove();
        expect([child.exitCode, child.signalCode], stderr).toEqual([0, null]);
      },
    };
  } catch (error) {
    await ended(child, 'SIGKILL');
    await remove();
    await home.remove();
    throw new Error(`vau serve did not start: ${stderr}`, { cause: error });
  }
}

function preloaded({ names, preload }: ServingOptions): Record<string, string> {
  const modules = [names && fileURLToPath(new URL('names.mjs', import.meta.url)), preload];
  const loaded = modules.flatMap((file) => (file === undefined ? [] : ['--import', file]));
  return { NODE_OPTIONS: loaded.join(' '), VAU_TEST_NAMES: JSON.stringify(names ?? {}) };
}

/** Waits for what it prints once it answers. */
function started(child: ChildProcess, said: () => string): Promise<{ url: string }> {
  const read = () => {
    if (child.exitCode !== null) return undefined;
    return JSON.parse(said()) as { url: string };
  };
  return vi.waitFor(read, { timeout: MINUTE, interval: 20 }).then((found) => found ?? Promise.reject());
}

/** The token of the profile that points at it. */
async function tokenOf(home: Home, url: string): Promise<string> {
  const text = await readFile(path.join(home.configFolder, 'config.json'), 'utf8');
  const { profiles } = JSON.parse(text) as { profiles: Record<string, { base_url: string; token: string }> };
  const found = Object.values(profiles).find(({ base_url }) => base_url === url);
  if (!found) throw new Error(`no profile points at ${url}`);
  return found.token;
}

function requests(url: string, token: string): Pick<Serving, 'call' | 'upload' | 'settled'> {
  const call: Serving['call'] = async (method, where, body, headers = {}) => {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}${where.replace(/^\/v1/, '')}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    });
    const answer = await readAnswer(response);
    checkAnswer(method, where, answer.status, answer.body);
    return answer;
  };
  return {
    call,
    upload: (bytes, filename, fields = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([mediaOf(bytes)]), filename);
      return call('POST', '/files', form);
    },
    settled: (where) =>
      vi.waitFor(
        async () => {
          const { body } = await call('GET', where);
          expect(body.status, where).not.toMatch(/^(pending|processing)$/);
          return body;
        },
        { timeout: 3.5 * MINUTE, interval: 100 },
      ),
  };
}

/** Ends the process and waits for it. */
async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), MINUTE);
  await gone;
  clearTimeout(late);
}
