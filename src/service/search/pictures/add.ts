/**
 * Search by sight: a query's vector comes in, frames that show it are found (near.ts), and their documents join the
 * candidates, or candidates get the frame. like.ts searches for what looks like a picture.
 */

import { messageOf } from '../../errors.ts';
import type { WordScope } from '../../store/words/reach.ts';
import { LANGUAGES_WITH_STOP_WORDS } from '../../text/analyse/index.ts';
import type { QueryEncoder } from '../../understanding/models/embeddings/index.ts';
import type { MeaningContext } from '../context.ts';
import { documentsWith } from '../meaning/near-documents.ts';
import type { PlannedSearch } from '../query/plan.ts';
import { languageOfQuery } from '../query/query.ts';
import type { Candidate } from '../results/make-result.ts';
import { type CompactVector, cosine } from '../vectors/compact.ts';
import { hasPassages } from '../vectors/nearest.ts';
import { PICTURES } from '../vectors/tables.ts';
import { type Fit, type NearFrame, nearestFrames } from './near.ts';

/**
 * Texts that fit any picture. A picture shows what a query says if it is nearer to the query than to each of these: the
 * relevancy of LERF (Kerr et al. 2023, arXiv 2303.09553), whose phrases they are.
 */
const NEUTRAL: readonly string[] = ['object', 'things', 'stuff', 'texture'];

/** What CLIP multiplies its cosines by before it compares them: its learned temperature, and the most that it may be. */
const SCALE = 100;

/** Below this, some neutral text fits the picture better than the query does. */
export const LEAST_CONTRAST = 0.5;

/**
 * How much better a query fits a picture than any neutral text does: 0 to 1, 0.5 if as well. It is not fitted to any
 * questions, as the likelihoods of texts are: it says what is nearer, not how often that is right.
 * @param query cosine of the picture and the query
 * @param neutral its cosines with the neutral texts
 */
export function contrast(query: number, neutral: readonly number[]): number {
  return 1 / (1 + Math.exp(SCALE * (Math.max(...neutral) - query)));
}

/** Most frames of an answer. */
const MOST = 100;

/**
 * What a frame counts for where a query does not ask for what is seen: never more than a text that is as likely right as
 * not (0.5), because nobody has fitted what frames score.
 */
const UNASKED = 0.5;

/**
 * Adds documents with frames that show what a query says, and gives those found otherwise the frame.
 * Where the search or its query names seen things, a frame counts by its contrast; in other searches for half as much; and
 * not at all where the search names other modalities.
 * @param candidates by document, changed in place
 * @param named whether the search itself names modalities
 */
export async function addBySight(
  ctx: MeaningContext,
  scope: WordScope,
  planned: readonly PlannedSearch[],
  { candidates, named }: { readonly candidates: Map<number, Candidate>; readonly named: boolean },
  signal: AbortSignal,
): Promise<void> {
  const [whole] = planned;
  const encoder = ctx.pictures;
  const weight = whole ? weightOf(whole, named) : 0;
  if (!whole || !encoder || weight === 0 || !suits(whole, encoder)) return;
  if (!(await hasPassages(ctx, encoder))) return;
  const fit = await fitOf(ctx, encoder, whole.query.text, signal);
  const frames = fit ? await nearestFrames(ctx, encoder.model, scope, fit, MOST) : [];
  if (frames.length === 0) return;
  const searches = planned.filter(({ query }) => query.text === whole.query.text);
  const types = [...new Set(searches.map(({ scope: type }) => type))];
  const documents = await documentsWith(ctx.db, PICTURES, types, frames);
  for (const search of searches)
    for (const [docid, [best]] of documents.get(search.scope) ?? [])
      if (best) addFrame(candidates, docid, best, { model: encoder.model, weight: weight * search.weight });
}

function weightOf({ modalities, modalitiesOnly }: PlannedSearch, named: boolean): number {
  if (modalities.includes('visual_scene_description')) return 1;
  return named || modalitiesOnly ? 0 : UNASKED;
}

/** A query counts as one in the encoder's language unless its small words are those of another. */
function suits({ query }: PlannedSearch, { language }: QueryEncoder): boolean {
  if (query.terms.some(({ required }) => required)) return false;
  const known = [language ?? '', ...LANGUAGES_WITH_STOP_WORDS];
  return language === undefined || languageOfQuery(query.text, known) === language;
}

/** A frame fits by its contrast. Without vectors, a search goes without frames. */
async function fitOf(
  ctx: MeaningContext,
  encoder: QueryEncoder,
  text: string,
  signal: AbortSignal,
): Promise<Fit | undefined> {
  try {
    const all = await Promise.all([text, ...NEUTRAL].map((one) => encoder.vectorOf(one, signal)));
    const [query, ...neutral] = all.filter((vector) => vector !== undefined);
    if (query && neutral.length === NEUTRAL.length) {
      const of = (frame: CompactVector) =>
        contrast(
          cosine(query, frame),
          neutral.map((one) => cosine(one, frame)),
        );
      return { vector: query, of, least: LEAST_CONTRAST };
    }
    ctx.log.info('a search goes without frames: the picture encoder is starting');
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.warn('a search goes without frames', { error: messageOf(error) });
  }
  return undefined;
}

function addFrame(
  candidates: Map<number, Candidate>,
  docid: number,
  { start, end, time, fit }: NearFrame,
  { model, weight }: { readonly model: string; readonly weight: number },
): void {
  const frame = { start, end, time, fit, model, score: weight * fit };
  const base = candidates.get(docid) ?? { docid, terms: [], modalities: [], score: 0, words: 0 };
  candidates.set(docid, { ...base, frame });
}
