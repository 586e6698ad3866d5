import type { Tag } from '../../contract/index.ts';
import type { Db } from '../store/sql/schema.ts';
import { type DocumentRow, documentColumns, documentsIn } from '../store/words/match-words.ts';
import type { WordScope } from '../store/words/reach.ts';
import { fold, languageOf, stemOf, wordOfTerm } from '../text/analyse/index.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { SearchContext } from './context.ts';
import { type ParsedQuery, parseQuery, type Term } from './query/query.ts';
import { has, type Marks, marksOf } from './quotes/marks.ts';
import { allowedSlips, phrasesFor, phrasesInside } from './words/term-variants.ts';

/** Options of a search in tags. */
export interface TagWish {
  /** Only tags with one of these labels. */
  readonly labels?: readonly string[] | undefined;
  /** Whether similar words match too, for less: words with the same beginning or with a typo. */
  readonly similar: boolean;
}

/** The tag that matched. */
export type FoundTag = Pick<Tag, 'id' | 'label' | 'value'>;

/** A document with a matching tag. */
export interface Tagged {
  hit: DocumentRow;
  /** 0 to 1: the share of the query's words in the tag; higher if the tag has few other words. */
  score: number;
  tag: FoundTag;
}

/** Tags scored at a time; other requests run between portions. */
const PORTION = 2_000;
/** Weight of a similar word. */
const SIMILAR = 0.8;

/**
 * The documents of a scope with a matching tag, each with its best tag, in no order. A segment has its own tags; a file
 * also has those of its segments.
 */
export async function findTagged(
  { db, yieldTurn }: SearchContext,
  scope: WordScope,
  {
    query,
    languages,
    scope: type,
    tags: wish,
  }: {
    query: string;
    languages: readonly string[];
    scope: WordScope['type'] | null;
    tags?: TagWish | undefined;
  },
  signal: AbortSignal,
): Promise<Tagged[]> {
  const parsed = parseQuery(query, languages);
  const found = new Map<number, Tagged>();
  for (let from = 0; ; from += PORTION) {
    signal.throwIfAborted();
    const rows = await portion(db, type ? { ...scope, type } : scope, wish?.labels, from);
    for (const { tag_id: id, label, value, ...document } of rows) {
      const score = scoreOf(`${label} ${value}`, parsed, wish?.similar ?? false);
      if (score > (found.get(document.docid)?.score ?? 0))
        found.set(document.docid, { hit: document, score, tag: { id, label, value } });
    }
    if (rows.length < PORTION) return [...found.values()];
    await yieldTurn();
  }
}

function portion(db: Db, scope: WordScope, labels: readonly string[] | undefined, from: number) {
  const tagged = documentsIn(db, scope)
    .innerJoin('tags as t', (join) =>
      join
        .onRef('t.file_id', '=', 'documents.file_id')
        .onRef('t.account_id', '=', 'documents.account_id')
        .on((on) =>
          on.or([on('documents.type', '=', 'file'), on('t.segment_id', '=', on.ref('documents.segment_id'))]),
        ),
    )
    .select(documentColumns.map((column) => `documents.${column}` as const))
    .select(['t.id as tag_id', 't.label', 't.value'])
    .orderBy('t.id')
    .orderBy('documents.docid')
    .limit(PORTION)
    .offset(from);
  return (labels ? tagged.where('t.label', 'in', labels) : tagged).execute();
}

function scoreOf(text: string, { terms, language }: ParsedQuery, similar: boolean): number {
  const marks = marksOf(text, language);
  const shares = terms.map((term) => shareOf(term, marks, language, similar));
  const lacking = terms.some(({ required }, index) => required && shares[index] === 0);
  if (lacking || marks.words.length === 0 || terms.length === 0) return 0;
  const covered = shares.reduce((sum, share) => sum + share, 0) / terms.length;
  return covered * (0.7 + 0.3 * Math.min(1, terms.length / marks.words.length));
}

/** How much of a term a tag's words have: all, something like it, or nothing. */
function shareOf(
  { text, alternatives, required }: Term,
  marks: Marks,
  language: string,
  similar: boolean,
): number {
  if (alternatives.some((words) => has(marks, phrasesFor(words, [language])))) return 1;
  if (has(marks, phrasesInside(text))) return 1;
  if (!similar || required) return 0;
  const wanted = [fold(text), stemOf(text, languageOf(text, language))];
  const like = [...marks.terms].some((term) => wanted.some((word) => isLike(wordOfTerm(term), word)));
  return like ? SIMILAR : 0;
}

function isLike(one: string, word: string): boolean {
  const alike = Math.min(one.length, word.length) >= 4 && (one.startsWith(word) || word.startsWith(one));
  const slips = allowedSlips(word);
  return alike || (slips > 0 && editDistance(one, word, slips) <= slips);
}
