/**
 * Resumable uploads by tus 1.0. Pieces of a file come in and are appended to a partial file; when all are there,
 * finish.ts makes the file as POST /files would. sweep.ts puts right what was left.
 */

import { createHash, type Hash } from 'node:crypto';
import type { Context } from 'hono';
import { API_PREFIX, tus } from '../../../contract/index.ts';
import { badRequest, conflict, isDiskFull, ServiceError, unsupportedMedia } from '../../errors.ts';
import { signIn } from '../../http/access/auth.ts';
import type { App, AppEnv } from '../../http/access/env.ts';
import { readPieces } from '../../http/bodies/body.ts';
import type { RequestContext } from '../../http/handler.ts';
import { requestContext } from '../../http/request-context.ts';
import type { LifecycleContext } from '../../jobs/lifecycle/lifecycle.ts';
import { partialFiles } from '../../store/objects/partial-files.ts';
import { finishUpload } from './finish.ts';
import { readMetadata } from './metadata.ts';
import {
  checkRoomFor,
  createUpload,
  dropUpload,
  findUpload,
  noteSynced,
  type UploadRow,
  type UploadState,
} from './rows.ts';

/** The right to change an upload. Only one request has it. */
interface Turn {
  /** Aborted when another request wants it. */
  readonly signal: AbortSignal;
  end(): void;
}

interface Holder {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** By id of the upload. Ids are unique over all services. */
const holders = new Map<string, Holder>();

/**
 * Takes the turn of an upload from whoever has it. The newest request wins: after a break, the service may hold the old
 * connection for open while its client is back on a new one.
 */
async function takeTurn(id: string): Promise<Turn> {
  for (let holder = holders.get(id); holder; holder = holders.get(id)) {
    holder.stop.abort(takenOver());
    await holder.ended;
  }
  const stop = new AbortController();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = () => {
      holders.delete(id);
      resolve();
    };
  });
  holders.set(id, { stop, ended });
  return { signal: stop.signal, end };
}

/** 423, on a connection that closes: the rest of its body is not read. */
const takenOver = () =>
  new ServiceError(423, 'another request took over this upload: ask for its offset, and go on from there', {
    connection: 'close',
  });

/** What Upload-Checksum demands of the bytes of a request. */
interface Checksum {
  readonly hash: Hash;
  readonly expected: Buffer;
}

/** Reads Upload-Checksum. @throws 400 for another algorithm or an invalid checksum */
function readChecksum(header: string | undefined, algorithms: readonly string[]): Checksum | undefined {
  if (header === undefined) return undefined;
  const [algorithm = '', value = ''] = header.split(/ +/);
  if (!algorithms.includes(algorithm))
    throw badRequest(`the algorithm of upload-checksum must be one of ${algorithms.join(', ')}`);
  return { hash: createHash(algorithm), expected: Buffer.from(value, 'base64') };
}

/** An upload is synced whenever so many bytes more have come: what a crash or a power cut takes is sent again. */
const SYNCED_BYTES = 1 << 26;

/**
 * Adds the body of a request to an upload. What came before a break is kept, and on the disk.
 * @returns the SHA-256 (hex) of the upload if all of it came with this request
 * @throws 413 for more bytes than are missing, 460 for a wrong checksum: nothing of this body is kept; 408, 423, 507
 */
async function receive(
  ctx: RequestContext,
  request: Request,
  upload: UploadRow & UploadState,
  { turn, checksum }: { turn: Turn; checksum: Checksum | undefined },
): Promise<string | undefined> {
  const missing = upload.bytes - upload.offset;
  await checkRoomFor(ctx.config, missing);
  const whole = upload.offset === 0 ? createHash('sha256') : undefined;
  const file = await partialFiles(ctx.config.dataDir).append(upload.id);
  let [bytes, synced] = [upload.offset, upload.offset];
  const keep = async () => {
    await file.end();
    await noteSynced(ctx, upload.id, bytes);
  };
  const body = { graceMs: ctx.config.bodyGraceMs, most: missing, end: turn.signal };
  try {
    // What a crash left behind the synced bytes may be anything.
    await file.cut(upload.offset);
    for await (const piece of readPieces(request, body)) {
      whole?.update(piece);
      checksum?.hash.update(piece);
      await file.add(piece);
      bytes += piece.length;
      // Bytes with a checksum count once all of them were compared.
      if (checksum || bytes - synced < SYNCED_BYTES) continue;
      await file.sync();
      await noteSynced(ctx, upload.id, bytes);
      synced = bytes;
    }
    if (checksum && !checksum.hash.digest().equals(checksum.expected)) throw mismatch();
  } catch (error) {
    if (error instanceof ServiceError && [413, 460].includes(error.status)) {
      bytes = upload.offset;
      await file.cut(bytes);
    }
    await keep().catch(() => undefined);
    throw isDiskFull(error) ? full() : error;
  }
  await keep();
  return whole?.digest('hex');
}

const mismatch = () =>
  new ServiceError(460, 'the checksum of these bytes differs from upload-checksum: they were not kept');

const full = () =>
  new ServiceError(
    507,
    "the service's disk is full: the bytes so far are kept; free some space, then go on with the upload",
  );

type Ask = Context<AppEnv>;
type Upload = UploadRow & UploadState;
type Handle = (ctx: RequestContext, c: Ask) => Promise<Response>;

