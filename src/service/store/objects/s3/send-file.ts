import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { digestOf } from '../durable.ts';
import { several } from '../several.ts';
import type { Bucket } from './client.ts';

/** Metadata of every object: the SHA-256 (hex) of its content, checked when it is fetched. */
export const HASH = 'sha256';

/** Parts of one object, as many as S3 allows: larger objects get larger parts. */
const MOST_PARTS = 10_000;

/** Parts that are sent at the same time. Each is in memory meanwhile. */
const AT_ONCE = 3;

/**
 * Sends small content. The server compares it with its MD5, and refuses what arrives changed.
 * @returns the version that the storage has now
 */
export async function sendBytes(bucket: Bucket, key: string, bytes: Uint8Array): Promise<string> {
  const { client, name, ask, settings } = bucket;
  const Metadata = { [HASH]: createHash('sha256').update(bytes).digest('hex') };
  const where = { Bucket: settings.bucket, Key: name(key) };
  const request = { ...where, Body: bytes, ContentMD5: md5(bytes), Metadata };
  const { ETag = '' } = await ask(() => client.send(new PutObjectCommand(request)));
  return ETag;
}

/**
 * Sends a file, in parts if it is large. What was sent of a failed upload is deleted there.
 * @returns the version that the storage has now
 */
export async function sendFile(bucket: Bucket, key: string, path: string): Promise<string> {
  const { bytes, hash } = await digestOf(path);
  if (bytes <= bucket.settings.partBytes) return sendBytes(bucket, key, await readPart(path, 0, bytes));
  return sendParts(bucket, key, { path, bytes, hash });
}

interface Sent {
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
}

async function sendParts(bucket: Bucket, key: string, { path, bytes, hash }: Sent): Promise<string> {
  const { client, name, ask, settings } = bucket;
  const where = { Bucket: settings.bucket, Key: name(key) };
  const { UploadId } = await ask(() =>
    client.send(new CreateMultipartUploadCommand({ ...where, Metadata: { [HASH]: hash } })),
  );
  const upload = { ...where, UploadId };
  const size = partSize(bytes, settings.partBytes);
  const numbers = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => index + 1);
  try {
    const Parts = await several(numbers, AT_ONCE, async (PartNumber) => {
      const start = (PartNumber - 1) * size;
      const Body = await readPart(path, start, Math.min(size, bytes - start));
      const part = { ...upload, PartNumber, Body, ContentMD5: md5(Body) };
      const { ETag } = await ask(() => client.send(new UploadPartCommand(part)));
      return { PartNumber, ETag };
    });
    const whole = { ...upload, MultipartUpload: { Parts } };
    const { ETag = '' } = await ask(() => client.send(new CompleteMultipartUploadCommand(whole)));
    return ETag;
  } catch (error) {
    // If this fails too, the hourly sweep ends the upload.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** Whole megabytes, so that the largest files fit too. */
export function partSize(bytes: number, least: number): number {
  return Math.max(least, Math.ceil(bytes / MOST_PARTS / 1024 ** 2) * 1024 ** 2);
}

async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const part = Buffer.alloc(length);
    const { bytesRead } = await handle.read(part, 0, length, start);
    if (bytesRead < length) throw new Error(`${path} became shorter while it was sent`);
    return part;
  } finally {
    await handle.close();
  }
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');
