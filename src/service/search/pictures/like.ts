import { toResults } from '../candidates.ts';
import type { SearchContext } from '../context.ts';
import { type KnowledgeBase, scopeOf } from '../filters/knowledge.ts';
import { documentsWith } from '../meaning/near-documents.ts';
import type { SearchScope } from '../query/plan.ts';
import type { Candidate, StoredResult } from '../results/make-result.ts';
import { type CompactVector, cosine } from '../vectors/compact.ts';
import { PICTURES } from '../vectors/tables.ts';
import { type NearFrame, nearestFrames } from './near.ts';

/** A search for what looks like a picture. */
export interface LikeRequest {
  /** The picture's vector, of length 1, and the encoder that made it. */
  readonly vector: Float32Array;
  readonly model: string;
  readonly knowledgeBase: KnowledgeBase;
  readonly scope: SearchScope;
  /** Maximum number of results. */
  readonly limit: number;
  /** Results below this score are dropped. */
  readonly threshold?: number | undefined;
  /** The frame that the picture is, if it is one of a file: what it stands for is not found. */
  readonly itself?: { readonly file_id: string; readonly time: number } | undefined;
}

/** Frames that are turned into results: several may be of one segment. */
const FRAMES_FOR_A_RESULT = 8;

/**
 * Files or segments with a frame that looks like a picture, best first. The score is the cosine of both vectors: it says
 * what is nearer, not how often that is right.
 * @throws ServiceError 404 or 400, see scopeOf
 */
export async function searchLike(
  ctx: SearchContext,
  accountId: string,
  { vector, model, knowledgeBase, scope, limit, threshold = 0, itself }: LikeRequest,
): Promise<StoredResult[]> {
  const words = await scopeOf(ctx, accountId, knowledgeBase);
  const fit = { vector, of: (frame: CompactVector) => cosine(vector, frame), least: 0 };
  const near = await nearestFrames(ctx, model, words, fit, limit * FRAMES_FOR_A_RESULT);
  const own = itself && frameAt(near, itself);
  const others = near.filter((frame) => frame !== own && frame.fit >= threshold);
  const documents = await documentsWith(ctx.db, PICTURES, [scope], others);
  const candidates = [...(documents.get(scope) ?? [])].flatMap(([docid, [best]]): Candidate[] => {
    if (!best) return [];
    const { start, end, time, fit: score } = best;
    const frame = { start, end, time, fit: score, model, score };
    return [{ docid, score, words: 0, terms: [], modalities: [], frame, seen: true }];
  });
  const filter = knowledgeBase.source === 'collections' ? knowledgeBase.filter : undefined;
  return (await toResults(ctx.db, candidates, filter, limit)).results;
}

/** The frame that stands for a second of a file: the last that begins at or before it. */
function frameAt(
  frames: readonly NearFrame[],
  { file_id, time }: NonNullable<LikeRequest['itself']>,
): NearFrame | undefined {
  const before = frames.filter((one) => one.file_id === file_id && one.start <= time);
  return before.toSorted((one, other) => other.start - one.start)[0];
}
