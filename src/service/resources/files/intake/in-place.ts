import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BodyOf } from '../../../../contract/index.ts';
import { badRequest } from '../../../errors.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { outside } from '../../../store/objects/in-place/fault.ts';
import { toJson } from '../../../store/sql/json.ts';
import type { Trx } from '../../../store/sql/schema.ts';
import { displayName } from '../../../text/display-name.ts';
import { storedHearing } from '../hearing-settings.ts';
import { fileKeys } from '../keys.ts';
import { keepRecord } from '../record.ts';
import { insertFile, newFile, tryAgain } from '../rows.ts';
import { checkMedia } from './intake.ts';

type Wanted = BodyOf<'file.in-place'>;

/** A file that is read in place has its path as its source. */
export function isInPlace<Row extends { source_url: string | null }>(
  row: Row | undefined,
): row is Row & { source_url: string } {
  return row?.source_url?.startsWith('file:') === true;
}

/** The path of a file that is read in place. */
export function placeOf(source: string): string {
  try {
    return fileURLToPath(source);
  } catch {
    // A path of another system: the data folder was moved here.
    return decodeURIComponent(new URL(source).pathname);
  }
}

/**
 * The account's file for a path of this machine, read where it is. The same path gives the same file as long as its size
 * and time of change are the same; a failed one is retried. Its hash is made by its job.
 * @returns its id
 * @throws PlaceFault; 400 for an empty file, 415 for content that is not media
 */
export async function ingestInPlace(ctx: RequestContext, wanted: Wanted): Promise<string> {
  if (!path.isAbsolute(wanted.path)) throw outside(wanted.path);
  const place = path.resolve(wanted.path);
  const source = pathToFileURL(place).href;
  const known = await knownFile(ctx, ctx.db, source);
  if (known && (await ctx.objects.fault(fileKeys.original(known.id))) === undefined)
    return again(ctx, known.id);
  const id = randomUUID();
  try {
    const bytes = await referTo(ctx, id, place);
    const row = newFile(ctx, {
      id,
      bytes,
      filename: displayName(path.basename(place)),
      metadata: toJson(wanted.metadata),
      source: 'upload',
      source_url: source,
      object_key: fileKeys.original(id),
      enable_segment_thumbnails: wanted.enable_segment_thumbnails === false ? 0 : 1,
      hearing: storedHearing({ audio_language: wanted.audio_language, vocabulary: wanted.vocabulary }),
    });
    await keepRecord(ctx.objects, row);
    const other = await ctx.db.transaction().execute(async (trx) => {
      const now = await knownFile(ctx, trx, source);
      // Someone else was quicker.
      if (now && now.id !== known?.id) return now.id;
      if (now) await setAside(trx, now.id, source);
      await insertFile(ctx, trx, row);
      return undefined;
    });
    if (other === undefined) return id;
    await ctx.objects.deletePrefix(fileKeys.prefix(id));
    return other;
  } catch (error) {
    await ctx.objects.deletePrefix(fileKeys.prefix(id));
    throw error;
  }
}

/** Makes the original a reference, and looks at what it refers to. @returns its size in bytes */
async function referTo(ctx: RequestContext, id: string, place: string): Promise<number> {
  const bytes = await ctx.objects.refer(fileKeys.original(id), place);
  if (bytes === 0) throw badRequest(`${place} is empty`);
  const held = ctx.objects.hold();
  try {
    await checkMedia(await held.path(fileKeys.original(id)));
  } finally {
    await held.release();
  }
  return bytes;
}

function knownFile({ accountId }: RequestContext, db: Trx | RequestContext['db'], source: string) {
  // Deleted ones too: a deletion takes the source from its file.
  return db
    .selectFrom('files')
    .select(['id'])
    .where('account_id', '=', accountId)
    .where('source_url', '=', source)
    .executeTakeFirst();
}

function again(ctx: RequestContext, id: string): Promise<string> {
  return ctx.db.transaction().execute(async (trx) => {
    const now = await trx.selectFrom('files').select('status').where('id', '=', id).executeTakeFirst();
    if (now?.status === 'failed') await tryAgain(ctx, trx, id);
    return id;
  });
}

/** The path now belongs to a newer file; the fragment keeps the older one's known. Sources are unique. */
async function setAside(trx: Trx, id: string, source: string): Promise<void> {
  await trx
    .updateTable('files')
    .set({ source_url: `${source}#${id}` })
    .where('id', '=', id)
    .execute();
}
