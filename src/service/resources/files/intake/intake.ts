/** What every upload goes through, in one request or in pieces: the same checks, and the same row. */
import type { Insertable } from 'kysely';
import type * as z from 'zod';
import { metadata as metadataSchema, operations, vocabulary } from '../../../../contract/index.ts';
import { MediaError, sniffFile } from '../../../../media/index.ts';
import { badRequest, unsupportedMedia } from '../../../errors.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { parseJson } from '../../../http/parse.ts';
import { toJson } from '../../../store/sql/json.ts';
import type { FilesTable } from '../../../store/sql/schema.ts';
import { isMachineTrouble } from '../../../trouble.ts';
import { storedHearing } from '../hearing-settings.ts';
import { fileKeys } from '../keys.ts';
import { newFile } from '../rows.ts';

/** The fields of an upload besides its content. */
export const uploadFields = operations['file.upload'].body.omit({ file: true, subtitles: true });

export type UploadFields = z.output<typeof uploadFields>;

type Columns = Pick<Insertable<FilesTable>, 'metadata' | 'enable_segment_thumbnails' | 'hearing'>;

/** The columns that the fields of an upload set. @throws 400 naming the field */
export function fieldColumns(fields: UploadFields): Columns {
  return {
    metadata: toJson(readMetadata(fields.metadata)),
    enable_segment_thumbnails: fields.enable_segment_thumbnails === 'false' ? 0 : 1,
    hearing: storedHearing({
      audio_language: fields.audio_language,
      vocabulary: readVocabulary(fields.vocabulary),
    }),
  };
}

/** The row of an uploaded file, whose content is in the storage. */
export function uploadedFile(
  ctx: Pick<RequestContext, 'accountId' | 'clock'>,
  file: Columns & Pick<Insertable<FilesTable>, 'id' | 'filename' | 'bytes' | 'content_hash' | 'subtitle_key'>,
): Insertable<FilesTable> {
  return newFile(ctx, { ...file, source: 'upload', object_key: fileKeys.original(file.id) });
}

/** @throws 415 for content that is not media, whatever its name; nothing of it is stored */
export async function checkMedia(path: string): Promise<void> {
  try {
    await sniffFile(path);
  } catch (error) {
    if (!(error instanceof MediaError) || isMachineTrouble(error)) throw error;
    throw unsupportedMedia('the content of this file', 'video, audio and images');
  }
}

function readMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text.trim() === '') return null;
  const parsed = metadataSchema().safeParse(parseJson(text, 'field metadata'));
  if (!parsed.success) throw badRequest('field metadata must be a JSON object');
  return parsed.data;
}

function readVocabulary(text: string | undefined): string[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = vocabulary().safeParse(parseJson(text, 'field vocabulary'));
  if (!parsed.success) throw badRequest('field vocabulary must be a JSON array of names and terms');
  return parsed.data;
}
