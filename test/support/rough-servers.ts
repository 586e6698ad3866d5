/** Web servers as they are found out there, on raw sockets: old ones, slow ones, and some that break or lie. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Rough {
  /** Sends a response with this body. */
  act(socket: Socket, body: Buffer): unknown;
  /** Whether all of the body comes, and can be known to. `never`: nothing ends it but a timeout. */
  readonly comes: 'whole' | 'broken' | 'never';
}

const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const length = (bytes: number) => `content-length: ${bytes}`;
const CLOSE = 'connection: close';
const CHUNKED = 'transfer-encoding: chunked';
const half = (body: Buffer) => body.subarray(0, body.length / 2);

/** Long enough for the receiver to read what came before: the end of the connection would overtake it. */
const APART_MS = 50;

function chunks(body: Buffer): Buffer {
  const size = 65_521;
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
    body.subarray(at * size, (at + 1) * size),
  );
  return Buffer.concat(
    pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
  );
}

/** Every kind, the eight of them in all their forms. */
export const ROUGH = {
  'HTTP/1.0': { comes: 'whole', act: (socket, body) => socket.end(join('HTTP/1.0 200 OK\r\n\r\n', body)) },
  'HTTP/1.0 that closes a little later': {
    comes: 'whole',
    act: async (socket, body) => {
      socket.write(join('HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n\r\n', body));
      await sleep(APART_MS);
      socket.end();
    },
  },
  closing: {
    comes: 'whole',
    act: (socket, body) => socket.end(join(head(CLOSE, length(body.length)), body)),
  },
  'closing, without a length': { comes: 'whole', act: (socket, body) => socket.end(join(head(CLOSE), body)) },
  chunked: {
    comes: 'whole',
    act: (socket, body) => socket.write(join(head(CHUNKED), chunks(body), '0\r\n\r\n')),
  },
  'chunked and closing': {
    comes: 'whole',
    act: (socket, body) => socket.end(join(head(CHUNKED, CLOSE), chunks(body), '0\r\n\r\n')),
  },
  slow: {
    comes: 'whole',
    act: async (socket, body) => {
      socket.write(head(CLOSE, length(body.length)));
      const size = Math.ceil(body.length / 20);
      for (let at = 0; at < body.length; at += size) {
        socket.write(body.subarray(at, at + size));
        await sleep(APART_MS);
      }
      socket.end();
    },
  },
  stalling: {
    comes: 'never',
    act: (socket, body) => socket.write(join(head(length(body.length)), half(body))),
  },
  truncating: {
    comes: 'broken',
    act: (socket, body) => socket.end(join(head(CLOSE, length(body.length)), half(body))),
  },
  'truncating chunks': {
    comes: 'broken',
    act: (socket, body) => socket.end(join(head(CHUNKED, CLOSE), chunks(half(body)))),
  },
  'announcing too little': {
    comes: 'broken',
    act: (socket, body) => socket.write(join(head(length(half(body).length)), body)),
  },
  'announcing too much': {
    comes: 'broken',
    act: (socket, body) => socket.end(join(head(CLOSE, length(body.length + 1)), body)),
  },
  resetting: {
    comes: 'broken',
    act: async (socket, body) => {
      socket.write(join(head(CLOSE, length(body.length)), half(body)));
      await sleep(APART_MS);
      socket.resetAndDestroy();
    },
  },
  'resetting, without a length': {
    comes: 'broken',
    act: async (socket, body) => {
      socket.write(join(head(CLOSE), half(body)));
      await sleep(APART_MS);
      socket.resetAndDestroy();
    },
  },
} satisfies Record<string, Rough>;

export type RoughKind = keyof typeof ROUGH;

/** The kinds whose bodies come whole, broken or never. */
export const roughKinds = (...comes: Rough['comes'][]): RoughKind[] =>
  (Object.keys(ROUGH) as RoughKind[]).filter((kind) => comes.includes(ROUGH[kind].comes));

export interface RoughServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** The paths of the requests so far. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** Starts one on 127.0.0.1. @param answer how it answers a path, and with which body; `count` is 1 for its first request */
export async function roughServer(
  answer: (path: string, count: number) => { readonly kind: RoughKind; readonly body: Buffer },
): Promise<RoughServer> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    const path = await pathOf(socket);
    asked.push(path);
    const { kind, body } = answer(path, asked.filter((one) => one === path).length);
    await ROUGH[kind].act(socket, body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Reads a request to its end. */
async function pathOf(socket: Socket): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      const [first = '', rest] = text.split('\r\n\r\n', 2);
      const bytes = Number(/^content-length: (\d+)/im.exec(first)?.[1] ?? 0);
      if (rest !== undefined && text.length >= first.length + 4 + bytes) resolve(first.split(' ')[1] ?? '');
    });
  });
}

function join(...pieces: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Sound of 8 kHz as WAV: 16,000 bytes a second. @param bytes even, 46 at least @param seed makes it differ */
export function soundOf(bytes: number, seed: number): Buffer {
  const sound = Buffer.alloc(bytes);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(bytes - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(8_000, 24);
  sound.writeUInt32LE(16_000, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(bytes - 44, 40);
  for (let at = 44; at + 1 < Math.min(bytes, 400_000); at += 2)
    sound.writeInt16LE(Math.round(8_000 * Math.sin((at * (seed + 3)) / 200)), at);
  return sound;
}
