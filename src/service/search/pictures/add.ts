import { messageOf } from '../../errors.ts';
import type { WordScope } from '../../store/words/reach.ts';
import { LANGUAGES_WITH_STOP_WORDS } from '../../text/analyse/index.ts';
import type { QueryEncoder } from '../../understanding/embeddings/index.ts';
import type { MeaningContext } from '../context.ts';
import type { Candidate } from '../make-result.ts';
import { documentsWith } from '../meaning/near-documents.ts';
import type { PlannedSearch } from '../plan.ts';
import { languageOfQuery } from '../query-language.ts';
import { hasPassages } from '../vectors/nearest.ts';
import { PICTURES } from '../vectors/tables.ts';
import { NEUTRAL } from './contrast.ts';
import { type AskedFor, type NearFrame, nearestFrames } from './nearest.ts';

/**
 * What a frame counts for where a query does not ask for what is seen: never more than a text that is as likely right as
 * not (0.5), because nobody has fitted what frames score.
 */
const UNASKED = 0.5;

/**
 * Adds documents with frames that show what a query says, and gives those found otherwise the frame, where it scores more.
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
  const asked = await askedFor(ctx, encoder, whole.query.text, signal);
  const frames = asked ? await nearestFrames(ctx, encoder.model, scope, asked) : [];
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

/** Without vectors, a search goes without frames. */
async function askedFor(
  ctx: MeaningContext,
  encoder: QueryEncoder,
  text: string,
  signal: AbortSignal,
): Promise<AskedFor | undefined> {
  try {
    const all = await Promise.all([text, ...NEUTRAL].map((one) => encoder.vectorOf(one, signal)));
    const [query, ...neutral] = all.filter((vector) => vector !== undefined);
    if (query && neutral.length === NEUTRAL.length) return { query, neutral };
    ctx.log.info('a search goes without frames: the picture encoder is starting');
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.warn('a search goes without frames', { error: messageOf(error) });
  }
  return undefined;
}

/** The better of a document's scores counts. */
function addFrame(
  candidates: Map<number, Candidate>,
  docid: number,
  { start, end, time, contrast }: NearFrame,
  { model, weight }: { readonly model: string; readonly weight: number },
): void {
  const known = candidates.get(docid);
  const score = weight * contrast;
  const leads = !known || score > known.score;
  const frame = { start, end, time, contrast, model, leads };
  const base = known ?? { docid, terms: [], modalities: [] };
  candidates.set(docid, { ...base, score: Math.max(known?.score ?? 0, score), frame });
}
