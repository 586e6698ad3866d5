import { beforeAll, describe, expect, it } from 'vitest';
import { Best } from '../../../../src/service/search/words/rank/rank.ts';
import { Chooser, searched } from '../../../../src/service/search/words/rank/searched.ts';
import type { DocumentPage } from '../../../../src/service/store/words/postings/document-table.ts';
import { DOCUMENTS_PER_PAGE } from '../../../../src/service/store/words/postings/posting-list.ts';

/** A page whose documents are in the scopes 1 and 2 by turns. */
function pageOfTwo(): DocumentPage {
  const scopes = Uint32Array.from({ length: DOCUMENTS_PER_PAGE }, (_, at) => 1 + (at % 2));
  return { scopes, lengths: new Uint16Array(DOCUMENTS_PER_PAGE), held: new Set([1, 2]) };
}

const inReach = (scope: number) => ({ scopes: [scope], documents: DOCUMENTS_PER_PAGE / 2 });
const marks = () => [...searched.subarray(0, 4)];

describe('the documents of a page that a search looks in', () => {
  let page: DocumentPage;
  beforeAll(() => {
    page = pageOfTwo();
  });

  it('are those in reach of the search that asks, whichever asked before', () => {
    const [one, other] = [new Chooser(inReach(1)), new Chooser(inReach(2))];
    one.choose(0, page);
    expect(marks()).toEqual([1, 0, 1, 0]);
    other.choose(0, page);
    expect(marks()).toEqual([0, 1, 0, 1]);
    one.choose(0, page);
    expect(marks()).toEqual([1, 0, 1, 0]);
  });

  it('are all marked again after some were marked', () => {
    const [one, other] = [new Chooser(inReach(1)), new Chooser(inReach(2))];
    one.choose(0, page);
    other.chooseSome(0, page, Uint16Array.from([0, 1]));
    expect(marks()).toEqual([0, 1, 1, 0]);
    one.choose(0, page);
    expect(marks()).toEqual([1, 0, 1, 0]);
  });

  it('are those of the page that is asked for', () => {
    const chooser = new Chooser(inReach(1));
    chooser.choose(0, page);
    const scopes = page.scopes.map((scope) => 3 - scope);
    chooser.choose(1, { ...page, scopes });
    expect(marks()).toEqual([0, 1, 0, 1]);
  });
});

describe('the best documents', () => {
  it('come in the order of their scores, equal ones in that of docid; of equal ones the first are kept', () => {
    const best = new Best(3);
    for (const [docid, score] of [
      [7, 0.5],
      [9, 0.9],
      [2, 0.5],
      [1, 0.5],
      [5, 0.1],
    ] as const)
      best.add(docid, score);
    expect(best.list()).toEqual([
      { docid: 9, score: 0.9 },
      { docid: 2, score: 0.5 },
      { docid: 7, score: 0.5 },
    ]);
  });
});
