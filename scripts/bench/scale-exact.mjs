/**
 * Holds the search of the benchmark `scale` against an exhaustive ranking: each posting of FTS5's public interface, each document, no
 * pages, bounds or caches. What a query looks for (variants, typos, weights of columns) is the service's own; where that
 * is, how often and in how long a document, and what follows for the order, is found anew.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMMON, commonWord, rareWord } from './scale-words.mjs';

/** BM25's parameters, and what a term counts by how a document has it: src/service/search/scores/score.ts. */
const [K1, B] = [1.2, 0.75];
const LEVEL_SHARES = [0, 0.5, 0.8, 1];
const MOST = 1_000;
const CLOSE = 1e-9;
/** Terms whose postings are kept: the common ones come again and again. */
const KEPT = 64;
/** A beginning of more terms is looked up as a whole: src/service/search/words/term-lists.ts. */
const MOST_TERMS = 200;

/** The query of a round; the same for the same number. */
const KINDS = {
  'a common word': (at) => COMMON[at % COMMON.length],
  'four common words': (at) => [0, 7, 3, 10].map((step) => COMMON[(at + step) % COMMON.length]).join(' '),
  'a long question': (at) =>
    `where did ${COMMON[at % 14]} and the ${COMMON[(at + 5) % 14]} of ${commonWord(at % 300)} ${rareWord(at)}`,
  'a rare word': (at) => rareWord(at * 37),
  'a rare and a common word': (at) => `${rareWord(at * 41)} ${COMMON[(at * 3) % COMMON.length]}`,
  'a phrase': (at) => `"${['next quarter', 'northern side', 'legal department'][at % 3]}" ${commonWord(at)}`,
  'a beginning': (at) => commonWord(at + 40).slice(0, 5),
  'a typo': (at) => COMMON[at % COMMON.length].replace(/(?<=..)./u, 'x'),
};

/**
 * @param modules what service-bundle.mjs exports
 * @param service the service of a filled store
 * @param folder its data folder
 * @param rounds number of queries
 * @returns the rounds whose search is not the exhaustive ranking, each with why
 */
export async function comparedWithAll(modules, service, folder, rounds) {
  const { context } = service;
  const accountId = await modules.localAccount(context.db, context.clock());
  const index = openIndex(path.join(folder, 'vau.sqlite'));
  const phrases = new modules.TermPhrases(context, ['en']);
  const [large, , ...others] = index.collections();
  const places = [
    { collections: [large] },
    { collections: [large, ...others] },
    { collections: [large], camera: 'front' },
  ];
  const kinds = Object.entries(KINDS);
  const wrong = [];
  for (let at = 0; at < rounds; at += 1) {
    const [kind, make] = kinds[at % kinds.length];
    const { collections, camera } = places[Math.floor(at / kinds.length) % places.length];
    const filter = camera && { metadata: [{ path: 'camera', operator: 'Equal', valueText: camera }] };
    const request = {
      query: make(at),
      scope: 'segment',
      knowledgeBase: { source: 'collections', collections, ...(filter && { filter }) },
      limit: 20,
    };
    const { signal } = new AbortController();
    const found = await modules.findCandidates(context, accountId, request, signal);
    const rankings = [];
    for (const search of modules.planSearches({ ...request, filter }, ['en']))
      rankings.push(await rankAll(index, phrases, search, index.reach(collections, camera)));
    const why = difference([...found.candidates.values()], found.plans, rankings);
    if ((at + 1) % 50 === 0) console.error(`${at + 1} of ${rounds} searches, ${wrong.length} of them differ`);
    if (why) wrong.push(`${at}: ${kind}, "${request.query}": ${why}`);
  }
  return wrong;
}

