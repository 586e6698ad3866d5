import { messageOf } from '../../errors.ts';
import type { WordScope } from '../../store/words/reach.ts';
import type { QueryEncoder } from '../../understanding/models/embeddings/index.ts';
import type { MeaningContext } from '../context.ts';
import type { PlannedSearch } from '../query/plan.ts';
import type { Candidate } from '../results/make-result.ts';
import { likelihood } from '../scores/likelihood.ts';
import {
  hasPassages,
  type Nearest,
  type NearPassage,
  nearestPassages,
  SHORTLIST,
} from '../vectors/nearest.ts';
import { PASSAGES } from '../vectors/tables.ts';
import { documentsWith, type NearDocuments } from './near-documents.ts';

/** Passages that make their documents candidates, even if no word of the query is in them. */
const CANDIDATES = 50;

/**
 * Adds documents that say the same in other words to those found by words, and scores all that have passages by how
 * likely they are right. Without an encoder, without passages in its language, and for a query in another language or
 * with a phrase to be found exactly, the candidates stay as they are.
 * @param candidates by document, changed in place
 * @returns whether unlikely documents can be told by their scores. The weights were fitted with the packaged encoder; the
 * cosines of another one are brought to its scale. Where that cannot be done, they rank as well, but what is unlikely by
 * them may have every word of the query
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
  const { passages: all, fitted } = await nearestTo(ctx, encoder, scope, whole, signal);
  const nearest = all.filter(({ modality }) => whole.modalities.includes(modality));
  if (nearest.length === 0) return false;
  const mostWords = Math.max(0, ...[...candidates.values()].map(({ score }) => score));
  if (all.length >= SHORTLIST) scoreByWords(candidates, all.at(-1)?.cosine ?? 0, mostWords);
  const searches = planned.filter(({ query }) => query.text === whole.query.text);
  const types = [...new Set(searches.map(({ scope: type }) => type))];
  const documents = await documentsWith(ctx.db, PASSAGES, types, nearest);
  const added = new Set(nearest.slice(0, CANDIDATES));
  for (const search of searches)
    scoreNear(candidates, search, { documents: documents.get(search.scope), added, mostWords });
  return fitted;
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
): Promise<Nearest> {
  try {
    const vector = await encoder.vectorOf(query.text, signal);
    if (vector) return await nearestPassages(ctx, encoder, scope, vector);
    ctx.log.info('a search goes by words only: the text encoder is starting');
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.warn('a search goes by words only', { error: messageOf(error) });
  }
  return { passages: [], fitted: false };
}

/** Documents that are not near: their cosines are below those of the shortlist. Most are such, so they are changed in place. */
function scoreByWords(candidates: Map<number, Candidate>, cosine: number, mostWords: number): void {
  const far = { cosine };
  for (const candidate of candidates.values()) {
    candidate.words = candidate.score;
    candidate.near = far;
    candidate.score = likelihood({ words: candidate.words, ...far }, mostWords);
  }
}

/** What is known of the documents near a query. */
interface Near {
  readonly documents: NearDocuments | undefined;
  /** The passages whose documents become candidates. */
  readonly added: ReadonlySet<NearPassage>;
  readonly mostWords: number;
}

/** Scores the candidates that have passages near the query, and adds documents near it. */
function scoreNear(
  candidates: Map<number, Candidate>,
  search: PlannedSearch,
  { documents = new Map(), added, mostWords }: Near,
): void {
  const [any] = candidates.values();
  const { terms, modalities } = any ?? { terms: [], modalities: search.modalities };
  for (const [docid, passages] of documents) {
    const known = candidates.get(docid);
    const [best] = passages;
    if (!best || (!known && !added.has(best))) continue;
    const words = known?.words ?? known?.score ?? 0;
    const score = likelihood({ words, cosine: best.cosine }, mostWords) * search.weight;
    candidates.set(docid, { ...(known ?? { docid, terms, modalities }), score, words, near: best, passages });
  }
}
