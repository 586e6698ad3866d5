/**
 * Search by meaning: a query's vector comes in, passages near it are found, and the documents that hold them
 * (near-documents.ts) join the candidates found by words.
 */

import { messageOf } from '../../errors.ts';
import type { WordScope } from '../../store/words/reach.ts';
import type { QueryEncoder } from '../../understanding/models/embeddings/index.ts';
import type { MeaningContext } from '../context.ts';
import type { PlannedSearch } from '../query/plan.ts';
import type { Candidate } from '../results/make-result.ts';
import {
  FAR,
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
 * Adds documents that say the same in other words to those found by words, and says how near all that have passages are. Without an encoder, without passages in its language, and for a query in another language or
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
  if (all.length >= SHORTLIST) placeFar(candidates, all.at(-1)?.cosine ?? 0);
  const searches = planned.filter(({ query }) => query.text === whole.query.text);
  const types = [...new Set(searches.map(({ scope: type }) => type))];
  const documents = await documentsWith(ctx.db, PASSAGES, types, nearest);
  const added = new Set(nearest.slice(0, CANDIDATES));
  for (const search of searches)
    placeNear(candidates, search, { documents: documents.get(search.scope), added });
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
function placeFar(candidates: Map<number, Candidate>, cosine: number): void {
  const far = { cosine, before: FAR };
  for (const candidate of candidates.values()) candidate.near = far;
}

/** What is known of the documents near a query. */
interface Near {
  readonly documents: NearDocuments | undefined;
  /** The passages whose documents become candidates. */
  readonly added: ReadonlySet<NearPassage>;
}

/** Gives the candidates the passages that are near the query, and adds documents near it. */
function placeNear(
  candidates: Map<number, Candidate>,
  search: PlannedSearch,
  { documents = new Map(), added }: Near,
): void {
  const [any] = candidates.values();
  const { terms, modalities } = any ?? { terms: [], modalities: search.modalities };
  for (const [docid, passages] of documents) {
    const known = candidates.get(docid);
    const [best] = passages;
    if (!best || (!known && !added.has(best))) continue;
    const base = known ?? { docid, terms, modalities, score: 0, words: 0 };
    candidates.set(docid, { ...base, weight: search.weight, near: best, passages });
  }
}
