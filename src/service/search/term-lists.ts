import { listOfDocids } from '../store/postings/posting-list.ts';
import { type PostingPart, readPostings } from '../store/postings/read-postings.ts';
import type { WordScope } from '../store/reach.ts';
import type { Db } from '../store/schema.ts';
import { matchingDocuments, matchingUnanalysed, type WordColumn, type WordQuery } from '../store/words.ts';
import type { Phrase } from './rank/ranked-term.ts';
import type { PhraseGroup } from './term-phrases.ts';

/** Where to look. */
export interface Place {
  readonly scope: WordScope;
  readonly columns: readonly WordColumn[];
}

/** Finds the documents of phrase groups: those of each group in a list of its own. */
export async function readGroups(db: Db, groups: readonly PhraseGroup[], place: Place): Promise<Phrase[][]> {
  const terms = groups.flatMap((group) => wordsOf(group));
  const postings = await readPostings(db, [...new Set(terms)]);
  return Promise.all(
    groups.map(async (group) => [
      ...wordsOf(group).map((term) => phraseOf(postings.get(term) ?? [])),
      ...(await matched(db, group, place)),
    ]),
  );
}

/** The phrases of one index term: only these have their postings read. */
function wordsOf({ phrases, prefix }: PhraseGroup): string[] {
  return prefix ? [] : phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : []));
}

/** The documents of all other phrases. How often these occur in a document is not known: it counts as once. */
async function matched(
  db: Db,
  { phrases, prefix = false, plain }: PhraseGroup,
  place: Place,
): Promise<Phrase[]> {
  const query: WordQuery = {
    phrases: prefix ? phrases : phrases.filter(({ length }) => length > 1),
    columns: place.columns,
    prefix,
  };
  const old = plain && { phrases: plain.map((words) => [words]), columns: place.columns };
  const found = await Promise.all([
    query.phrases.length > 0 ? matchingDocuments(db, place.scope, query) : [],
    old ? matchingUnanalysed(db, place.scope, old) : [],
  ]);
  return found.filter(({ length }) => length > 0).map((docids) => phraseOf([{ list: listOfDocids(docids) }]));
}

function phraseOf(parts: readonly PostingPart[]): Phrase {
  return { parts, documents: parts.reduce((sum, { list }) => sum + list.documents, 0) };
}
