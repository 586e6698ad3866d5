import {
  type DocidRange,
  matchingDocuments,
  matchingUnanalysed,
  type WordColumn,
  type WordQuery,
} from '../../store/words/match-words.ts';
import { quickOr } from '../../store/words/postings/format.ts';
import { listOfDocids } from '../../store/words/postings/posting-list.ts';
import { type PostingPart, readPostings } from '../../store/words/postings/read-postings.ts';
import { knownTerms, termsFrom } from '../../store/words/postings/vocabulary.ts';
import type { SearchContext } from '../context.ts';
import type { Phrase, PhraseGroup } from './term-phrases.ts';

/** Where to look. */
export interface Place {
  readonly range: DocidRange;
  readonly columns: readonly WordColumn[];
}

/** The most index terms that a prefix may stand for to be read one by one. */
const MOST_TERMS = 200;

/** What a group is to be looked up by. */
interface Lookup {
  /** Index terms, whose postings say where and how often they occur. */
  readonly words: readonly string[];
  /** The documents of all other phrases. How often these occur is not known: it counts as once. */
  readonly queries: readonly WordQuery[];
}

/** Terms that a search has looked for in the index, and whether it has them. */
export type SoughtTerms = Map<string, boolean>;

/**
 * Finds the documents of phrase groups: those of each group in a list of its own.
 * @param sought what is known of the index's terms; what is looked for is added
 */
export function readGroups(
  ctx: SearchContext,
  groups: readonly PhraseGroup[],
  place: Place,
  sought: SoughtTerms,
): Promise<Phrase[][]> {
  return quickOr(
    ctx,
    async () => {
      const halves = groups.filter(({ prefix }) => !prefix).flatMap(({ phrases }) => phrases);
      await seek(ctx, halves.filter(({ length }) => length > 1).flat(), sought);
      return readAll(
        ctx,
        await Promise.all(groups.map((group) => lookupOf(ctx, group, sought))),
        groups,
        place,
      );
    },
    () => {
      const lookups = groups.map(({ phrases, prefix = false }) => ({
        words: [],
        queries: [{ phrases, prefix }],
      }));
      return readAll(ctx, lookups, groups, place);
    },
  );
}

/** Looks for the terms that were not sought before. */
async function seek(ctx: SearchContext, terms: readonly string[], sought: SoughtTerms): Promise<void> {
  const unknown = distinct(terms.filter((term) => !sought.has(term)));
  const found = await knownTerms(ctx, unknown);
  for (const term of unknown) sought.set(term, found.has(term));
}

/** Phrases with a term that the index does not have are left out: most ways to split a word give such. */
async function lookupOf(
  ctx: SearchContext,
  { phrases, prefix = false }: PhraseGroup,
  sought: SoughtTerms,
): Promise<Lookup> {
  const single = phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : []));
  if (prefix) {
    const words = distinct(
      (await Promise.all(single.map((term) => termsFrom(ctx, term)))).flatMap((all) => [...all]),
    );
    const isShort = single.length === phrases.length && words.length <= MOST_TERMS;
    return isShort ? { words, queries: [] } : { words: [], queries: [{ phrases, prefix }] };
  }
  const long = phrases.filter(
    (phrase) => phrase.length > 1 && phrase.every((term) => sought.get(term) === true),
  );
  return { words: single, queries: long.length > 0 ? [{ phrases: long }] : [] };
}

async function readAll(
  ctx: SearchContext,
  lookups: readonly Lookup[],
  groups: readonly PhraseGroup[],
  { columns, range }: Place,
): Promise<Phrase[][]> {
  const postings = await readPostings(ctx, distinct(lookups.flatMap(({ words }) => words)));
  return Promise.all(
    lookups.map(async ({ words, queries }, at) => {
      const plain = groups[at]?.plain?.map((word) => [word]);
      const found = await Promise.all([
        ...queries.map((query) => matchingDocuments(ctx.db, { ...query, columns }, range)),
        ...(plain ? [matchingUnanalysed(ctx.db, { phrases: plain, columns }, range)] : []),
      ]);
      const matched = found.filter(({ length }) => length > 0);
      return [
        ...words.map((term) => phraseOf(postings.get(term) ?? [])),
        ...matched.map((docids) => phraseOf([{ list: listOfDocids(docids) }])),
      ];
    }),
  );
}

function distinct(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}

function phraseOf(parts: readonly PostingPart[]): Phrase {
  return { parts, documents: parts.reduce((sum, { list }) => sum + list.documents, 0) };
}
