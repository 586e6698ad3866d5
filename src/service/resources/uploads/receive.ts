import { createHash, type Hash } from 'node:crypto';
import { badRequest, isDiskFull, ServiceError } from '../../errors.ts';
import { readPieces } from '../../http/body.ts';
import type { RequestContext } from '../../http/handler.ts';
import { partialFiles } from '../../store/partial-files.ts';
import { checkRoomFor, type UploadRow, type UploadState } from './rows.ts';
import type { Turn } from './turns.ts';

/** What Upload-Checksum demands of the bytes of a request. */
export interface Checksum {
  readonly hash: Hash;
  readonly expected: Buffer;
}

/** Reads Upload-Checksum. @throws 400 for another algorithm or an invalid checksum */
export function readChecksum(
  header: string | undefined,
  algorithms: readonly string[],
): Checksum | undefined {
  if (header === undefined) return undefined;
  const [algorithm = '', value = ''] = header.trim().split(/ +/);
  if (!algorithms.includes(algorithm))
    throw badRequest(`the algorithm of upload-checksum must be one of ${algorithms.join(', ')}`);
  return { hash: createHash(algorithm), expected: Buffer.from(value, 'base64') };
}

/**
 * Adds the body of a request to an upload. What came before a break is kept, and on the disk.
 * @returns the SHA-256 (hex) of the upload if all of it came with this request
 * @throws 413 for more bytes than are missing, 460 for a wrong checksum: nothing of this body is kept; 408, 423, 507
 */
export async function receive(
  ctx: RequestContext,
  request: Request,
  upload: UploadRow & UploadState,
  { turn, checksum }: { turn: Turn; checksum: Checksum | undefined },
): Promise<string | undefined> {
  const missing = upload.bytes - upload.offset;
  await checkRoomFor(ctx.config, missing);
  const whole = upload.offset === 0 ? createHash('sha256') : undefined;
  const file = await partialFiles(ctx.config.dataDir).append(upload.id);
  const body = { graceMs: ctx.config.bodyGraceMs, most: missing, end: turn.signal };
  try {
    for await (const piece of readPieces(request, body)) {
      whole?.update(piece);
      checksum?.hash.update(piece);
      await file.add(piece);
    }
    if (checksum && !checksum.hash.digest().equals(checksum.expected)) throw mismatch();
  } catch (error) {
    if (error instanceof ServiceError && [413, 460].includes(error.status)) await file.cut(upload.offset);
    throw isDiskFull(error) ? full() : error;
  } finally {
    await file.end();
  }
  return whole?.digest('hex');
}

const mismatch = () =>
  new ServiceError(460, 'the checksum of these bytes differs from upload-checksum: they were not kept');

const full = () =>
  new ServiceError(
    507,
    "the service's disk is full: the bytes so far are kept; free some space, then go on with the upload",
  );