/** Why candidates are not those of the rankings; undefined: they are. Sums in another order differ in their last digits. */
function difference(candidates, plans, rankings) {
  const miscounted = rankings.findIndex(({ scores }, at) => scores.size !== plans[at].result_count);
  if (miscounted >= 0)
    return `${plans[miscounted].result_count} documents, ${rankings[miscounted].scores.size} by the exhaustive ranking`;
  // A document has the best of its scores by the searches among whose best it is: the whole query, and its parts. Which
  // of equal scores come last is open.
  const found = new Map(candidates.map(({ docid, words }) => [docid, words]));
  for (const docid of new Set([
    ...found.keys(),
    ...rankings.flatMap(({ scores, least }) => above(scores, least)),
  ])) {
    const [sure, last] = [[0], []];
    for (const { scores, least } of rankings) {
      const score = scores.get(docid) ?? 0;
      if (score > least + CLOSE) sure.push(score);
      else if (score > least - CLOSE) last.push(score);
    }
    const least = Math.max(...sure);
    const [words, allowed] = [found.get(docid) ?? 0, [least, ...last.filter((score) => score > least)]];
    if (!allowed.some((score) => Math.abs(score - words) < CLOSE))
      return `document ${docid} has ${words}, not ${allowed.join(' or ')}`;
  }
  return undefined;
}

/** The documents with more than a score. */
const above = (scores, least) =>
  [...scores].flatMap(([docid, score]) => (score > least + CLOSE ? [docid] : []));

/** Ranks all documents in reach by a search. */
async function rankAll(index, phrases, { query, weight }, reach) {
  const terms = [];
  for (const term of query.terms) {
    let had = documentsWith(index, await phrases.exact(term, query.language), reach);
    if (had.size === 0 && !term.required)
      for (const instead of phrases.instead()) {
        had = documentsWith(index, [await instead(term, query.language)], reach);
        if (had.size > 0) break;
      }
    terms.push({ had, required: term.required });
  }
  const information = terms.map(({ had }) => inverseFrequency(had.size, reach.documents));
  const sum = information.reduce((all, one) => all + one, 0);
  const kept = new Map();
  for (const docid of new Set(terms.flatMap(({ had }) => [...had.keys()]))) {
    if (terms.some(({ had, required }) => required && !had.has(docid))) continue;
    let [coverage, bm25] = [0, 0];
    for (const [at, { had }] of terms.entries()) {
      const own = had.get(docid);
      if (!own) continue;
      coverage += (information[at] / sum) * LEVEL_SHARES[own.level];
      bm25 += own.bm25;
    }
    kept.set(docid, { coverage, bm25 });
  }
  let highest = Number.MIN_VALUE;
  for (const { bm25 } of kept.values()) highest = Math.max(highest, bm25);
  const scores = new Map();
  for (const [docid, { coverage, bm25 }] of kept)
    scores.set(docid, weight * coverage * (0.7 + (0.3 * bm25) / highest));
  const sorted = Float64Array.from(scores.values()).sort();
  return { scores, least: sorted[Math.max(0, sorted.length - MOST)] ?? 0 };
}

/** The documents in reach with a term: the highest level, and the BM25 of its phrases of that level. */
function documentsWith(index, groups, reach) {
  const had = new Map();
  for (const { level, phrases, prefix } of groups.toSorted((one, other) => other.level - one.level))
    for (const { docids, times } of index.postingsOf(phrases, prefix, reach)) {
      const gain = LEVEL_SHARES[level] * inverseFrequency(docids.length, index.documents) * (K1 + 1);
      for (const [at, docid] of docids.entries()) {
        const known = had.get(docid);
        if (times[at] === 0 || !reach.has(docid) || (known && known.level > level)) continue;
        const norm = K1 * (1 - B + (B * index.lengths[docid]) / reach.average);
        const bm25 = (gain * times[at]) / (times[at] + norm);
        had.set(docid, { level, bm25: bm25 + (known?.bm25 ?? 0) });
      }
    }
  return had;
}

const inverseFrequency = (count, total) => Math.log(1 + (Math.max(0, total - count) + 0.5) / (count + 0.5));

