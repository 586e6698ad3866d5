import type { Insertable } from 'kysely';
import * as z from 'zod';
import { metadata } from '../../../contract/index.ts';
import { type ObjectStorage, readObject } from '../../store/objects/objects.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { FilesTable } from '../../store/sql/schema.ts';
import { fileKeys, RECORD } from './keys.ts';

/**
 * The record beside each original, from which a lost row can be recreated: the facts that cannot be read from the
 * original itself.
 */
const recordSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  filename: z.string(),
  /** Unix milliseconds. */
  created_at: z.int(),
  metadata: metadata().nullable(),
  source: z.string(),
  source_url: z.string().nullable(),
  /** SHA-256 of the original, hex. */
  content_hash: z.string().nullable(),
  enable_segment_thumbnails: z.union([z.literal(0), z.literal(1)]),
  /** How its speech is recognised; records of older versions have none. */
  hearing: metadata().nullish(),
});

export type FileRecord = z.infer<typeof recordSchema>;

/** Writes the record of a file beside its original, replacing an earlier one. */
export async function keepRecord(objects: ObjectStorage, row: Insertable<FilesTable>): Promise<void> {
  const record: FileRecord = {
    id: row.id,
    account_id: row.account_id,
    filename: row.filename,
    created_at: row.created_at,
    metadata: fromJson(row.metadata ?? null),
    source: row.source,
    source_url: row.source_url ?? null,
    content_hash: row.content_hash ?? null,
    enable_segment_thumbnails: row.enable_segment_thumbnails ? 1 : 0,
    hearing: fromJson(row.hearing ?? null),
  };
  await objects.putBytes(fileKeys.record(row.id), `${JSON.stringify(record)}\n`);
}

/** The columns of a file whose row was lost, as far as its record says them; what it does not say is what a new file has. */
export function recordedColumns(record: FileRecord | undefined): Pick<
  Insertable<FilesTable>,
  'metadata' | 'source' | 'enable_segment_thumbnails' | 'hearing'
> & {
  created_at?: number;
} {
  return {
    ...(record && { created_at: record.created_at }),
    metadata: toJson(record?.metadata),
    source: record?.source ?? 'upload',
    enable_segment_thumbnails: record?.enable_segment_thumbnails ?? 1,
    hearing: toJson(record?.hearing),
  };
}

/**
 * Reads the record of a file; undefined if it is missing, invalid or another file's.
 * @param prefix prefix of the file's objects, which may have been moved aside
 */
export async function readRecord(
  objects: ObjectStorage,
  prefix: string,
  id: string,
): Promise<FileRecord | undefined> {
  const text = await readObject(objects, `${prefix}/${RECORD}`);
  try {
    const record = recordSchema.parse(JSON.parse(text?.toString() ?? ''));
    return record.id === id ? record : undefined;
  } catch {
    return undefined;
  }
}
