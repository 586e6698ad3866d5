/** Plays the hosts that models and packages come from, and makes what they serve. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { type Arrived, type Loopback, loopback } from './loopback.ts';

/** An entry of an archive: its name, and its text or what else it is. */
export type Entry = readonly [name: string, content: string | Partial<Header>];

/** A tar archive of these entries. */
export async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of entries)
    if (typeof content === 'string') archive.entry({ name }, content);
    else archive.entry({ name, ...content } as Header);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const bzipped = (bytes: Buffer): Buffer => execFileSync('bzip2', ['-c'], { input: bytes });

/** A package as the npm registry serves it. */
export async function packageOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  return gzipSync(
    await tarOf(Object.entries(files).map(([name, text]) => [`package/${name}`, text] as const)),
  );
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const integrity = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** A host with files by path, and ways to fail. */
export interface ModelHost extends Loopback {
  readonly files: Map<string, Buffer>;
  /**
   * Breaks the connection after so many bytes of a response, as often as this says; below `at`, or else `/files/`. One
   * that `stalls` stays open and says nothing more.
   */
  breaks: { after: number; times: number; at?: string; stalls?: boolean };
  /** Answers without ranges, as some hosts do. */
  ranges: boolean;
  /** Packages of the registry by name: archive, and the hash that it publishes. */
  readonly packages: Map<string, { version: string; archive: Buffer; integrity: string }>;
  /** Who does not send it gets no package; undefined: anybody does. */
  token: string | undefined;
}

/** Starts one on a free port. */
export async function modelHost(): Promise<ModelHost> {
  const state = {
    files: new Map<string, Buffer>(),
    packages: new Map<string, { version: string; archive: Buffer; integrity: string }>(),
    breaks: { after: 0, times: 0 },
    ranges: true,
    token: undefined as string | undefined,
  };
  const server = await loopback((request, response) => {
    const { token } = state;
    const isKnown = token === undefined || request.headers.authorization === `Bearer ${token}`;
    if (!isKnown && !state.files.has(request.path)) return response.writeHead(401).end();
    const facts = factsIn(state.packages, request);
    if (facts) return response.end(facts);
    const bytes = state.files.get(request.path) ?? archiveIn(state.packages, request.path);
    if (!bytes) return response.writeHead(404).end();
    return serve(state, bytes, request, response);
  });
  return Object.assign(state, server);
}

function serve(
  state: Pick<ModelHost, 'breaks' | 'ranges'>,
  bytes: Buffer,
  { path: asked, headers }: Arrived,
  response: ServerResponse,
): void {
  const etag = `"${sha256(bytes).slice(0, 16)}"`;
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const partial = state.ranges && start > 0 && headers['if-range'] === etag;
  if (partial && start >= bytes.length)
    return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
  const body = partial ? bytes.subarray(start) : bytes;
  response.writeHead(partial ? 206 : 200, {
    etag,
    'content-length': body.length,
    ...(partial && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  });
  if (state.breaks.times === 0 || !asked.startsWith(state.breaks.at ?? '/files/'))
    return void response.end(body);
  state.breaks.times -= 1;
  if (state.breaks.stalls) return void response.write(body.subarray(0, state.breaks.after));
  // What is on its way when a connection is reset does not arrive.
  response.write(body.subarray(0, state.breaks.after), () => setTimeout(() => response.destroy(), 50));
}

/** What the registry says of a version, and for npm of the whole package. */
function factsIn(packages: ModelHost['packages'], { path: asked, headers }: Arrived): string | undefined {
  for (const [name, { version, integrity }] of packages) {
    const tarball = `http://${headers.host}/${name}/-/${path.posix.basename(name)}-${version}.tgz`;
    const facts = { name, version, dist: { integrity, tarball } };
    const whole = `/${name.replace('/', '%2f')}`;
    if (asked === `${whole}/${version}`) return JSON.stringify(facts);
    if (asked === whole)
      return JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: facts } });
  }
  return undefined;
}

function archiveIn(packages: ModelHost['packages'], asked: string): Buffer | undefined {
  for (const [name, { version, archive }] of packages)
    if (asked === `/${name}/-/${path.posix.basename(name)}-${version}.tgz`) return archive;
  return undefined;
}

/** What a model of a test's own catalogue says; the rest is filled in. */
export interface Offered {
  readonly name: string;
  readonly model: string;
  readonly downloads: readonly object[];
  readonly [more: string]: unknown;
}

/** Writes a catalogue of a test's own. */
export async function writeCatalogue(
  file: string,
  models: readonly Offered[],
  packages: readonly object[] = [],
): Promise<string> {
  const filled = models.map((one) => ({
    kind: 'whisper',
    title: `Test ${one.model}`,
    languages: ['en'],
    licence: 'MIT',
    terms: 'none',
    ...{ disk: 1000, memory: 1000, speed: 'fast', quality: 'for tests', packages: [], ...one },
  }));
  await writeFile(file, JSON.stringify({ models: filled, packages }));
  return file;
}

/** The files below a data folder, with slashes and sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)).split(path.sep).join('/'))
    .sort();
}
