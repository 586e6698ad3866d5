import { stat } from 'node:fs/promises';
import type { Insertable } from 'kysely';
import { localAccount } from '../../../accounts/accounts.ts';
import type { LifecycleContext } from '../../../jobs/lifecycle/lifecycle.ts';
import { digestOf } from '../../../store/objects/durable.ts';
import type { OriginalStorage } from '../../../store/objects/objects.ts';
import type { Db, FilesTable } from '../../../store/sql/schema.ts';
import { displayName } from '../../../text/display-name.ts';
import { fileKeys } from '../keys.ts';
import { type FileRecord, keepRecord, readRecord, recordedColumns } from '../record.ts';
import { insertFile } from '../rows.ts';
import { isInPlace, placeOf } from './in-place.ts';

type Context = Pick<LifecycleContext, 'db' | 'objects' | 'lifecycle' | 'clock'>;

/**
 * Recreates a file's row from its objects: its id, and its name, metadata and time if they are recorded beside the
 * original. The file is then processed again. A file that has its row is left as it is.
 * @throws the system's error if the original is missing or unreadable
 */
export async function adoptFile(ctx: Context, id: string): Promise<void> {
  const known = await ctx.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst();
  if (known) return;
  const row = await adoptedRow(ctx, id);
  await ctx.db.transaction().execute((trx) => insertFile(ctx, trx, row));
  await keepRecord(ctx.objects, row);
}

async function adoptedRow(ctx: Context, id: string): Promise<Insertable<FilesTable>> {
  const { db, objects } = ctx;
  const { bytes, hash, changedAt } = await readOriginal(objects, id);
  const record = await readRecord(objects, fileKeys.prefix(id), id);
  if (isInPlace(record) && record.content_hash !== null && record.content_hash !== hash)
    throw new Error(`${placeOf(record.source_url)} holds other content than when it was ingested in place`);
  const account_id = await accountFor(ctx, record);
  const hasSubtitles = (await objects.size(fileKeys.subtitles(id))) !== undefined;
  return {
    id,
    account_id,
    status: 'pending',
    bytes,
    content_hash: hash,
    created_at: changedAt,
    ...recordedColumns(record),
    filename: displayName(record?.filename ?? `adopted-${id}`),
    source_url: await freeSource(db, account_id, record),
    object_key: fileKeys.original(id),
    subtitle_key: hasSubtitles ? fileKeys.subtitles(id) : null,
  };
}

async function readOriginal(objects: OriginalStorage, id: string) {
  const held = objects.hold();
  try {
    const original = await held.path(fileKeys.original(id));
    return { ...(await digestOf(original)), changedAt: Math.round((await stat(original)).mtimeMs) };
  } finally {
    await held.release();
  }
}

/** The file's old account if this store knows it; otherwise the local account. */
async function accountFor({ db, clock }: Context, record: FileRecord | undefined): Promise<string> {
  const known =
    record &&
    (await db.selectFrom('accounts').select('id').where('id', '=', record.account_id).executeTakeFirst());
  return known?.id ?? localAccount(db, clock());
}

/** The URL it was fetched from, unless another file of the account has the same source by now: sources are unique. */
async function freeSource(db: Db, account: string, record: FileRecord | undefined): Promise<string | null> {
  if (!record?.source_url) return null;
  // Deleted ones too: a deletion takes the source from its file.
  const taken = await db
    .selectFrom('files')
    .select('id')
    .where('account_id', '=', account)
    .where('source_url', '=', record.source_url)
    .executeTakeFirst();
  return taken ? null : record.source_url;
}
