import { expect, it } from 'vitest';
import { rank } from '../../../src/service/search/words/rank/rank.ts';
import type { RankedTerm } from '../../../src/service/search/words/term-phrases.ts';
import { DocumentTable } from '../../../src/service/store/words/postings/document-table.ts';
import {
  ANY_COLUMN,
  DOCUMENTS_PER_PAGE,
  listOfDocids,
} from '../../../src/service/store/words/postings/posting-list.ts';
import { seeded } from '../../support/seeded.ts';

const SCOPE = 1;
const DOCUMENTS = DOCUMENTS_PER_PAGE + 500;
const chance = seeded(77);

/** Documents of random lengths, over two pages. */
function makeTable(): DocumentTable {
  const table = new DocumentTable();
  let terms = 0;
  for (const page of [0, 1]) {
    const lengths = Uint16Array.from({ length: DOCUMENTS_PER_PAGE }, () => 5 + chance.below(2_000));
    const scopes = new Uint32Array(DOCUMENTS_PER_PAGE).fill(SCOPE);
    table.pages.set(page, { scopes, lengths, held: new Set([SCOPE]) });
    terms += lengths.reduce((sum, length) => sum + length, 0);
  }
  table.sums.set(SCOPE, { documents: DOCUMENTS, terms, first: 0, last: DOCUMENTS - 1 });
  return table;
}

/** A term that one of so many documents has: some of them as the word, others inside another word. */
function makeTerm(one: number): RankedTerm {
  const docids = () =>
    Array.from({ length: DOCUMENTS }, (_, docid) => docid).filter(() => chance.below(one) === 0);
  const phrase = (level: 2 | 3) => {
    const list = listOfDocids(docids());
    return { level, parts: [{ list }], documents: list.documents };
  };
  return { required: false, phrases: [phrase(3), phrase(2)] };
}

it('queries that are ranked together get what each gets alone', async () => {
  const terms = [3, 5, 40, 900, 7].map(makeTerm);
  const queries = [
    [0, 1, 2, 3, 4],
    [0, 1],
    [2, 3],
    [4, 0],
  ];
  const weights = Array.from({ length: ANY_COLUMN + 1 }, () => 1);
  const reach = { scopes: [SCOPE], documents: DOCUMENTS };
  const where = { table: makeTable(), reach, weights, most: 50, yieldTurn: async () => undefined };
  const together = await rank({ ...where, terms, queries });
  for (const [at, query] of queries.entries()) {
    const own = query.flatMap((term) => terms[term] ?? []);
    const [alone] = await rank({ ...where, terms: own, queries: [own.map((_, term) => term)] });
    expect(alone?.documents).toHaveLength(50);
    expect(together[at]?.counts).toEqual(alone?.counts);
    expect(together[at]?.count).toBe(alone?.count);
    const rounded = (all = alone) =>
      all?.documents.map(({ docid, score }) => `${docid} ${score.toFixed(9)}`).sort();
    expect(rounded(together[at])).toEqual(rounded());
  }
});

it('phrases with the same documents count as often as they come', async () => {
  const docids = Array.from({ length: DOCUMENTS }, (_, docid) => docid).filter(() => chance.below(3) === 0);
  const half = docids.length / 2;
  const phrase = (level: 2 | 3, ...parts: number[][]) => ({
    level,
    documents: docids.length,
    parts: parts.map((part) => ({ list: listOfDocids(part) })),
  });
  const halves = [docids.slice(0, half), docids.slice(half)];
  const withTerm = (...phrases: RankedTerm['phrases']) => [{ required: false, phrases }, other];
  const other = makeTerm(4);
  const weights = Array.from({ length: ANY_COLUMN + 1 }, () => 1);
  const reach = { scopes: [SCOPE], documents: DOCUMENTS };
  const where = { table: makeTable(), reach, weights, most: 50, yieldTurn: async () => undefined };
  const rankBy = (terms: RankedTerm[]) => rank({ ...where, terms, queries: [[0, 1]] });
  const apart = await rankBy(withTerm(phrase(3, docids), phrase(3, ...halves), phrase(2, ...halves)));
  expect(await rankBy(withTerm(phrase(3, docids), phrase(2, docids), phrase(3, docids)))).toEqual(apart);
  expect(await rankBy(withTerm(phrase(3, docids)))).not.toEqual(apart);
});
