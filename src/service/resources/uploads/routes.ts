import type { Context } from 'hono';
import { API_PREFIX, tus } from '../../../contract/index.ts';
import { badRequest, conflict, ServiceError, unsupportedMedia } from '../../errors.ts';
import { signIn } from '../../http/auth.ts';
import type { App, AppEnv } from '../../http/env.ts';
import type { RequestContext } from '../../http/handler.ts';
import { requestContext } from '../../http/request-context.ts';
import type { WaitingContext } from '../../jobs/waiting.ts';
import { finishUpload } from './finish.ts';
import { readMetadata } from './metadata.ts';
import { readChecksum, receive } from './receive.ts';
import { createUpload, dropUpload, findUpload, type UploadRow, type UploadState } from './rows.ts';
import { type Turn, takeTurn } from './turns.ts';

type Ask = Context<AppEnv>;
type Upload = UploadRow & UploadState;
type Handle = (ctx: RequestContext, c: Ask) => Promise<Response>;

/**
 * Adds resumable uploads by tus 1.0, as `uploadRoutes` of the contract describes them. Not @tus/server: it answers errors in
 * its own form, tells offsets that are not on the disk yet, and knows no accounts, no minimum rate of a body and no
 * second process; what remains of it is smaller than what would connect it.
 */
export function uploadPages(app: App, ctx: WaitingContext): void {
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
