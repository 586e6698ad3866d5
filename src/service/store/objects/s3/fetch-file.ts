import { createWriteStream } from 'node:fs';
import { rm, stat, utimes } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { digestOf } from '../durable.ts';
import type { ByteRange } from '../objects.ts';
import type { Bucket } from './client.ts';
import { faultOf, isMissing, missing, StorageFault } from './fault.ts';
import { HASH } from './send-file.ts';

/** What the storage says of an object. */
export interface Head {
  readonly bytes: number;
  readonly etag: string;
  /** SHA-256 (hex) of what was sent; undefined for objects that another program put there. */
  readonly hash: string | undefined;
  /** Unix milliseconds. */
  readonly changedAt: number;
}

/** Undefined if there is no such object. */
export async function headOf(
  { client, name, ask, settings }: Bucket,
  key: string,
): Promise<Head | undefined> {
  const where = { Bucket: settings.bucket, Key: name(key) };
  try {
    const found = await ask(() => client.send(new HeadObjectCommand(where)));
    return {
      bytes: found.ContentLength ?? 0,
      etag: found.ETag ?? '',
      hash: found.Metadata?.[HASH],
      changedAt: found.LastModified?.getTime() ?? 0,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Opens an object's content, or a range of it. A storage that falls silent ends the stream with an error. */
export async function openObject(
  { client, name, ask, settings }: Bucket,
  key: string,
  { start = 0, end }: ByteRange,
  etag?: string,
): Promise<Readable> {
  const whole = start === 0 && end === undefined;
  const request = {
    Bucket: settings.bucket,
    Key: name(key),
    ...(whole ? {} : { Range: `bytes=${start}-${end ?? ''}` }),
    ...(etag ? { IfMatch: etag } : {}),
  };
  try {
    const { Body } = await ask(() => client.send(new GetObjectCommand(request)));
    return Body as Readable;
  } catch (error) {
    throw isMissing(error) ? missing(key) : error;
  }
}

/** Times that an interrupted transfer goes on where it stopped, and the first delay before that in milliseconds. */
const RESUMES = 5;
const DELAY_MS = 200;

/**
 * Fetches an object into a new file. An interrupted transfer goes on where it stopped; afterwards size and SHA-256 are
 * compared with what was sent.
 * @throws StorageFault if the storage stays silent, or what came is not what was sent; the system's error of the local
 * disk; no file is left then
 */
export async function fetchFile(bucket: Bucket, key: string, head: Head, path: string): Promise<void> {
  try {
    for (let resume = 0; !(await fetchRest(bucket, key, head, path, resume)); resume += 1)
      await sleep(DELAY_MS * 2 ** resume);
    await compare(key, head, path);
    // The time of the object, for those who take it for the time of the content.
    await utimes(path, new Date(), new Date(head.changedAt));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Whether all of it is there now. */
async function fetchRest(
  bucket: Bucket,
  key: string,
  head: Head,
  path: string,
  resume: number,
): Promise<boolean> {
  const start = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (start > 0 && start >= head.bytes) return true;
  // The client has tried this several times if it fails.
  const content = await openObject(bucket, key, { start }, head.etag);
  try {
    await pipeline(content, createWriteStream(path, { flags: 'a', mode: 0o600 }));
    return true;
  } catch (error) {
    if (isLocal(error)) throw error;
    if (resume === RESUMES) throw faultOf(error, bucket.settings);
    return false;
  }
}

/** Whether writing failed, and not reading. */
function isLocal(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function compare(key: string, { bytes, hash }: Head, path: string): Promise<void> {
  const found = await digestOf(path);
  if (found.bytes !== bytes)
    throw new StorageFault(`the object ${key} came with ${found.bytes} bytes instead of ${bytes}`);
  if (hash !== undefined && found.hash !== hash)
    throw new StorageFault(
      `the object ${key} was changed in the storage: its SHA-256 is ${found.hash}, and ${hash} was stored`,
    );
}
