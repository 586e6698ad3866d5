/** Searches with a picture: for a person, or for what looks like it. */
import { setImmediate } from 'node:timers/promises';
import type { Gap } from '../../../contract/index.ts';
import { badRequest, messageOf } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { scopeOf } from '../../search/filters/knowledge.ts';
import { searchLike } from '../../search/pictures/like.ts';
import type { SearchScope } from '../../search/query/plan.ts';
import type { StoredResult } from '../../search/results/make-result.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { WordScope } from '../../store/words/reach.ts';
import { isMachineTrouble } from '../../trouble.ts';
import type { PictureEncoder } from '../../understanding/modalities/pictures/index.ts';
import { mediaFault } from '../common/media-fault.ts';
import { frameEncoder } from '../common/with-encoder.ts';
import { faceKeys } from '../faces/lifecycle.ts';
import { rankFaces } from '../faces/match/rank.ts';
import { isPicture, sourcePicture } from '../faces/match/source.ts';
import { type SourcePicture, sourceFace, withSource } from '../faces/match/source-face.ts';
import { faceOf } from '../faces/present.ts';
import { preparedFrames } from '../pictures/job.ts';
import type { SearchBody } from './query-text.ts';
import type { StoredFace } from './stored.ts';

/** Timeout for fetching a picture and looking at it, in milliseconds. */
const SOURCE_MS = 60_000;

type SearchImage = NonNullable<SearchBody['source_image']>;

/** What is found in the picture of a search. @throws 400 for a picture that is refused, with the reason */
async function lookAt<Result extends object>(
  ctx: RequestContext,
  { base64, ...image }: SearchImage,
  look: (ctx: RequestContext, picture: SourcePicture) => Promise<Result | { readonly reason: string }>,
): Promise<Result> {
  const given = base64 === undefined ? image : { base64_image: base64 };
  const picture = await sourcePicture(ctx, given);
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(SOURCE_MS)]);
  const looked = await look({ ...ctx, signal }, picture).catch((error: unknown) => {
    // No job will retry this: a URL that does not respond now is the caller's problem.
    if (!('url' in picture) || ctx.signal.aborted || isMachineTrouble(error)) throw error;
    return { reason: `the source image cannot be fetched: ${messageOf(error)}` };
  });
  if ('reason' in looked) throw badRequest(`field source_image: ${looked.reason}`);
  return looked;
}

/**
 * The faces in collections that match the person in a picture, best first, at most `limit`.
 * @throws 400 for collections of another type, and for a picture that is unavailable or shows no face; 404
 */
export async function findFaces(ctx: RequestContext, body: SearchBody, limit: number): Promise<StoredFace[]> {
  const { collections, filter, threshold = 0 } = body;
  const scope = await scopeOf(ctx, ctx.accountId, { source: 'collections', collections, filter });
  await checkTypes(ctx, collections);
  const wanted = await lookAt(ctx, body.source_image ?? {}, sourceFace);
  let best: StoredFace[] = [];
  for (const detection of await detectionsIn(ctx, scope)) {
    ctx.signal.throwIfAborted();
    const ranked = await rankFaces(ctx.db, detection.id, wanted.face.descriptor, limit);
    const found = ranked.map(({ face, similarity }) => storedFace(face, similarity / 100, detection));
    best = [...best, ...found.filter(({ score }) => score >= threshold)].sort(byScore).slice(0, limit);
    await setImmediate();
  }
  return best;
}

async function checkTypes({ db }: RequestContext, collections: readonly string[]): Promise<void> {
  const other = await db
    .selectFrom('collections')
    .select(['id', 'collection_type'])
    .where('id', 'in', collections)
    .where('collection_type', '<>', 'face-analysis')
    .executeTakeFirst();
  if (other)
    throw badRequest(
      `collection ${other.id} is of type ${other.collection_type}; scope face searches collections of type face-analysis`,
    );
}

interface Detection {
  id: string;
  file_id: string;
  collection_id: string;
}

