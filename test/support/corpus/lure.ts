/** A film, a text and a server that hostile media point at, and that nothing may ever touch. */
import { once } from 'node:events';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { make } from '../film.ts';
import type { Lure } from './players.ts';

export interface WatchedLure extends Lure {
  /** What would stand in an answer if one of the files had been read. */
  readonly secret: string;
  /** What was touched; empty if all is well. */
  touched(): Promise<string[]>;
  close(): Promise<void>;
}

/** Long ago: reading a file then moves the time of its last access, on any file system that keeps it. */
const OLD = new Date('2001-01-01T00:00:00Z');

export async function openLure(): Promise<WatchedLure> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-lure-'));
  const secret = `lure-${crypto.randomUUID()}`;
  const [film, text] = [path.join(folder, 'film.mp4'), path.join(folder, 'text.txt')];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac'];
  await writeFile(film, await make([...sound, '-metadata', `title=${secret}`], 'mp4'));
  await writeFile(text, `${secret}\n`);
  for (const file of [film, text]) await utimes(file, OLD, new Date());
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(secret);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    film,
    text,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    touched: async () => {
      const read = [];
      for (const file of [film, text])
        if ((await stat(file)).atimeMs !== OLD.getTime()) read.push(`${file} was read`);
      return [...asked, ...read];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
