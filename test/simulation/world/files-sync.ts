/** The part of node:fs that the service uses at once, and streams of files; see files.ts. */
import type { Stats } from 'node:fs';
import * as real from 'node:fs';
import { Readable } from 'node:stream';
import * as disk from './disk.ts';
import { statsOf } from './files.ts';
import { isSimulated, requireAlive, splitPath } from './processes.ts';

export * from 'node:fs';

/** Programs of other processes are looked for here; there are none in a simulation. */
const PROGRAMS = '/proc';

function now(path: string): string {
  const { process, rest } = splitPath(path);
  requireAlive(process);
  return rest;
}

export function statSync(path: string, options?: { throwIfNoEntry?: boolean }): Stats | undefined {
  if (!isSimulated(path)) return real.statSync(path, options as { throwIfNoEntry: false });
  const found = disk.find(now(path));
  if (!found && options?.throwIfNoEntry !== false) throw disk.fault('ENOENT', path);
  return found && statsOf(found);
}

export function existsSync(path: string): boolean {
  return isSimulated(path) ? disk.find(now(path)) !== undefined : real.existsSync(path);
}

export function mkdirSync(path: string, options?: real.MakeDirectoryOptions): string | undefined {
  if (!isSimulated(path)) return real.mkdirSync(path, options);
  const rest = now(path);
  if (disk.find(rest)) throw disk.fault('EEXIST', path);
  disk.put(rest, disk.folderNode());
  return undefined;
}

/** Files that are open, by negative numbers: those of the machine are positive. */
const opened = new Map<number, string>();
let lastOpened = 0;

export function openSync(path: string, flags: string, mode?: number): number {
  if (!isSimulated(path)) return real.openSync(path, flags, mode);
  disk.need(now(path));
  lastOpened -= 1;
  opened.set(lastOpened, path);
  return lastOpened;
}

export function fsyncSync(number: number): void {
  const path = opened.get(number);
  if (path === undefined) real.fsyncSync(number);
  else disk.sync(disk.need(now(path)));
}

export function closeSync(number: number): void {
  if (!opened.delete(number)) real.closeSync(number);
}

export function readFileSync(path: string, options?: BufferEncoding): Buffer | string {
  if (!isSimulated(path)) return real.readFileSync(path, options);
  const node = disk.need(now(path));
  if (node.kind !== 'file') throw disk.fault('EISDIR', path);
  return options ? node.data.toString(options) : node.data;
}

export function readdirSync(path: string): string[] {
  return path === PROGRAMS ? [] : real.readdirSync(path);
}

export function createReadStream(
  path: string,
  options: { start?: number; end?: number; highWaterMark?: number } = {},
): Readable {
  if (!isSimulated(path)) return real.createReadStream(path, options);
  const node = disk.need(now(path));
  const { start = 0, end = Number.POSITIVE_INFINITY } = options;
  return Readable.from([node.kind === 'file' ? node.data.subarray(start, end + 1) : Buffer.alloc(0)]);
}
