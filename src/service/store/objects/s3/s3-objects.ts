/**
 * Objects on a server with the API of S3. Programs need local paths, so what is read is fetched to a bounded folder of copies;
 * what is written is sent in parts, with its checksum.
 */
import { createHash } from 'node:crypto';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { filesBelow } from '../disk-objects.ts';
import type { DirectAnswer, Held, ObjectStorage } from '../objects.ts';
import { several } from '../several.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Bucket, openBucket } from './client.ts';
import { fetchFile, headOf, openObject } from './fetch-file.ts';
import { copyLarge, endAbandoned, LARGEST_COPY } from './parts.ts';
import { sendBytes, sendFile } from './send-file.ts';
import { locationOf, type S3Settings } from './settings.ts';

/** Folder in the data folder with copies of objects that were fetched. */
const FOLDER = 'fetched';

/** A bounded store of fetched objects on the local disk, shared by the processes of a data folder. */
interface LocalCopies {
  /** Path of the copy of an object in this version; it is deleted when others need its place. */
  path(key: string, version: string): string;
  /** Gives the copy a second name, under which it stays. False if there is none. */
  keep(copy: string, name: string): Promise<boolean>;
  /** Adds a file as a copy, and deletes the copies that were used longest ago if there are too many bytes. */
  add(file: string, copy: string): Promise<void>;
}

/** @param most bytes to keep; the newest copy stays even if it is larger */
function localCopies(dataDir: string, most: number): LocalCopies {
  const folder = path.join(dataDir, FOLDER);
  return {
    path: (key, version) =>
      path.join(folder, createHash('sha256').update(`${key}\n${version}`).digest('hex')),
    keep: (copy, name) => linked(copy, name),
    add: async (file, copy) => {
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      // Another process may have fetched it too.
      await linked(file, copy);
      await trim(folder, copy, most);
    },
  };
}

/** False if there is no such file; a name that is taken by the same content stays. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST') return true;
    throw error;
  }
}

async function trim(folder: string, newest: string, most: number): Promise<void> {
  const copies: { file: string; bytes: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    // Every use gives the file another name or takes one away, which sets this time.
    if (found) copies.push({ file, bytes: found.size, usedAt: found.ctimeMs });
  }
  let bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  for (const copy of copies.sort((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= most) return;
    if (copy.file === newest) continue;
    await rm(copy.file, { force: true });
    bytes -= copy.bytes;
  }
}

interface Listed {
  readonly key: string;
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly changedAt: number;
}

/** Everything under a prefix, a page at a time. */
async function* listed(bucket: Bucket, prefix: string): AsyncIterable<Listed[]> {
  for await (const page of pages(bucket, prefix, {}))
    yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
      key: bucket.key(Key),
      bytes: Size,
      changedAt: LastModified?.getTime() ?? 0,
    }));
}

/** Names of the folders directly under a prefix, a page at a time. */
async function* folders(bucket: Bucket, prefix: string): AsyncIterable<string[]> {
  for await (const { CommonPrefixes = [] } of pages(bucket, prefix, { Delimiter: '/' })) {
    const names = CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(`${bucket.name(prefix)}/`.length, -1));
    if (names.length > 0) yield names;
  }
}

/** At most so many names in one answer; servers give fewer if they like. */
const PAGE = 1_000;

async function* pages(
  { client, name, ask, settings }: Bucket,
  prefix: string,
  how: { Delimiter?: string },
): AsyncIterable<ListObjectsV2CommandOutput> {
  const Prefix = `${name(prefix)}/`;
  let token: string | undefined;
  do {
    const page = await ask(() =>
      client.send(
        new ListObjectsV2Command({
          Bucket: settings.bucket,
          Prefix,
          MaxKeys: PAGE,
          ContinuationToken: token,
          ...how,
        }),
      ),
    );
    yield page;
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Requests at the same time for work on many objects. */
const AT_ONCE = 8;

/** Object storage in a bucket that speaks S3. Temporary files, and copies of what was fetched, are in the data folder. */
export function s3Objects(settings: S3Settings, dataDir: string): ObjectStorage {
  const bucket = openBucket(settings);
  const temporary = temporaryFiles(dataDir);
  const copies = localCopies(dataDir, settings.cacheBytes);
  const remove = (key: string) => deleteOne(bucket, key);
  const objects: ObjectStorage = {
    put: async (key, from) => {
      // Jobs of this machine often read what was just put.
      await copies.add(from, copies.path(key, await sendFile(bucket, key, from)));
      await rm(from, { force: true });
    },
    putBytes: async (key, bytes) => void (await sendBytes(bucket, key, Buffer.from(bytes))),
    putFolder: async (prefix, folder) => {
      const names: string[] = [];
      for await (const name of filesBelow(folder)) names.push(name);
      await several(names, AT_ONCE, (name) => sendFile(bucket, `${prefix}/${name}`, path.join(folder, name)));
      await rm(folder, { recursive: true, force: true });
    },
    path: (key) => copyOf(bucket, copies, key, temporary.file),
    place: (prefix) => `${locationOf(settings)}${prefix === undefined ? '' : `/${prefix}`}`,
    read: (key, range = {}) => openObject(bucket, key, range),
    size: async (key) => (await headOf(bucket, key))?.bytes,
    version: async (key) => (await headOf(bucket, key))?.etag,
    delete: remove,
    deletePrefix: async (prefix) => {
      for await (const page of listed(bucket, prefix)) await several(page, AT_ONCE, ({ key }) => remove(key));
    },
    list: async function* (prefix) {
      for await (const page of listed(bucket, prefix)) for (const { key } of page) yield key;
    },
    folders: (prefix) => folders(bucket, prefix),
    movePrefix: (from, to) => move(bucket, from, to),
    changedAt: (prefix) => newest(bucket, prefix),
    tmpFile: temporary.file,
    tmpFolder: temporary.folder,
    hold: () => held(objects, bucket, copies),
    tidy: () => endAbandoned(bucket, Date.now()),
    check: async () => {
      const { bucket: Bucket, prefix: Prefix } = settings;
      await bucket.ask(() => bucket.client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })));
    },
    ...(settings.direct && { address: (key, answer) => signed(bucket, key, answer) }),
  };
  return objects;
}

