import { ServiceError } from '../../errors.ts';
import type { LifecycleContext } from '../../jobs/lifecycle/lifecycle.ts';
import { digestOf } from '../../store/objects/durable.ts';
import { partialFiles } from '../../store/objects/partial-files.ts';
import { fromJson } from '../../store/sql/json.ts';
import { removeIfGone } from '../common/rows.ts';
import { checkMedia, fieldColumns, type UploadFields, uploadedFile } from '../files/intake/intake.ts';
import { fileKeys } from '../files/keys.ts';
import { keepRecord } from '../files/record.ts';
import { insertUploaded } from '../files/rows.ts';
import { dropUpload, type UploadRow } from './rows.ts';

/**
 * Makes the file of an upload whose bytes are all there, as POST /files would. It can be repeated after a crash at any
 * point, and run in two processes: the bytes are moved once, and the file is added once.
 * @param known the SHA-256 of the bytes (hex), if it was computed while they came
 * @throws 415 for content that is not media; the upload is then deleted
 */
export async function finishUpload(ctx: LifecycleContext, row: UploadRow, known?: string): Promise<void> {
  const original = fileKeys.original(row.id);
  await moveIn(ctx, row);
  const hash = known ?? (await digestOf(await ctx.objects.path(original))).hash;
  const file = uploadedFile(
    { accountId: row.account_id, clock: ctx.clock },
    {
      id: row.id,
      filename: row.filename,
      bytes: row.bytes,
      content_hash: hash,
      subtitle_key: null,
      ...fieldColumns(fromJson<UploadFields>(row.fields) ?? {}),
    },
  );
  await keepRecord(ctx.objects, file);
  const isAdded = await ctx.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('uploads')
      .set({ done_at: ctx.clock() })
      .where('id', '=', row.id)
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await insertUploaded(ctx, trx, file);
    return numUpdatedRows > 0n;
  });
  // Another process was quicker, and its file may have been deleted before the record was written again.
  if (!isAdded) await removeIfGone(ctx, 'files', row.id, fileKeys.prefix(row.id));
}

/** Moves the bytes to their place, unless they are there. */
async function moveIn(ctx: LifecycleContext, { id }: UploadRow): Promise<void> {
  const partial = partialFiles(ctx.config.dataDir);
  if (!(await partial.state(id))) return;
  try {
    await checkMedia(partial.path(id));
    await ctx.objects.put(fileKeys.original(id), partial.path(id));
  } catch (error) {
    // The sweep of a worker and a request may both finish it: the other one has moved the bytes.
    if (!(await partial.state(id))) return;
    if (error instanceof ServiceError && error.status === 415) await dropUpload(ctx, id);
    throw error;
  }
}
