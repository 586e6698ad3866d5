/** Services that send raw bytes, and how the real binary handles them. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { choosing, type Ended, type RunOptions, run } from './harness.ts';

/** Called when the head of a request has arrived: its first line, its number from 1, and all of it. */
export type Acting = (socket: Socket, request: { line: string; count: number; head: string }) => void;

export interface Raw {
  /** Ends in /v1. */
  readonly url: string;
  /** Heads of requests in the order of arrival. */
  readonly heads: readonly string[];
  close(): Promise<void>;
}

/** A service that sends the given bytes, on its own port. Request bodies are ignored. */
export async function raw(act: Acting): Promise<Raw> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more;
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        const [line = ''] = head.split('\r\n', 1);
        if (!/^[A-Z]+ \S+ HTTP/.test(line)) continue;
        heads.push(head);
        act(socket, { line, count: heads.length, head });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heads,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A complete response as bytes; given headers replace its own. */
export function answer(
  body: string | Buffer,
  { status = '200 OK', ...headers }: Record<string, string> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === '' ? [] : [`${name}: ${value}\r\n`],
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

/** Sends these bytes, then more. */
export const begins =
  (bytes: string, more: (socket: Socket) => void): Acting =>
  (socket) => {
    socket.write(bytes);
    more(socket);
  };

/** Writes a chunk again and again, as fast as the client reads. */
export const endless = (piece: string) => (socket: Socket) => {
  const on = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', on);
  on();
};

/** Writes a chunk at an interval in ms. */
export const drip = (piece: string, ms: number) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(piece), ms);
  socket.once('close', () => clearInterval(timer));
};

const hook = fileURLToPath(new URL('../support/peak-memory.cjs', import.meta.url));

/** Runs the binary against a service; `peak` is its peak memory in MB, `ms` its run time. */
export async function measured(
  home: string,
  service: Pick<Raw, 'url'>,
  args: readonly string[],
  { env, ...options }: RunOptions = {},
): Promise<Ended & { readonly peak: number; readonly ms: number }> {
  const file = path.join(home, `peak-${randomUUID()}`);
  const began = performance.now();
  const ended = await run(home, args, {
    ...options,
    env: {
      ...choosing(service),
      NODE_OPTIONS: `--require ${hook}`,
      VAU_TEST_PEAK: file,
      ...env,
    },
  });
  const ms = performance.now() - began;
  return { ...ended, ms, peak: Number(readFileSync(file, 'utf8')) };
}
