import { messageOf } from '../../errors.ts';
import type { WordScope } from '../../store/reach.ts';
import type { QueryEncoder } from '../../understanding/embeddings/index.ts';
import type { MeaningContext } from '../context.ts';
import { type Evidence, featuresOf, likelihood } from '../likelihood.ts';
import type { Candidate } from '../make-result.ts';
import type { PlannedSearch } from '../plan.ts';
import { hasPassages, type NearPassage, nearestPassages, SHORTLIST } from '../vectors/nearest.ts';
import { nearDocuments } from './near-documents.ts';

/** Passages that make their documents candidates, even if no word of the query is in them. */
const CANDIDATES = 50;

/**
 * Adds documents that say the same in other words to those found by words, and scores all that have passages by how
 * likely they are right. Without an encoder, without passages in its language, and for a query in another language or
 * with a phrase to be found exactly, the candidates stay as they are.
 * @param candidates by document, changed in place
 * @returns whether the scores are likelihoods
 */
export async function addByMeaning(
  ctx: MeaningContext,
  scope: WordScope,
  planned: readonly PlannedSearch[],
  candidates: Map<number, Candidate>,
  signal: AbortSignal,
): Promise<boolean> {
  const [whole] = planned;
  const { encoder } = ctx;
  if (!whole || !encoder || !suits(whole, encoder) || !(await hasPassages(ctx, encoder))) return false;
  const all = await nearestTo(ctx, encoder, scope, whole, signal);
  const nearest = all.filter(({ modality }) => whole.modalities.includes(modality));
  if (nearest.length === 0) return false;
  const mostWords = Math.max(0, ...[...candidates.values()].map(({ score }) => score));
  if (all.length >= SHORTLIST) scoreByWords(candidates, all.at(-1)?.cosine ?? 0, mostWords);
  const found = new Map(candidates);
  for (const search of planned.filter(({ query }) => query.text === whole.query.text))
    for (const candidate of await near(ctx, search, nearest, found, mostWords))
      candidates.set(candidate.docid, candidate);
  return true;
}

function suits({ query }: PlannedSearch, encoder: QueryEncoder): boolean {
  const known = encoder.language === undefined || encoder.language === query.language;
  return known && !query.terms.some(({ required }) => required);
}

/** Without a vector, a search is one by words. */
async function nearestTo(
  ctx: MeaningContext,
  encoder: QueryEncoder,
  scope: WordScope,
  { query }: PlannedSearch,
  signal: AbortSignal,
): Promise<NearPassage[]> {
  try {
    const vector = await encoder.vectorOf(query.text, signal);
    if (vector) return await nearestPassages(ctx, encoder, scope, vector);
    ctx.log.info('a search goes by words only: the text encoder is starting');
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.warn('a search goes by words only', { error: messageOf(error) });
  }
  return [];
}

/** Documents that are not near: their cosines are below those of the shortlist. */
function scoreByWords(candidates: Map<number, Candidate>, cosine: number, mostWords: number): void {
  for (const [docid, candidate] of candidates) {
    const evidence = { words: candidate.score, cosine, around: cosine };
    candidates.set(docid, { ...candidate, ...scored(evidence, mostWords), words: candidate.score });
  }
}

/** The documents near the query, and those of `found` that have passages near it, with their likelihoods. */
async function near(
  { db }: MeaningContext,
  search: PlannedSearch,
  nearest: readonly NearPassage[],
  found: ReadonlyMap<number, Candidate>,
  mostWords: number,
): Promise<Candidate[]> {
  const documents = await nearDocuments(db, search.scope, nearest);
  const added = new Set(nearest.slice(0, CANDIDATES));
  const [any] = found.values();
  const { terms, modalities } = any ?? { terms: [], modalities: search.modalities };
  return [...documents].flatMap(([docid, passages]): Candidate[] => {
    const known = found.get(docid);
    const [best] = passages;
    if (!best || (!known && !added.has(best))) return [];
    const { cosine, around } = best;
    const likely = scored({ words: known?.words ?? known?.score ?? 0, cosine, around }, mostWords);
    const score = likely.score * search.weight;
    return [{ ...(known ?? { docid, terms, modalities }), ...likely, score, passages }];
  });
}

function scored(evidence: Evidence, mostWords: number): Pick<Candidate, 'score' | 'features'> {
  const features = featuresOf(evidence, mostWords);
  return { score: likelihood(features), features };
}
