/** The ranking as its description says it, document by document, without pages, bits or shortcuts: slow and plain. */
import { inverseFrequency, LEVEL_SHARES, scoreOf } from '../../../src/service/search/scores/score.ts';

/** A document of a made store. */
export interface PlainDocument {
  readonly docid: number;
  readonly scope: number;
  readonly length: number;
}

/** Where a phrase is: by docid, the occurrences in each column. Documents that were deleted from it are left out. */
export interface PlainPhrase {
  readonly level: 1 | 2 | 3;
  readonly documents: number;
  readonly found: ReadonlyMap<number, readonly { readonly column: number; readonly times: number }[]>;
}

/** A made store and what is asked of it. */
export interface PlainRequest {
  readonly documents: ReadonlyMap<number, PlainDocument>;
  readonly terms: readonly { readonly required: boolean; readonly phrases: readonly PlainPhrase[] }[];
  readonly scopes: ReadonlySet<number>;
  readonly included: ReadonlySet<number> | undefined;
  readonly excluded: ReadonlySet<number> | undefined;
  /** Number of documents in reach, as the store counts it. */
  readonly reached: number;
  readonly weights: readonly number[];
}

interface Had {
  readonly docid: number;
  /** By term: the level of the best phrase that the document has; 0: none. */
  readonly levels: readonly number[];
  readonly bm25: number;
}

const [K1, B] = [1.2, 0.75];

/** Ranks the documents in reach for the terms with these numbers, all of them, best first. */
export function rankPlainly(request: PlainRequest, query: readonly number[]) {
  const had = documentsWith(request, query);
  const counts = query.map((_, at) => had.filter(({ levels }) => (levels[at] ?? 0) > 0).length);
  const information = counts.map((count) => inverseFrequency(count, request.reached));
  const all = information.reduce((sum, one) => sum + one, 0);
  const kept = had.filter(({ levels }) =>
    query.every((term, at) => !request.terms[term]?.required || (levels[at] ?? 0) > 0),
  );
  const highest = Math.max(Number.MIN_VALUE, ...kept.map(({ bm25 }) => bm25));
  const documents = kept.map(({ docid, levels, bm25 }) => {
    const shares = levels.map((level, at) => ((information[at] ?? 0) / all) * (LEVEL_SHARES[level] ?? 0));
    const coverage = shares.reduce((sum, share) => sum + share, 0);
    return { docid, score: scoreOf(coverage, bm25 / highest) };
  });
  return { counts, count: kept.length, documents: documents.sort((one, other) => other.score - one.score) };
}

/** The documents in reach that have a term of the query. */
function documentsWith(request: PlainRequest, query: readonly number[]): Had[] {
  const { documents, terms, scopes, included, excluded } = request;
  const inScope = [...documents.values()].filter(({ scope }) => scopes.has(scope));
  const average = Math.max(1, inScope.reduce((sum, { length }) => sum + length, 0) / inScope.length);
  return inScope
    .filter(({ docid }) => (included?.has(docid) ?? true) && !excluded?.has(docid))
    .map(({ docid, length }) => {
      const norm = K1 * (1 - B + (B * length) / average);
      const own = query.map((term) => bestOf(terms[term]?.phrases ?? [], docid, request, norm));
      return {
        docid,
        levels: own.map(({ level }) => level),
        bm25: own.reduce((sum, { bm25 }) => sum + bm25, 0),
      };
    })
    .filter(({ levels }) => levels.some((level) => level > 0));
}

/** What a document has of a term: its phrases of the highest level that it has. */
function bestOf(
  phrases: readonly PlainPhrase[],
  docid: number,
  { weights, documents: { size } }: PlainRequest,
  norm: number,
) {
  const had = phrases
    .map(({ level, documents, found }) => {
      const places = found.get(docid) ?? [];
      const frequency = places.reduce((sum, { column, times }) => sum + times * (weights[column] ?? 0), 0);
      const share = frequency / (frequency + norm);
      return {
        level,
        frequency,
        bm25: (LEVEL_SHARES[level] ?? 0) * inverseFrequency(documents, size) * (K1 + 1) * share,
      };
    })
    .filter(({ frequency }) => frequency > 0);
  const level = Math.max(0, ...had.map((one) => one.level));
  return {
    level,
    bm25: had.filter((one) => one.level === level).reduce((sum, { bm25 }) => sum + bm25, 0),
  };
}