/** Fetches an object unless a copy is there. Its path may end when others need the place. */
async function copyOf(
  bucket: Bucket,
  copies: LocalCopies,
  key: string,
  file: () => Promise<string>,
): Promise<string> {
  const kept = await file();
  const found = await fetched(bucket, copies, key, kept);
  await rm(kept, { force: true });
  return found ?? kept;
}

/**
 * Fetches an object, or takes its copy, under a name of the caller's.
 * @returns the path of the copy in the common folder; undefined, and no file, if there is no such object
 */
async function fetched(
  bucket: Bucket,
  copies: LocalCopies,
  key: string,
  kept: string,
): Promise<string | undefined> {
  const head = await headOf(bucket, key);
  if (!head) return undefined;
  const copy = copies.path(key, head.etag);
  if (await copies.keep(copy, kept)) return copy;
  await fetchFile(bucket, key, head, kept);
  await copies.add(kept, copy);
  return copy;
}

/** Each path is a name of its own of the copy, so that the copy can go while the path is used. */
function held(objects: ObjectStorage, bucket: Bucket, copies: LocalCopies): Held<ObjectStorage> {
  const known = new Map<string, Promise<string>>();
  const take = async (key: string) => {
    const kept = await objects.tmpFile();
    // What is not there can come later.
    if ((await fetched(bucket, copies, key, kept)) === undefined) known.delete(key);
    return kept;
  };
  return {
    ...objects,
    path: (key) => {
      const path = known.get(key) ?? take(key);
      known.set(key, path);
      path.catch(() => known.delete(key));
      return path;
    },
    release: async () => {
      const paths = await Promise.allSettled(known.values());
      known.clear();
      for (const one of paths) if (one.status === 'fulfilled') await rm(one.value, { force: true });
    },
  };
}

async function deleteOne({ client, name, ask, settings }: Bucket, key: string): Promise<void> {
  const where = { Bucket: settings.bucket, Key: name(key) };
  await ask(() => client.send(new DeleteObjectCommand(where)));
}

/** Copies everything first: if that fails, the old place is whole, and what was copied is deleted. */
async function move(bucket: Bucket, from: string, to: string): Promise<void> {
  const there: Listed[] = [];
  for await (const page of listed(bucket, from)) there.push(...page);
  if (there.length === 0)
    throw Object.assign(new Error(`ENOENT: nothing is below ${from}`), { code: 'ENOENT' });
  const target = (key: string) => `${to}${key.slice(from.length)}`;
  try {
    await several(there, AT_ONCE, (object) => copy(bucket, object, target(object.key)));
  } catch (error) {
    await several(there, AT_ONCE, ({ key }) => deleteOne(bucket, target(key)).catch(() => undefined));
    throw error;
  }
  await several(there, AT_ONCE, ({ key }) => deleteOne(bucket, key));
}

async function copy(bucket: Bucket, { key, bytes }: Listed, to: string): Promise<void> {
  const { client, name, ask, settings } = bucket;
  if (bytes > LARGEST_COPY) return copyLarge(bucket, { key, bytes, to });
  const CopySource = `${settings.bucket}/${name(key)}`;
  await ask(() => client.send(new CopyObjectCommand({ Bucket: settings.bucket, Key: name(to), CopySource })));
}

async function newest(bucket: Bucket, prefix: string): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const page of listed(bucket, prefix))
    for (const { changedAt } of page) newest = Math.max(newest ?? 0, changedAt);
  return newest;
}

/** An address that opens one object for some time; whoever has it needs no credentials. */
function signed({ client, name, settings }: Bucket, key: string, answer: DirectAnswer): Promise<string> {
  const request = new GetObjectCommand({
    Bucket: settings.bucket,
    Key: name(key),
    ResponseContentType: answer.contentType,
    ResponseCacheControl: `private, max-age=${answer.seconds}`,
    ...(answer.disposition === undefined ? {} : { ResponseContentDisposition: answer.disposition }),
  });
  return getSignedUrl(client, request, { expiresIn: answer.seconds });
}
