/** The real binary against a scripted service on loopback that records requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach } from 'vitest';

export const bin = fileURLToPath(new URL('../../bin/vau.js', import.meta.url));
export const token = 'test-token-0123456789abcdef';

export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: IncomingMessage['headers'];
  /** Parsed if it is JSON, undefined if there is none, else text. */
  readonly body: unknown;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Closes the connection without a response. */
  readonly hangUp?: boolean;
  /** Keeps the connection open without a response. */
  readonly never?: boolean;
  /** Milliseconds until the response. */
  readonly after?: number;
}

export type Script = (request: Arrived, count: number) => Answer;

export interface Scripted {
  /** Ends in /v1. */
  readonly url: string;
  readonly arrived: Arrived[];
  script: Script;
  close(): Promise<void>;
}

/** A response that can be a resource, and an empty list. */
export const anything = { json: { id: 'x', data: [] } } as const satisfies Answer;

/** A service that responds by script. */
export async function scripted(script: Script = () => anything): Promise<Scripted> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => void serve(request, response));
  const self: Scripted = {
    url: '',
    arrived,
    script,
    close: () => closed(server),
  };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await read(request);
    arrived.push(one);
    const answer = self.script(one, arrived.length);
    if (answer.hangUp) return void request.socket.destroy();
    if (answer.never) return;
    if (answer.after) await setTimeout(answer.after);
    const body = answer.bytes ?? answer.text ?? JSON.stringify(answer.json ?? {});
    const type = typeof body !== 'string' || answer.text !== undefined ? 'text/plain' : 'application/json';
    response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers }).end(body);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(self, { url: `http://127.0.0.1:${port}/v1` });
}

/**
 * A scripted service and a home folder for the tests of a file. After each test, its requests are forgotten and the
 * first script applies again.
 */
export async function stage(script?: Script) {
  const service = await scripted(script);
  const home = temporary();
  const { script: first } = service;
  afterEach(() => {
    service.arrived.length = 0;
    service.script = first;
  });
  afterAll(async () => {
    await service.close();
    home.remove();
  });
  return { service, home };
}

async function read(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('latin1');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const all = url.searchParams.getAll(name);
    query[name] = all.length === 1 ? (all[0] ?? '') : all;
  }
  return {
    method: request.method ?? '',
    path: url.pathname,
    query,
    headers: request.headers,
    body: parsed(text),
  };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** The working folder; default: the home folder. */
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** Called with each chunk of standard error; may send a signal. */
  readonly onError?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** Killed after this many ms. */
  readonly killAfter?: number;
  /** The same for standard output. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** A folder of its own for each test's home and configuration. */
export function temporary(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'vau-acceptance-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs `vau` to its end, in an environment without anything of the user. */
export function run(home: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd ?? home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      VAU_CONFIG_DIR: path.join(home, 'config'),
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A hanging process fails its test, and is not left behind.
    timeout: options.killAfter ?? 25_000,
    killSignal: 'SIGKILL',
  });
  child.stdin.end(options.stdin ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onOutput?.(stdout, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onError?.(stderr, (signal) => child.kill(signal));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** Runs `vau` into a pipe whose reader closes it after the first bytes. */
export async function intoClosedPipe(home: string, args: readonly string[], service: Pick<Scripted, 'url'>) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, HOME: home, ...choosing(service) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [status] = await once(child, 'close');
  return { status, stderr };
}

/** The environment that chooses a service. */
export const choosing = (service: Pick<Scripted, 'url'>): Record<string, string> => ({
  VAU_BASE_URL: service.url,
  VAU_TOKEN: token,
});
