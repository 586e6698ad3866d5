import { messageOf } from '../../errors.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { WordScope } from '../../store/words/reach.ts';
import { LANGUAGES_WITH_STOP_WORDS } from '../../text/analyse/index.ts';
import type { QueryEncoder } from '../../understanding/models/embeddings/index.ts';
import type { MeaningContext, SearchContext } from '../context.ts';
import { documentsWith } from '../meaning/near-documents.ts';
import type { PlannedSearch } from '../query/plan.ts';
import { languageOfQuery } from '../query/query-language.ts';
import type { Candidate } from '../results/make-result.ts';
import { cosine, fromBytes } from '../vectors/compact.ts';
import { hasPassages } from '../vectors/nearest.ts';
import { PICTURES } from '../vectors/tables.ts';
import { collectionNumbers, encoderRow, vectorIndex } from '../vectors/vector-index.ts';

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

/** A frame that shows what a query says. Times in seconds. */
interface NearFrame {
  readonly id: number;
  /** The part of the film that it stands for. */
  readonly start: number;
  readonly end: number;
  readonly time: number;
  /** 0.5 to 1: see contrast.ts. */
  readonly contrast: number;
}

/** A query and the neutral texts as vectors of one encoder, of length 1. */
interface AskedFor {
  readonly query: Float32Array;
  readonly neutral: readonly Float32Array[];
}

/**
 * Frames to compare exactly. Pictures and texts lie apart in the space of such an encoder, so that sign bits tell less
 * than between texts, of which a tenth as many are compared. How much less was not measured.
 */
const SHORTLIST = 2_000;

/** The same if only some files of the scope are searched: the shortlist is drawn from all of them. */
const SHORTLIST_OF_FILES = 8_000;

/** Most frames of an answer. */
const MOST = 100;

type Scope = Pick<WordScope, 'accountId' | 'collections' | 'files'>;

/** The frames of a scope that fit a query better than any neutral text, best first: a shortlist by sign bits, then exact. */
export async function nearestFrames(
  ctx: SearchContext,
  model: string,
  scope: Scope,
  asked: AskedFor,
): Promise<NearFrame[]> {
  const row = await encoderRow(ctx.db, model, asked.query.length);
  if (!row) return [];
  const index = vectorIndex(ctx.db, PICTURES, row);
  await index.update(ctx);
  const groups = await collectionNumbers(ctx.db, scope.accountId, scope.collections);
  const most = scope.files ? SHORTLIST_OF_FILES : SHORTLIST;
  const ids = await index.bits.nearest(asked.query, most, groups, ctx.yieldTurn);
  const all = await compared(ctx.db, scope, ids, asked);
  const shown = all.filter((one) => one.contrast > LEAST_CONTRAST);
  shown.sort((one, other) => other.contrast - one.contrast || one.id - other.id);
  return shown.slice(0, MOST);
}

/** Those of the frames that are still there, in the scope. */
async function compared(
  db: Db,
  { accountId, files }: Scope,
  ids: readonly number[],
  { query, neutral }: AskedFor,
): Promise<NearFrame[]> {
  let rows = db
    .selectFrom('pictures')
    .select(['id', 'start_time as start', 'end_time as end', 'frame_time as time', 'vector'])
    .where('id', 'in', listOf(ids))
    .where('account_id', '=', accountId)
    .where(isKept('pictures'));
  if (files) rows = rows.where('file_id', 'in', listOf(files));
  return (await rows.execute()).map(({ vector, ...frame }) => {
    const own = fromBytes(vector);
    const others = neutral.map((one) => cosine(one, own));
    return { ...frame, contrast: contrast(cosine(query, own), others) };
  });
}

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

function addFrame(
  candidates: Map<number, Candidate>,
  docid: number,
  { start, end, time, contrast }: NearFrame,
  { model, weight }: { readonly model: string; readonly weight: number },
): void {
  const frame = { start, end, time, contrast, model, score: weight * contrast };
  const base = candidates.get(docid) ?? { docid, terms: [], modalities: [], score: 0, words: 0 };
  candidates.set(docid, { ...base, frame });
}