async function detectionsIn({ db }: RequestContext, scope: WordScope): Promise<Detection[]> {
  const detections = await db
    .selectFrom('collection_files as m')
    .innerJoin('face_detections as d', 'd.id', 'm.face_detection_id')
    .select(['d.id', 'm.file_id', 'm.collection_id'])
    .where('m.collection_id', 'in', scope.collections ?? [])
    .where('d.status', '=', 'completed')
    .where(isKept('collection_files', 'm'))
    .orderBy('m.added_at')
    .orderBy('m.file_id')
    .execute();
  const files = scope.files && new Set(scope.files);
  return detections.filter(({ file_id }) => files?.has(file_id) ?? true);
}

type Ranked = Awaited<ReturnType<typeof rankFaces>>[number]['face'];

function storedFace(
  face: Ranked,
  score: number,
  { id: detection, file_id, collection_id }: Detection,
): StoredFace {
  const { face_bounding_box, frame_id, timestamp } = faceOf(face, undefined);
  return {
    type: 'face',
    id: face.id,
    face_id: face.id,
    file_id,
    collection_id,
    frame_id,
    timestamp,
    face_bounding_box,
    score,
    thumbnail_key: faceKeys.crop(detection, face.position),
  };
}

function byScore(one: StoredFace, other: StoredFace): number {
  return other.score - one.score || one.timestamp - other.timestamp;
}

/** A search for what looks like a picture. */
type LikeBody = Pick<SearchBody, 'collections' | 'filter' | 'threshold'> & {
  readonly image: SearchImage;
  readonly scope: SearchScope;
};

/**
 * Files or segments with a frame that looks like a picture, best first, at most `limit`.
 * @throws 400 where no encoder of pictures is set up, and for a picture that is unavailable or cannot be read; 404
 */
export async function findLike(
  ctx: RequestContext,
  { image, scope, collections, filter, threshold }: LikeBody,
  limit: number,
): Promise<StoredResult[]> {
  const encoder = await frameEncoder(ctx);
  if (!encoder || encoder.problem !== undefined) throw badRequest(noEncoder(encoder?.problem));
  const { vector } = await lookAt(ctx, image, (seen, picture) => vectorOf(seen, picture, encoder));
  const { file_id, time = 0 } = image;
  return searchLike(ctx, ctx.accountId, {
    vector,
    model: encoder.model,
    knowledgeBase: { source: 'collections', collections, filter },
    scope,
    limit,
    threshold,
    ...(file_id !== undefined && { itself: { file_id, time } }),
  });
}

const noEncoder = (problem: string | undefined): string =>
  `field source_image: ${problem ?? 'nothing compares pictures here: set an encoder up with vau setup pictures'}`;

async function vectorOf(
  ctx: RequestContext,
  picture: SourcePicture,
  encoder: PictureEncoder,
): Promise<{ readonly vector: Float32Array } | { readonly reason: string }> {
  return withSource(ctx, picture, async (path) => {
    if (!(await isPicture(path))) return { reason: 'the source image is not an image' };
    try {
      const [vector] = await encoder.encodePictures(
        await preparedFrames(ctx, path, [0], encoder.form),
        ctx.signal,
      );
      return vector ? { vector } : { reason: 'the source image contains no frame' };
    } catch (error) {
      return { reason: `the source image cannot be read: ${mediaFault(ctx, error)}` };
    }
  });
}

/** The files of a search that wait for the vectors of their frames: what they show was not looked at yet. */
export async function unseenGaps(
  ctx: RequestContext,
  { collections, filter }: Pick<SearchBody, 'collections' | 'filter'>,
): Promise<Gap[]> {
  const scope = await scopeOf(ctx, ctx.accountId, { source: 'collections', collections, filter });
  let files = ctx.db
    .selectFrom('collection_files')
    .select(({ fn }) => [
      fn.count<number>('file_id').distinct().as('all'),
      fn.count<number>('file_id').distinct().filterWhere('pictured_by', 'is', null).as('waiting'),
    ])
    .where('collection_id', 'in', listOf(scope.collections ?? []))
    .where(isKept('collection_files'));
  if (scope.files) files = files.where('file_id', 'in', listOf(scope.files));
  const { all, waiting } = await files.executeTakeFirstOrThrow();
  const [total, open] = [Number(all), Number(waiting)];
  if (open === 0) return [];
  return [
    {
      modality: 'visual_scene_description',
      reason: 'not_processed',
      text: `What ${open} of ${total} files show was not compared yet: search again later.`,
      files: open,
      files_total: total,
    },
  ];
}
