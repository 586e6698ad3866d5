import { setImmediate } from 'node:timers/promises';
import { badRequest, messageOf } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { scopeOf } from '../../search/knowledge.ts';
import { isKept } from '../../store/deletions.ts';
import type { WordScope } from '../../store/reach.ts';
import { isMachineTrouble } from '../../trouble.ts';
import type { FoundFace } from '../../understanding/faces/index.ts';
import { faceKeys } from '../faces/keys.ts';
import { faceOf } from '../faces/present.ts';
import { rankFaces } from '../faces/rank.ts';
import { sourcePicture } from '../faces/source.ts';
import { sourceFace } from '../faces/source-face.ts';
import type { StoredFace } from './stored.ts';
import type { SearchBody } from './words.ts';

/** Timeout for fetching the picture and detecting its face, in milliseconds. */
const SOURCE_MS = 60_000;

/**
 * The faces in collections that match the person in a picture, best first, at most `limit`.
 * @throws 400 for collections of another type, and for a picture that is unavailable or shows no face; 404
 */
export async function findFaces(ctx: RequestContext, body: SearchBody, limit: number): Promise<StoredFace[]> {
  const { collections, filter, threshold = 0 } = body;
  const scope = await scopeOf(ctx, ctx.accountId, { source: 'collections', collections, filter });
  await checkTypes(ctx, collections);
  const wanted = await faceWanted(ctx, body.source_image ?? {});
  let best: StoredFace[] = [];
  for (const detection of await detectionsIn(ctx, scope)) {
    ctx.signal.throwIfAborted();
    const ranked = await rankFaces(ctx.db, detection.id, wanted.descriptor, limit);
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

async function faceWanted(
  ctx: RequestContext,
  { base64, ...image }: NonNullable<SearchBody['source_image']>,
): Promise<FoundFace> {
  const given = base64 === undefined ? image : { base64_image: base64 };
  const picture = await sourcePicture(ctx, given);
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(SOURCE_MS)]);
  const source = await sourceFace({ ...ctx, signal }, picture).catch((error: unknown) => {
    // No job will retry this: a URL that does not respond now is the caller's problem.
    if (!('url' in picture) || ctx.signal.aborted || isMachineTrouble(error)) throw error;
    return { reason: `the source image cannot be fetched: ${messageOf(error)}` };
  });
  if ('reason' in source) throw badRequest(`field source_image: ${source.reason}`);
  return source.face;
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
    ...{ type: 'face', id: face.id, face_id: face.id, file_id, collection_id },
    ...{ frame_id, timestamp, face_bounding_box, score },
    thumbnail_key: faceKeys.crop(detection, face.position),
  };
}

function byScore(one: StoredFace, other: StoredFace): number {
  return other.score - one.score || one.timestamp - other.timestamp;
}
