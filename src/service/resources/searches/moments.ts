import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { scopeOf } from '../../search/filters/knowledge.ts';
import { parseQuery, type Term } from '../../search/query/query.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import { analyse } from '../../text/analyse/index.ts';
import { criterionOf } from '../find-moments/rows.ts';
import type { MomentBody } from '../moments/present.ts';
import { momentOf } from '../moments/present.ts';
import type { SearchBody } from './query-text.ts';
import type { StoredMoment } from './stored.ts';

/** The texts of a moment. */
interface MomentText {
  /** Its title, reason, quotes and fields. */
  readonly own: string;
  /** The name and instructions of its criterion. */
  readonly criterion: string;
}

/** A word that only the criterion has says less about the moment: all moments of the criterion have it. */
const OF_CRITERION = 0.6;

/**
 * A function that scores moments by the words of a query: the share of the query's information that a moment has, 0 to 1.
 * Rare words carry more of it. 0 without a phrase that the query has in quotes.
 * @param texts all moments that are searched
 */
function momentScorer(query: string, texts: readonly MomentText[]): (text: MomentText) => number {
  const { terms, language } = parseQuery(query);
  const wordsOf = (text: string) => analyse(text, language).words;
  const sequences = terms.map(({ alternatives }) => alternatives.map((words) => wordsOf(words.join(' '))));
  const kept = new Map<string, string[]>();
  const read = (text: string) => {
    const known = kept.get(text) ?? [' ', ' '];
    if (kept.has(text)) return known;
    const words = wordsOf(text);
    const lines = [
      ` ${words.map(({ form }) => form).join(' ')} `,
      ` ${words.map(({ stem }) => stem).join(' ')} `,
    ];
    kept.set(text, lines);
    return lines;
  };
  const has = (text: string, at: number) => {
    const [forms = '', stems = ''] = read(text);
    return (sequences[at] ?? []).some(
      (words) =>
        forms.includes(` ${words.map(({ form }) => form).join(' ')} `) ||
        stems.includes(` ${words.map(({ stem }) => stem).join(' ')} `),
    );
  };
  const share = (text: MomentText, at: number): number =>
    has(text.own, at) ? 1 : has(text.criterion, at) ? OF_CRITERION : 0;
  const weights = terms.map((_, at) =>
    informationOf(texts.filter((text) => share(text, at) > 0).length, texts.length),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (text) => {
    const shares = terms.map((_, at) => share(text, at));
    if (all === 0 || terms.some((term: Term, at) => term.required && shares[at] === 0)) return 0;
    return shares.reduce((sum, own, at) => sum + own * (weights[at] ?? 0), 0) / all;
  };
}

/** More for a word that few moments have, and never nothing. */
function informationOf(having: number, all: number): number {
  return Math.log(1 + (all + 1) / (having + 0.5));
}

/** Moments read at a time; other requests get a turn between pages. */
const PAGE = 500;

/**
 * The moments in collections whose criterion, title, reason or quotes have the words of a query, best first, at most
 * `limit`.
 * @throws 400 for collections of another type; 404
 */
export async function findMoments(
  ctx: RequestContext,
  body: SearchBody,
  limit: number,
): Promise<StoredMoment[]> {
  const { collections, filter, query = '', threshold = 0 } = body;
  const scope = await scopeOf(ctx, ctx.accountId, { source: 'collections', collections, filter });
  await checkTypes(ctx, collections);
  const files = scope.files && new Set(scope.files);
  const found: Found[] = [];
  for (const collection of new Set(collections))
    for await (const page of momentsIn(ctx, collection))
      found.push(...page.filter(({ row }) => (files?.has(row.file_id) ?? true) && isWanted(row, body)));
  const score = momentScorer(
    query,
    found.map(({ text }) => text),
  );
  return found
    .map(({ row, text }) => ({ row, score: score(text) }))
    .filter((one) => one.score > 0 && one.score >= threshold)
    .sort((one, other) => other.score - one.score || other.row.rank_score - one.row.rank_score)
    .slice(0, limit)
    .map(({ row, score: own }) => storedMoment(row, own));
}

async function checkTypes({ db }: RequestContext, collections: readonly string[]): Promise<void> {
  const other = await db
    .selectFrom('collections')
    .select(['id', 'collection_type'])
    .where('id', 'in', collections)
    .where('collection_type', '<>', 'moments')
    .executeTakeFirst();
  if (other)
    throw badRequest(
      `collection ${other.id} is of type ${other.collection_type}; scope moment searches collections of type moments`,
    );
}

type MomentRow = Awaited<ReturnType<typeof readPage>>[number];

interface Found {
  readonly row: MomentRow;
  readonly text: MomentText;
}

/** The moments of a collection, page by page. One that several attachments list comes once. */
async function* momentsIn(ctx: RequestContext, collection: string): AsyncGenerator<Found[]> {
  const seen = new Set<string>();
  let from = 0;
  const ids = await momentIds(ctx, collection);
  while (from < ids.length) {
    ctx.signal.throwIfAborted();
    const rows = await readPage(ctx, collection, ids.slice(from, from + PAGE));
    from += PAGE;
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh.map((row) => ({ row, text: textOf(row) }));
    await ctx.yieldTurn();
  }
}

/** Read from an index alone. */
async function momentIds({ db }: RequestContext, collection: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collection_moments')
    .select(['moment_id', 'file_id', 'start_time'])
    .distinct()
    .where('collection_id', '=', collection)
    .where(isKept('collection_moments'))
    .orderBy('file_id')
    .orderBy('start_time')
    .execute();
  return rows.map(({ moment_id }) => moment_id);
}

async function readPage({ db }: RequestContext, collection_id: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('moments as m')
    .innerJoin('find_moments_runs as r', 'r.id', 'm.run_id')
    .innerJoin('files as f', 'f.id', 'm.file_id')
    .selectAll('m')
    .select(['r.criterion', 'r.criterion_name', 'r.judged_by', 'f.filename'])
    .where('m.id', 'in', oneOf(ids))
    .execute();
  return rows.map((row) => ({ ...row, collection_id }));
}

/** What is searched: what was said and shown counts more than what the rubric says. */
function textOf(row: MomentRow): MomentText {
  const { title, reason, properties = {}, evidence } = fromJson<MomentBody>(row.body);
  const { name, instructions } = criterionOf(row);
  const quotes = (evidence.quotes ?? []).map(({ text }) => text);
  const values = Object.values(properties).flatMap((value) => (typeof value === 'string' ? [value] : []));
  return {
    own: [title, reason, ...quotes, ...values].join('\n'),
    criterion: `${name.replaceAll('_', ' ')}\n${instructions}`,
  };
}

/** The names of search_modalities that only some moments have. */
const SIGNALS: Readonly<Record<string, string>> = {
  speech_lexical: 'speech',
  ocr_lexical: 'scene_text',
  speech: 'speech',
  scene_text: 'scene_text',
  visual_scene_description: 'visual_scene_description',
  audio_description: 'audio_description',
};

/** Moments have no tags: a search of tags alone finds none. */
function isWanted(row: MomentRow, { search_modalities: named }: SearchBody): boolean {
  if (!named || named.includes('general_content')) return true;
  const { signals } = fromJson<MomentBody>(row.body).evidence;
  return named.some((name) => signals.includes(SIGNALS[name] ?? ''));
}

function storedMoment(row: MomentRow, score: number): StoredMoment {
  const shown = momentOf(row, row);
  return {
    type: 'moment',
    id: row.id,
    file_id: row.file_id,
    collection_id: row.collection_id,
    score: Math.round(score * 1000) / 1000,
    context: shown.evidence.quotes?.map(({ text }) => text).join(' ') || shown.reason,
    filename: row.filename,
    criterion_name: row.criterion_name,
    job_id: row.run_id,
    ...shown,
  };
}
