/**
 * node:fs/promises for the processes of a day: what is below /sim is on the simulated disk, a step at a time; the database
 * and its log are files of SQLite's own (database.ts). All other paths are the machine's.
 */
import type { BigIntStats, Dirent, Stats } from 'node:fs';
import * as real from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import * as disk from './disk.ts';
import { isSimulated, type Process, requireAlive, splitPath, step } from './processes.ts';
import { isStorePath, statStore, syncStore } from './store-files.ts';

export * from 'node:fs/promises';

/** A step of a process on a path: it may come late, and not at all once the process is dead. */
async function at(path: string): Promise<{ process: Process; rest: string }> {
  const found = splitPath(path);
  requireAlive(found.process);
  await step();
  requireAlive(found.process);
  return found;
}

function file(path: string): disk.FileNode {
  const node = disk.need(path);
  if (node.kind !== 'file') throw disk.fault('EISDIR', path);
  return node;
}

const bytesOf = (data: unknown): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array);

export function statsOf(node: disk.Node, big = false): Stats & BigIntStats {
  const numbers = { dev: 1, ino: node.number, size: node.kind === 'file' ? node.data.length : 0 };
  const shown = big
    ? Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, BigInt(value)]))
    : numbers;
  return {
    ...shown,
    mtimeMs: node.changedAt,
    mode: 0o600,
    nlink: 1,
    isFile: () => node.kind === 'file',
    isDirectory: () => node.kind === 'folder',
    isSymbolicLink: () => false,
  } as unknown as Stats & BigIntStats;
}

