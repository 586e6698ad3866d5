/** Fetches a file into the data folder. An interrupted download goes on where it stopped. */
import { createHash } from 'node:crypto';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkError } from '../../../client/errors.ts';
import { type Fetched, type Fetcher, shown } from '../../../client/network/fetch.ts';
import { isRecord } from '../../../contract/record.ts';
import { makeFolder } from '../../../media/files.ts';
import { CliError, LocalError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
import { formatBytes } from '../../output/format.ts';
import { isFull, outOfReach } from './refusals.ts';

export interface Wanted {
  readonly url: string;
  /** Bytes, as the catalogue says. */
  readonly bytes: number;
  /** The size is not certain. */
  readonly approximate?: boolean | undefined;
}

export interface Getting {
  readonly fetcher: Fetcher;
  /** Where partial downloads are kept. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onBytes: (done: number, total: number) => void;
}

/** What is needed to go on with a partial file: it must still be the same file. */
interface Mark {
  readonly url: string;
  /** ETag or date of the file. */
  readonly validator: string;
}

/** A broken connection is made again this often, from where it broke. */
const TRIES = 4;

/** A size that is not certain may be off by this factor. */
const SLACK = 3;

/**
 * Fetches a file, or the rest of it.
 * @returns its path; remove it with `drop` when it has been used
 * @throws CliError that names the host; the part that has arrived is kept for the next time
 */
export async function download(wanted: Wanted, getting: Getting): Promise<string> {
  makeFolder(getting.folder, 0o700);
  const part = partOf(wanted.url, getting.folder);
  for (let attempt = 1; ; attempt += 1) {
    const before = await sizeOf(part);
    try {
      await fetchRest(wanted, part, getting);
      return part;
    } catch (error) {
      if (!(error instanceof NetworkError)) throw inWords(error, wanted, part);
      // A host that cannot be reached is not tried again.
      const now = await sizeOf(part);
      const broke = now > before || error.fault === 'reset';
      if (!broke || attempt >= TRIES) throw outOfReach(wanted.url, error, now);
      await sleep(200 * 2 ** attempt, undefined, { signal: getting.signal });
    }
  }
}

/** Whether a part of a file has arrived, with which the next download goes on. */
export async function hasBegun(url: string, folder: string): Promise<boolean> {
  return (await sizeOf(partOf(url, folder))) > 0;
}

/** Removes a file that was fetched. */
export async function drop(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(`${file}.json`, { force: true });
}

function partOf(url: string, folder: string): string {
  return path.join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.part`);
}

async function fetchRest(wanted: Wanted, part: string, { fetcher, signal, onBytes }: Getting): Promise<void> {
  const have = await sizeOf(part);
  const mark = have > 0 ? await readMark(part, wanted.url) : undefined;
  const headers = mark ? { range: `bytes=${have}-`, 'if-range': mark.validator } : {};
  const answer = await fetcher.get(wanted.url, { ...headers, 'accept-encoding': 'identity' }, signal);
  if (mark && answer.status === 416) {
    await answer.dump();
    // It is complete, or it is another file by now: its hash tells.
    if (totalOf(answer) === have) return;
    await drop(part);
    return fetchRest(wanted, part, { fetcher, signal, onBytes } as Getting);
  }
  const from = mark && answer.status === 206 && startOf(answer) === have ? have : 0;
  if (from === 0 && answer.status !== 200) {
    await answer.dump();
    throw refused(wanted.url, answer.status);
  }
  const length = Number(answer.headers['content-length']);
  const total = from + (Number.isFinite(length) ? length : wanted.bytes);
  const most = wanted.approximate ? Math.max(total, wanted.bytes) * SLACK : wanted.bytes;
  if (Number.isFinite(length) && total > most) {
    await answer.dump();
    throw tooLong(wanted);
  }
  await keepMark(part, wanted.url, answer);
  await append(part, from, answer, { most, wanted, total, onBytes });
  const done = await sizeOf(part);
  if (Number.isFinite(length) && done < total)
    throw new NetworkError(
      new URL(answer.url).host,
      'reset',
      'the connection was closed early',
      '',
      undefined,
    );
}

async function append(
  part: string,
  from: number,
  { body }: Fetched,
  {
    most,
    wanted,
    total,
    onBytes,
  }: { most: number; wanted: Wanted; total: number; onBytes: Getting['onBytes'] },
): Promise<void> {
  const handle = await open(part, from > 0 ? 'a' : 'w', 0o600);
  let done = from;
  try {
    for await (const chunk of body) {
      done += chunk.length;
      if (done > most) throw tooLong(wanted);
      await handle.writeFile(chunk);
      onBytes(done, total);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The file can be continued later only if it has a strong ETag, or a date. */
async function keepMark(part: string, url: string, { headers }: Fetched): Promise<void> {
  const tag = headers.etag?.startsWith('W/') ? undefined : headers.etag;
  const validator = tag ?? headers['last-modified'];
  if (validator === undefined) return rm(`${part}.json`, { force: true });
  await writeFile(`${part}.json`, JSON.stringify({ url, validator } satisfies Mark), { mode: 0o600 });
}

async function readMark(part: string, url: string): Promise<Mark | undefined> {
  try {
    const mark: unknown = JSON.parse(await readFile(`${part}.json`, 'utf8'));
    const known = isRecord(mark) && mark.url === url && typeof mark.validator === 'string';
    return known ? (mark as unknown as Mark) : undefined;
  } catch {
    return undefined;
  }
}

function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The first byte of a partial response. */
function startOf({ headers }: Fetched): number {
  return Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
}

/** The size of the file, from a response without content. */
function totalOf({ headers }: Fetched): number {
  return Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
}

function refused(url: string, status: number): CliError {
  const hint = 'If a mirror or a folder has it: --from URL or --from FOLDER.';
  return new CliError(`${shown(url)} responded with status ${status}`, exit.network, 'download', { hint });
}

function tooLong({ url, bytes }: Wanted): LocalError {
  return new LocalError(`${shown(url)} is longer than the ${formatBytes(bytes)} of the catalogue`, {
    hint: 'It is not the file that the catalogue means; nothing of it was kept.',
    code: 'checksum',
  });
}

async function forget(part: string): Promise<void> {
  await drop(part).catch(() => undefined);
}

function inWords(error: unknown, { url }: Wanted, part: string): unknown {
  if (isFull(error))
    return new LocalError(`The disk is full: ${shown(url)} was not fetched whole`, {
      hint: 'Free some space and run the same command again: it goes on where it stopped.',
      code: 'disk_full',
    });
  if (error instanceof LocalError) void forget(part);
  return error;
}