/**
 * Adds resumable uploads by tus 1.0, as `uploadRoutes` of the contract describes them. Not @tus/server: it answers errors in
 * its own form, tells offsets that are not on the disk yet, and knows no accounts, no minimum rate of a body and no
 * second process; what remains of it is smaller than what would connect it.
 */
export function uploadPages(app: App, ctx: LifecycleContext): void {
  const add = (method: string, path: string, handle: Handle) =>
    app.on(method, `${API_PREFIX}${path}`, async (c) => {
      c.header('tus-resumable', tus.version);
      checkVersion(c);
      const token = await signIn(ctx, c, 'write');
      await ctx.folder.check();
      return handle(requestContext(ctx, c, token), c);
    });
  const one = `${tus.path}/:id`;
  add('OPTIONS', tus.path, options);
  add('POST', tus.path, create);
  // Hono answers HEAD by GET, without its body.
  add('GET', one, (asked, c) => inTurn(asked, c, show));
  add('PATCH', one, (asked, c) => inTurn(asked, c, (upload, turn) => append(asked, c, upload, turn)));
  add('DELETE', one, (asked, c) => inTurn(asked, c, (upload) => remove(asked, upload)));
}

/** A missing version is accepted: people ask by hand. */
function checkVersion(c: Ask): void {
  const version = c.req.header('tus-resumable') ?? tus.version;
  if (version === tus.version || c.req.method === 'OPTIONS') return;
  throw new ServiceError(
    412,
    `tus-resumable ${version.slice(0, 20)} is not supported; allowed: ${tus.version}`,
    { 'tus-version': tus.version },
  );
}

async function options({ config }: RequestContext): Promise<Response> {
  return answer(204, {
    'tus-version': tus.version,
    'tus-extension': tus.extensions.join(','),
    'tus-max-size': String(config.maxUploadBytes),
    'tus-checksum-algorithm': tus.checksums.join(','),
  });
}

async function create(ctx: RequestContext, c: Ask): Promise<Response> {
  const length = numberIn(c, 'upload-length');
  const row = await createUpload(ctx, length, readMetadata(c.req.header('upload-metadata') ?? ''));
  const upload = await findUpload(ctx, row.id);
  // Relative, so that it holds behind any proxy.
  return answer(201, { ...headersOf(upload), location: `${tus.path.slice(1)}/${row.id}` });
}

/** Runs `work` with the upload, while no other request changes it. A whole upload is finished first. */
async function inTurn(
  ctx: RequestContext,
  c: Ask,
  work: (upload: Upload, turn: Turn) => Promise<Response>,
): Promise<Response> {
  const { id } = await findUpload(ctx, c.req.param('id') ?? '');
  const turn = await takeTurn(id);
  try {
    const upload = await findUpload(ctx, id);
    if (upload.offset < upload.bytes || upload.done_at !== null) return await work(upload, turn);
    await finishUpload(ctx, upload);
    return await work(await findUpload(ctx, id), turn);
  } finally {
    turn.end();
  }
}

async function show(upload: Upload): Promise<Response> {
  const { id, offset, bytes, expiresAt, done_at } = upload;
  const state = { id, object: 'upload', offset, bytes, expires_at: expiresAt };
  return answer(
    200,
    { ...headersOf(upload), 'upload-length': String(bytes), 'content-type': 'application/json' },
    JSON.stringify(done_at === null ? state : { ...state, file_id: id }),
  );
}

async function append(ctx: RequestContext, c: Ask, upload: Upload, turn: Turn): Promise<Response> {
  const type = c.req.header('content-type') ?? '';
  if (type !== tus.contentType)
    throw unsupportedMedia(`a body of type ${type.slice(0, 100) || 'unknown'}`, tus.contentType);
  const checksum = readChecksum(c.req.header('upload-checksum'), tus.checksums);
  const from = numberIn(c, 'upload-offset');
  if (from !== upload.offset)
    throw conflict(`upload-offset is ${from}, and the upload has ${upload.offset} bytes: go on from there`);
  if (upload.done_at !== null) return answer(204, headersOf(upload));
  const hash = await receive(ctx, c.req.raw, upload, { turn, checksum });
  const received = await findUpload(ctx, upload.id);
  if (received.offset === received.bytes) await finishUpload(ctx, received, hash);
  return answer(204, headersOf(received));
}

async function remove(ctx: RequestContext, { id, done_at }: Upload): Promise<Response> {
  if (done_at !== null) throw conflict(`upload ${id} is finished; to delete its file: vau file delete ${id}`);
  await dropUpload(ctx, id);
  return answer(204, {});
}

function headersOf({ offset, expiresAt }: UploadState): Record<string, string> {
  return { 'upload-offset': String(offset), 'upload-expires': new Date(expiresAt).toUTCString() };
}

/** A header that must be a number of bytes. @throws 400 */
function numberIn(c: Ask, name: string): number {
  const text = c.req.header(name) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`header ${name} must be a number of bytes`);
  return Number(text);
}

function answer(status: number, headers: Record<string, string>, body: string | null = null): Response {
  return new Response(body, {
    status,
    headers: { 'tus-resumable': tus.version, 'cache-control': 'no-store', ...headers },
  });
}
