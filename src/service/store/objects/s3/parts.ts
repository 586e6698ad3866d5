import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { several } from '../several.ts';
import type { Bucket } from './client.ts';
import { headOf } from './fetch-file.ts';
import { HASH } from './send-file.ts';

/** Bytes that S3 copies in one request. */
export const LARGEST_COPY = 5 * 1024 ** 3;

/** Bytes of one part of a larger copy, and parts at the same time. */
const COPY_BYTES = 1024 ** 3;
const AT_ONCE = 4;

/** Copies an object that is too large for one request. */
export async function copyLarge(
  bucket: Bucket,
  { key, bytes, to }: { key: string; bytes: number; to: string },
): Promise<void> {
  const { client, name, ask, settings } = bucket;
  const where = { Bucket: settings.bucket, Key: name(to) };
  const hash = (await headOf(bucket, key))?.hash;
  const Metadata = hash === undefined ? {} : { [HASH]: hash };
  const { UploadId } = await ask(() => client.send(new CreateMultipartUploadCommand({ ...where, Metadata })));
  const numbers = Array.from({ length: Math.ceil(bytes / COPY_BYTES) }, (_, index) => index + 1);
  try {
    const Parts = await several(numbers, AT_ONCE, async (PartNumber) => {
      const start = (PartNumber - 1) * COPY_BYTES;
      const CopySourceRange = `bytes=${start}-${Math.min(bytes, start + COPY_BYTES) - 1}`;
      const part = { ...where, UploadId, PartNumber, CopySourceRange };
      const CopySource = `${settings.bucket}/${name(key)}`;
      const { CopyPartResult } = await ask(() =>
        client.send(new UploadPartCopyCommand({ ...part, CopySource })),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    });
    const MultipartUpload = { Parts };
    await ask(() => client.send(new CompleteMultipartUploadCommand({ ...where, UploadId, MultipartUpload })));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...where, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** An upload that began longer ago belongs to a process that is gone, in milliseconds. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Ends unfinished uploads below the prefix: storage keeps and bills their parts for ever.
 * @param now Unix milliseconds
 * @returns how many
 */
export async function endAbandoned({ client, ask, settings }: Bucket, now: number): Promise<number> {
  const where = { Bucket: settings.bucket, Prefix: settings.prefix };
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  let ended = 0;
  while (marker) {
    const command = new ListMultipartUploadsCommand({ ...where, ...marker });
    const page: ListMultipartUploadsCommandOutput = await ask(() => client.send(command));
    const old = (page.Uploads ?? []).filter(
      ({ Initiated }) => Initiated !== undefined && now - Initiated.getTime() > ABANDONED_MS,
    );
    await several(old, AT_ONCE, ({ Key, UploadId }) =>
      ask(() => client.send(new AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId }))),
    );
    ended += old.length;
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
      : undefined;
  }
  return ended;
}
