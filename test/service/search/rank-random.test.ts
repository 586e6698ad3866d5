/** The ranking of random stores, held against a plain one. */
import { describe, expect, it } from 'vitest';
import { isFound, rank } from '../../../src/service/search/words/rank/rank.ts';
import type { RankedTerm } from '../../../src/service/search/words/term-phrases.ts';
import { DocidSet } from '../../../src/service/store/words/postings/docid-set.ts';
import { DocumentTable } from '../../../src/service/store/words/postings/document-table.ts';
import {
  DOCUMENTS_PER_PAGE,
  PostingBuilder,
} from '../../../src/service/store/words/postings/posting-list.ts';
import { type Seeded, seeded } from '../../support/seeded.ts';
import { type PlainDocument, type PlainPhrase, type PlainRequest, rankPlainly } from './rank-plain.ts';

const PAGES = 3;
const SCOPES = [1, 2, 3, 4];
const ROUNDS = 40;
/** A column that is not searched, and one that counts double. */
const weights = [1, 0, 2];

type Phrase = RankedTerm['phrases'][number];
type Place = { readonly column: number; readonly times: number };
type Made = ReturnType<typeof makeStore>;

/** Documents on three pages: pages of one scope, of several, and places without a document between them. */
function makeStore(chance: Seeded) {
  const table = new DocumentTable();
  // Few postings of a page are looked at one by one, many all together.
  const step = chance.pick([120, 120, 1_500]);
  const documents = new Map<number, PlainDocument>();
  for (let page = 0; page < PAGES; page += 1) {
    const held = SCOPES.filter(() => chance.below(2) === 0);
    const own = held.length > 0 ? held : [chance.pick(SCOPES)];
    const scopes = new Uint32Array(DOCUMENTS_PER_PAGE);
    const lengths = new Uint16Array(DOCUMENTS_PER_PAGE);
    for (let at = chance.below(50); at < DOCUMENTS_PER_PAGE; at += 1 + chance.below(step)) {
      const docid = page * DOCUMENTS_PER_PAGE + at;
      const document = { docid, scope: chance.pick(own), length: 1 + chance.below(1_500) };
      [scopes[at], lengths[at]] = [document.scope, document.length];
      documents.set(docid, document);
      const sum = table.sums.get(document.scope) ?? { documents: 0, terms: 0, first: docid, last: docid };
      table.sums.set(document.scope, sum);
      sum.documents += 1;
      sum.terms += document.length;
      sum.last = docid;
    }
    table.pages.set(page, { scopes, lengths, held: new Set(own) });
  }
  return { table, documents };
}

/** A phrase that one of so many documents has, in two parts, some of it deleted. */
function makePhrase({ documents }: Made, chance: Seeded): readonly [Phrase, PlainPhrase] {
  const level = chance.pick([1, 2, 3] as const);
  const one = chance.pick([1, 2, 9, 300, 3_000]);
  const found = new Map<number, Place[]>();
  const [even, odd, deleted] = [new PostingBuilder(), new PostingBuilder(), new DocidSet()];
  let count = 0;
  for (const docid of documents.keys()) {
    const places = chance.below(one) === 0 ? placesOf(chance) : [];
    if (places.length === 0) continue;
    count += 1;
    const part = docid % 2 === 0 ? even : odd;
    for (const { column, times } of places) part.add(docid, column, times);
    if (part === even && chance.below(4) === 0) deleted.add(docid);
    else found.set(docid, places);
  }
  const parts = [{ list: even.build(), deleted }, { list: odd.build() }];
  return [
    { level, documents: count, parts },
    { level, documents: count, found },
  ];
}

const placesOf = (chance: Seeded): Place[] =>
  weights.flatMap((_, column) =>
    chance.below(2) === 0 ? [{ column, times: 1 + chance.below(chance.pick([2, 40])) }] : [],
  );

/** Some phrases; now and then one that comes twice, or again on another level. */
function makeTerm(store: Made, chance: Seeded) {
  const phrases = Array.from({ length: 1 + chance.below(3) }, () => makePhrase(store, chance));
  const [again] = phrases;
  if (again && chance.below(2) === 0) {
    const level = chance.pick([1, 2, 3] as const);
    phrases.push([
      { ...again[0], level },
      { ...again[1], level },
    ]);
  }
  const required = chance.below(5) === 0;
  const term: RankedTerm = { required, phrases: phrases.map(([phrase]) => phrase) };
  return [term, { required, phrases: phrases.map(([, plain]) => plain) }] as const;
}

/** Some docids of a store; none of whole pages now and then. */
function someOf({ documents }: Made, chance: Seeded): number[] {
  const [one, left] = [chance.pick([2, 10, 500]), chance.below(2 * PAGES)];
  return [...documents.keys()].filter(
    (docid) => Math.floor(docid / DOCUMENTS_PER_PAGE) !== left && chance.below(one) === 0,
  );
}

/** A random store, and a random question to it for both rankings. */
function makeRound(seed: number) {
  const chance = seeded(seed);
  const store = makeStore(chance);
  const terms = Array.from({ length: chance.pick([1, 2, 3, 8]) }, () => makeTerm(store, chance));
  const scopes = SCOPES.filter(() => chance.below(3) > 0);
  const included = chance.below(3) === 0 ? someOf(store, chance) : undefined;
  const excluded = chance.below(3) === 0 ? someOf(store, chance) : undefined;
  const reached = included?.length ?? store.documents.size;
  const plain: PlainRequest = {
    documents: store.documents,
    terms: terms.map(([, one]) => one),
    reached,
    weights,
    scopes: new Set(scopes),
    included: included && new Set(included),
    excluded: excluded && new Set(excluded),
  };
  const reach = {
    scopes,
    documents: reached,
    included: included && new DocidSet(included),
    excluded: excluded && new DocidSet(excluded),
  };
  const all = terms.map((_, term) => term);
  const queries = [all, all.filter(() => chance.below(2) === 0), [chance.pick(all)]].filter(
    (query) => query.length > 0,
  );
  const where = { table: store.table, reach };
  return { plain, queries, terms: terms.map(([term]) => term), where, most: chance.pick([3, 40]) };
}

/** Scores as text: sums in another order differ in their last digit. */
const scoresOf = (documents: readonly { score: number }[]) => documents.map(({ score }) => score.toFixed(9));

describe('the ranking', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'of a random store is that of the plain one: %i',
    async (seed) => {
      const { plain, queries, terms, where, most } = makeRound(seed);
      const request = { ...where, terms, queries, weights, most, yieldTurn: async () => undefined };
      for (const [at, ranking] of (await rank(request)).entries()) {
        const expected = rankPlainly(plain, queries[at] ?? []);
        expect([ranking.count, ranking.counts]).toEqual([expected.count, expected.counts]);
        const best = expected.documents.slice(0, most);
        expect(scoresOf(ranking.documents)).toEqual(scoresOf(best));
        // Which ones of equal score come last is open.
        const scores = new Map(expected.documents.map(({ docid, score }) => [docid, score]));
        for (const { docid, score } of ranking.documents) expect(scores.get(docid)).toBeCloseTo(score, 9);
      }
      for (const [term, { phrases }] of terms.entries()) {
        const { count } = rankPlainly({ ...plain, terms: plain.terms.map(optional) }, [term]);
        expect(isFound({ required: false, phrases }, weights, where), `term ${term}`).toBe(count > 0);
      }
    },
  );
});

const optional = ({ phrases }: PlainRequest['terms'][number]) => ({ required: false, phrases });
