import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { limits } from '../../../contract/index.ts';
import type { ServiceConfig } from '../../context/config.ts';
import type { ServiceContext } from '../../context/context.ts';
import { badRequest, conflict, notFound, ServiceError, tooLarge } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { partialFiles } from '../../store/objects/partial-files.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { RowOf } from '../common/rows.ts';
import { fileKeys } from '../files/keys.ts';
import type { Described } from './metadata.ts';

export type UploadRow = RowOf<'uploads'>;

/** An unfinished upload is deleted this long after its last byte, in milliseconds; the row of a finished one too. */
export const LIFE_MS = 7 * 24 * 3_600_000;

/** How many bytes the unfinished uploads of an account may have in all, as a multiple of the largest upload. */
const MOST_UPLOADS_OF_BYTES = 4;

/** How far an upload is. */
export interface UploadState {
  /** Bytes that are there. */
  readonly offset: number;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Where an upload stands, by what is on the disk for certain. */
export async function stateOf(
  { config, objects }: Pick<ServiceContext, 'config' | 'objects'>,
  row: UploadRow,
): Promise<UploadState> {
  if (row.done_at !== null) return { offset: row.bytes, expiresAt: row.done_at + LIFE_MS };
  const partial = await partialFiles(config.dataDir).state(row.id);
  const expiresAt = Math.round(Math.max(row.created_at, partial?.changedAt ?? 0)) + LIFE_MS;
  if (partial) return { offset: Math.min(partial.bytes, row.synced ?? partial.bytes), expiresAt };
  // After a crash between the move of the whole file and its row.
  const moved = (await objects.size(fileKeys.original(row.id))) === row.bytes;
  return { offset: moved ? row.bytes : 0, expiresAt };
}

/** The account's upload. @throws 404 for an unknown one, one of another account, and one that expired unfinished */
export async function findUpload(ctx: RequestContext, id: string): Promise<UploadRow & UploadState> {
  const row = await ctx.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirst();
  if (!row) throw notFound('upload', id);
  const state = await stateOf(ctx, row);
  if (state.offset < row.bytes && state.expiresAt <= ctx.clock()) throw notFound('upload', id);
  return { ...row, ...state };
}

/**
 * Begins an upload.
 * @throws 400 for no bytes, 409 for too many unfinished uploads, 413 for too many bytes, 507 without room for them
 */
export async function createUpload(
  ctx: RequestContext,
  bytes: number,
  { filename, fields }: Described,
): Promise<UploadRow> {
  if (bytes === 0) throw badRequest('the file is empty');
  if (bytes > ctx.config.maxUploadBytes) throw tooLarge('the file', ctx.config.maxUploadBytes);
  await checkRoomFor(ctx.config, bytes);
  const row: UploadRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    bytes,
    filename,
    fields: toJson(fields) ?? '{}',
    created_at: ctx.clock(),
    done_at: null,
    synced: 0,
  } as UploadRow;
  await ctx.db.transaction().execute(async (trx) => {
    await checkUnfinished(ctx, trx, bytes);
    await trx.insertInto('uploads').values(row).execute();
  });
  return row;
}

async function checkUnfinished(
  { accountId, config }: RequestContext,
  trx: Trx,
  bytes: number,
): Promise<void> {
  const { count, sum } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('sum')])
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = MOST_UPLOADS_OF_BYTES * config.maxUploadBytes;
  if (count < limits.unfinishedUploads && Number(sum ?? 0) + bytes <= most) return;
  throw conflict(
    `this account has ${count} unfinished uploads of ${Number(sum ?? 0)} bytes; allowed are ${limits.unfinishedUploads}, of ${most} bytes: ` +
      'finish or delete one (DELETE /uploads/ID); they expire 7 days after their last byte',
  );
}

/** @throws 507 if these bytes would fill the disk: the database needs some room too */
export async function checkRoomFor(config: ServiceConfig, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const room = Math.max(0, bavail * bsize - config.minFreeBytes);
  if (bytes > room)
    throw new ServiceError(
      507,
      `the service's disk has room for ${room} bytes, and the upload needs ${bytes}; free some space, then try again`,
    );
}

/** Notes how many bytes of an upload were synced. */
export async function noteSynced(
  { db }: Pick<ServiceContext, 'db'>,
  id: string,
  bytes: number,
): Promise<void> {
  await db.updateTable('uploads').set({ synced: bytes }).where('id', '=', id).execute();
}

/** Deletes an upload with its bytes. */
export async function dropUpload({ db, config }: ServiceContext, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
  await partialFiles(config.dataDir).remove(id);
}
