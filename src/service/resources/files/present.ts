import type { VauFile } from '../../../contract/index.ts';
import { JsonText } from '../../http/bodies/json-text.ts';
import type { Link } from '../../links/links.ts';
import type { Db, Json } from '../../store/sql/schema.ts';
import { durationOf, FILE_URI, type FileRow } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import { shownHearing } from './hearing-settings.ts';
import { isInPlace, placeOf } from './intake/in-place.ts';
import { fileKeys } from './keys.ts';

/** File details for responses about something else: its duration, and the file itself on request. */
export function aboutFile(row: FileRow, link?: Link): { duration_seconds?: number; file?: VauFile } {
  return {
    ...optional('duration_seconds', durationOf(row)),
    ...optional('file', link && fileOf(row, link)),
  };
}

/** The URL of a file's thumbnail; undefined if it has none. */
export async function fileThumbnail(db: Db, id: string, link: Link): Promise<string | undefined> {
  const row = await db.selectFrom('files').select('has_thumbnail').where('id', '=', id).executeTakeFirst();
  return row?.has_thumbnail ? link(fileKeys.thumbnail(id)) : undefined;
}

/** The columns that a File is made of. */
export const shownColumns = [
  'id',
  'status',
  'error',
  'bytes',
  'created_at',
  'filename',
  'metadata',
  'media_type',
  'media_info',
  'video_info',
  'source',
  'source_metadata',
  'hearing',
  'transcript_key',
  'has_thumbnail',
  'content_hash',
  'source_url',
] as const satisfies readonly (keyof FileRow)[];

export type ShownRow = Pick<FileRow, (typeof shownColumns)[number]>;

/** A File as the API shows it, to be sent: its JSON columns are texts. Every GET and every row of a list comes here. */
export function fileOf(row: ShownRow, link: Link): VauFile {
  const file: VauFile = {
    id: row.id,
    status: row.status,
    uri: `${FILE_URI}${row.id}`,
    bytes: row.bytes,
    created_at: row.created_at,
    filename: row.filename,
    metadata: asSent<VauFile['metadata']>(row.metadata),
    source: row.source as VauFile['source'],
    source_metadata: asSent<VauFile['source_metadata']>(row.source_metadata),
  };
  if (row.media_type !== null) file.media_type = row.media_type;
  if (row.media_info !== null) file.media_info = asSent<VauFile['media_info']>(row.media_info) ?? undefined;
  if (row.video_info !== null) file.video_info = asSent<VauFile['video_info']>(row.video_info) ?? undefined;
  if (row.has_thumbnail) file.thumbnail_url = link(fileKeys.thumbnail(row.id));
  const hearing = shownHearing(row);
  if (hearing) file.hearing = hearing;
  if (row.error !== null) file.error = row.error;
  if (row.content_hash !== null) file.content_hash = row.content_hash;
  if (isInPlace(row)) file.in_place = { path: placeOf(row.source_url) };
  return file;
}

/** A JSON column in an answer. Its text stands for its value until the answer is written. */
function asSent<T>(text: Json | null): NonNullable<T> | null {
  return text === null ? null : (new JsonText(text) as unknown as NonNullable<T>);
}
