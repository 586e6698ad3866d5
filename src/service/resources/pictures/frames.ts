import { frameImages, MediaError, rawImages } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { isMachineTrouble } from '../../trouble.ts';
import { modalitiesFor } from '../../understanding/index.ts';
import { type FramePlace, framesOf, type PictureForm } from '../../understanding/pictures/index.ts';
import type { Structure } from '../../understanding/structure/index.ts';
import { understandingConfig } from '../common/collection-config.ts';
import { collectionFileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import { durationOf } from '../files/usable.ts';
import type { CollectionFileKey } from '../passages/vector-rows.ts';

/** Frames are decoded so much larger than they are read, for pictures of any shape. */
const LARGER = 2.5;

/** The frames that stand for a collection file. */
export interface Places {
  /** None for sound, and where its collection describes no scenes. */
  readonly places: readonly FramePlace[];
  /** Seconds of media that a frame stands for, on average; an image counts as one second. */
  readonly each: number;
}

/** The frames of a collection file that are to have vectors. */
export async function placesIn(db: Db, { collection_id, file_id }: CollectionFileKey): Promise<Places> {
  const row = await collectionFileRow(db, collection_id, file_id);
  const collection = await db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', collection_id)
    .executeTakeFirst();
  const file = await db
    .selectFrom('files')
    .select(['media_type', 'media_info'])
    .where('id', '=', file_id)
    .executeTakeFirst();
  if (!row || !collection || !file) return NONE;
  const { collection_type } = collection;
  const wanted = { collection_type, describe_config: understandingConfig(collection) };
  if (!modalitiesFor(wanted, file.media_type).includes('visual_scene_description')) return NONE;
  const duration = durationOf(file);
  const places = framesOf(await shotsOf(db, { collection_id, file_id }), duration);
  return { places, each: (duration ?? 1) / Math.max(1, places.length) };
}

const NONE: Places = { places: [], each: 0 };

async function shotsOf(
  db: Db,
  { collection_id, file_id }: Pick<CollectionFileKey, 'collection_id' | 'file_id'>,
): Promise<Structure['shots']> {
  const row = await db
    .selectFrom('collection_file_structures')
    .select('structure')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst();
  return (row && fromJson<Structure>(row.structure)?.shots) ?? [];
}

type FrameContext = Pick<JobContext, 'db' | 'objects' | 'ffmpeg' | 'signal' | 'log'>;

/**
 * Frames of a file as an encoder wants them, rgb24, in the order of their places.
 * @returns undefined if they cannot be decoded
 */
export async function picturesAt(
  ctx: FrameContext,
  fileId: string,
  places: readonly FramePlace[],
  { size, fit }: PictureForm,
): Promise<Buffer[] | undefined> {
  const { ffmpeg, signal } = ctx;
  const file = await ctx.objects.path(fileKeys.original(fileId));
  const times = places.map(({ time }) => time);
  try {
    const images = await frameImages(file, times, { ffmpeg, signal, maxWidth: Math.round(LARGER * size) });
    const jpegs = images.map(({ jpeg }) => jpeg);
    return await rawImages(jpegs, { ffmpeg, signal, width: size, height: size, crop: fit === 'crop' });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MediaError) || isMachineTrouble(error)) throw error;
    ctx.log.warn('frames of a file cannot be found by what they show', {
      file_id: fileId,
      error: error.message,
      next: `vau describe redo ${fileId} --modality pictures`,
    });
    return undefined;
  }
}