/** Reads a store through SQL alone. */
function openIndex(file) {
  const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
  const db = new DatabaseSync(file);
  db.exec("create virtual table temp.instances using fts5vocab('main', 'document_terms', 'instance')");
  const all = (text, ...values) => db.prepare(text).all(...values);
  const [{ last }] = all('select max(docid) as last from documents');
  const lengths = new Float64Array(last + 1);
  // A document's length is its number of terms, as they stand in the index.
  for (const { id, sz } of all('select id, sz from document_terms_docsize')) lengths[id] = numbersIn(sz);
  const [{ documents }] = all('select count(*) as documents from documents');
  const cache = new Map();
  const kept = (key, make) => {
    const known = cache.get(key) ?? make();
    cache.delete(key);
    cache.set(key, known);
    if (cache.size > KEPT) cache.delete(cache.keys().next().value);
    return known;
  };
  const listOf = (rows, timesOf) => ({
    docids: Float64Array.from(rows, ({ doc }) => doc),
    times: Float64Array.from(rows, timesOf),
  });
  const ofTerm = (term) =>
    kept(`term ${term}`, () =>
      listOf(
        all(
          `select doc, sum(case col when 'title' then 2 when 'speech' then 1 when 'scene_text' then 1 when 'summary' then 1
            when 'entities' then 1 when 'metadata' then 1 else 0 end) as times
          from temp.instances where term = ? group by doc`,
          term,
        ),
        ({ times }) => times,
      ),
    );
  const ofPhrases = (wanted, from, to) =>
    kept(`phrases ${wanted} ${from} ${to}`, () =>
      listOf(
        all(
          `select rowid as doc from document_terms where document_terms match ? and rowid between ? and ?`,
          `{speech scene_text title summary entities metadata} : (${wanted})`,
          from,
          to,
        ),
        () => 1,
      ),
    );
  return {
    documents,
    lengths,
    collections: () => all('select id from collections order by created_at, id').map(({ id }) => id),
    reach: (collections, camera) =>
      kept(`reach ${collections.length} ${camera}`, () => reachOf(collections, camera)),
    /**
     * The documents of each phrase of one term; together those of all that are longer, and of a beginning of too many terms.
     * How often these have it is not counted, nor are documents outside of the range in which they are looked for.
     */
    postingsOf(phrases, prefix, { first, last }) {
      const single = phrases.filter(({ length }) => length === 1).flat();
      const terms = [...new Set(prefix ? single.flatMap(beginningWith) : single)];
      const long = phrases.filter(({ length }) => length > 1);
      const isLong = prefix && (long.length > 0 || terms.length > MOST_TERMS);
      const together = (isLong ? phrases : long).map((words) => `"${words.join(' ')}"${prefix ? '*' : ''}`);
      return [
        ...(isLong ? [] : terms.map(ofTerm)),
        ...(together.length > 0 ? [ofPhrases(together.join(' OR '), first, last)] : []),
      ].filter(({ docids }) => docids.length > 0);
    },
  };

  function reachOf(collections, camera) {
    const marks = collections.map(() => '?').join();
    const rows = all(
      `select docid, json_extract(f.metadata, '$.camera') as camera from documents d join files f on f.id = d.file_id
      where d.type = 'segment' and d.collection_id in (${marks})`,
      ...collections,
    );
    const inside = new Uint8Array(last + 1);
    let [terms, documents, from, to] = [0, 0, last, 0];
    for (const row of rows) {
      [from, to] = [Math.min(from, row.docid), Math.max(to, row.docid)];
      terms += lengths[row.docid];
      if (camera && row.camera !== camera) continue;
      inside[row.docid] = 1;
      documents += 1;
    }
    return {
      has: (docid) => inside[docid] === 1,
      documents,
      average: terms / rows.length,
      first: from,
      last: to,
    };
  }

  function beginningWith(term) {
    const rows = all(
      'select term from document_terms_words where term >= ? and term < ?',
      term,
      `${term}\u{10ffff}`,
    );
    return rows.map((row) => row.term);
  }
}

/** The sum of FTS5's variable-length integers. */
function numbersIn(bytes) {
  let [sum, number] = [0, 0];
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    sum += number;
    number = 0;
  }
  return sum;
}