/** An open file. What it writes is in memory until it is synced. */
class Handle {
  readonly #process: Process;
  readonly #node: disk.FileNode | disk.FolderNode;
  constructor(process: Process, node: disk.Node) {
    this.#process = process;
    this.#node = node;
  }
  async #step(): Promise<disk.FileNode> {
    requireAlive(this.#process);
    await step();
    requireAlive(this.#process);
    if (this.#node.kind !== 'file') throw disk.fault('EISDIR', 'handle');
    return this.#node;
  }
  async appendFile(data: unknown): Promise<void> {
    const node = await this.#step();
    disk.write(node, Buffer.concat([node.data, bytesOf(data)]));
  }
  writeFile = this.appendFile;
  async truncate(length = 0): Promise<void> {
    const node = await this.#step();
    disk.write(node, Buffer.from(node.data.subarray(0, length)));
  }
  async sync(): Promise<void> {
    requireAlive(this.#process);
    await step();
    requireAlive(this.#process);
    disk.sync(this.#node);
  }
  datasync = this.sync;
  async stat(options?: { bigint?: boolean }): Promise<Stats & BigIntStats> {
    requireAlive(this.#process);
    return statsOf(this.#node, options?.bigint);
  }
  async read(target: Buffer, offset = 0, length = target.length - offset, position = 0) {
    const { data } = await this.#step();
    return { bytesRead: data.copy(target, offset, position, position + length), buffer: target };
  }
  async readFile(encoding?: BufferEncoding): Promise<Buffer | string> {
    const { data } = await this.#step();
    return encoding ? data.toString(encoding) : data;
  }
  createWriteStream(): Writable {
    return new Writable({
      write: (piece, _encoding, done) => void this.appendFile(piece).then(() => done(), done),
    });
  }
  async close(): Promise<void> {}
}

/** The log of the database: waiting for the disk is all that is done with it. */
class StoreHandle extends Handle {
  override async sync(): Promise<void> {
    await syncStore(this.owner);
  }
  override datasync = this.sync;
  readonly owner: Process;
  constructor(process: Process) {
    super(process, disk.fileNode());
    this.owner = process;
  }
}

export async function open(path: string, flags = 'r', mode?: number): Promise<real.FileHandle> {
  if (!isSimulated(path)) return real.open(path, flags, mode);
  const { process, rest } = await at(path);
  if (isStorePath(rest)) {
    if (!statStore(rest)) throw disk.fault('ENOENT', path);
    return new StoreHandle(process) as unknown as real.FileHandle;
  }
  const known = disk.find(rest);
  if (known && flags.includes('x')) throw disk.fault('EEXIST', path);
  if (!known && !/[wa]/.test(flags)) throw disk.fault('ENOENT', path);
  const node = known ?? disk.fileNode();
  if (!known) disk.put(rest, node);
  else if (flags.startsWith('w') && node.kind === 'file') disk.write(node, Buffer.alloc(0));
  return new Handle(process, node) as unknown as real.FileHandle;
}

export async function readFile(path: string, options?: BufferEncoding | { encoding?: BufferEncoding }) {
  if (!isSimulated(path)) return real.readFile(path, options as BufferEncoding);
  const { data } = file((await at(path)).rest);
  const encoding = typeof options === 'string' ? options : options?.encoding;
  return encoding ? data.toString(encoding) : data;
}

interface Writing {
  readonly flag?: string;
  readonly flush?: boolean;
}

export async function writeFile(path: string, data: unknown, options: Writing | BufferEncoding = {}) {
  if (!isSimulated(path)) return real.writeFile(path, data as string, options);
  const { flag = 'w', flush = false } = typeof options === 'string' ? {} : options;
  const handle = await open(path, flag);
  await handle.appendFile(data as string);
  if (flush) await handle.sync();
}

export async function stat(path: string, options?: { bigint?: boolean }): Promise<Stats & BigIntStats> {
  if (!isSimulated(path)) return real.stat(path, options as { bigint: true }) as never;
  const { rest } = await at(path);
  const store = isStorePath(rest) ? statStore(rest) : undefined;
  return store ? (store as Stats & BigIntStats) : statsOf(disk.need(rest), options?.bigint);
}

export const lstat = stat;

export async function access(path: string, mode?: number): Promise<void> {
  if (!isSimulated(path)) return real.access(path, mode);
  await stat(path);
}

export async function statfs(path: string) {
  if (!isSimulated(path)) return real.statfs(path);
  await at(path);
  return { type: 0xef53, bsize: 4_096, bavail: 1e9, blocks: 2e9, bfree: 1e9 };
}

export async function chmod(path: string, mode: number): Promise<void> {
  if (!isSimulated(path)) return real.chmod(path, mode);
  await at(path);
}

export async function utimes(path: string, read: number | Date, written: number | Date): Promise<void> {
  if (!isSimulated(path)) return real.utimes(path, read, written);
  disk.need((await at(path)).rest).changedAt = Number(written);
}

export async function realpath(path: string): Promise<string> {
  return isSimulated(path) ? path : real.realpath(path);
}

export async function mkdir(path: string, options?: { recursive?: boolean; mode?: number }) {
  if (!isSimulated(path)) return real.mkdir(path, options);
  const { rest } = await at(path);
  const parts = rest.split('/');
  for (let length = options?.recursive ? 1 : parts.length; length <= parts.length; length += 1) {
    const below = parts.slice(0, length).join('/');
    if (!disk.find(below)) disk.put(below, disk.folderNode());
    else if (!options?.recursive) throw disk.fault('EEXIST', path);
  }
  return undefined;
}

export async function rename(from: string, to: string): Promise<void> {
  if (!isSimulated(from)) return real.rename(from, to);
  const { rest } = await at(from);
  const target = splitPath(to).rest;
  const known = disk.find(target);
  if (known?.kind === 'folder' && known.names.size > 0) throw disk.fault('ENOTEMPTY', to);
  disk.move(rest, target);
}

export async function link(from: string, to: string): Promise<void> {
  if (!isSimulated(from)) return real.link(from, to);
  const { rest } = await at(from);
  const target = splitPath(to).rest;
  if (disk.find(target)) throw disk.fault('EEXIST', to);
  disk.put(target, disk.need(rest));
}

export async function copyFile(from: string, to: string): Promise<void> {
  if (!isSimulated(to)) return real.copyFile(from, to);
  const copy = disk.fileNode();
  disk.write(copy, file((await at(from)).rest).data);
  disk.put(splitPath(to).rest, copy);
}

export async function rm(path: string, options: { recursive?: boolean; force?: boolean } = {}) {
  if (!isSimulated(path)) return real.rm(path, options);
  const { rest } = await at(path);
  const node = disk.find(rest);
  if (!node && options.force) return;
  if (!node) throw disk.fault('ENOENT', path);
  if (node.kind === 'folder') {
    if (!options.recursive) throw disk.fault('EISDIR', path);
    // One name after the other: a process may die in between.
    for (const name of [...node.names.keys()]) await rm(`${path}/${name}`, options);
  }
  disk.drop(rest);
}

export const unlink = (path: string) => rm(path);

export async function readdir(path: string, options?: never): Promise<string[]> {
  if (!isSimulated(path)) return real.readdir(path, options) as Promise<string[]>;
  const node = disk.need((await at(path)).rest);
  return node.kind === 'folder' ? [...node.names.keys()] : [];
}

export async function opendir(path: string, options?: { recursive?: boolean; bufferSize?: number }) {
  if (!isSimulated(path)) return real.opendir(path, options as never);
  const { rest } = await at(path);
  const node = disk.need(rest);
  if (node.kind !== 'folder') throw disk.fault('ENOTDIR', path);
  const entryOf = (parent: string, name: string, kind: disk.Node['kind']) =>
    ({
      name,
      parentPath: parent,
      isFile: () => kind === 'file',
      isDirectory: () => kind === 'folder',
    }) as unknown as Dirent;
  const entries = options?.recursive
    ? disk.filesBelow(rest).map((below) => {
        const parts = below.split('/');
        const name = parts.pop() ?? '';
        return entryOf([path, ...parts].join('/'), name, 'file');
      })
    : [...node.names].map(([name, child]) => entryOf(path, name, child.kind));
  return Readable.from(entries) as unknown as AsyncIterable<Dirent>;
}
