/**
 * The searches of the benchmark `scale`: kinds of queries, each in several places. A query's words vary, so that the
 * first search with them has to read postings, and the second finds them in memory; raw FTS5 runs on the same words.
 */
import { COMMON, commonWord, rareWord } from './scale-words.mjs';

/** Of fewer, the highest would be p95. */
const rounds = 24;

/** Makes the query of a round, of words that the store has. */
const KINDS = {
  'a common word': (at) => COMMON[at % COMMON.length],
  'a rare word': (at) => (at % 3 === 0 ? 'kingfisher' : rareWord(at * 37)),
  'a rare and a common word': (at) => `${rareWord(at * 41)} ${COMMON[(at * 3) % COMMON.length]}`,
  'four common words': (at) => several(at, 4),
  'eleven words': (at) => {
    const [one, two, three, four, five] = several(at, 5).split(' ');
    return `where did ${one} and the ${two} ${three} of ${four} ${five} ${commonWord(100 + at)}`;
  },
};

const few = { metadata: [{ path: 'camera', operator: 'Equal', valueText: 'front' }] };
const most = { file: [{ path: 'bytes', operator: 'GreaterThan', valueText: '1000' }] };

/** Words of a query that search leaves out. */
const SMALL = new Set(['where', 'did', 'and', 'the', 'of']);

/**
 * @param measure called with a name, a number of rounds, and the work, which gets the number of its round
 * @param search sends a search
 * @param raw searches with FTS5 alone for words with OR between them; undefined: there is none
 * @param collections ids, the large one first
 */
export async function searches(measure, search, raw, collections) {
  const [large, , ...others] = collections;
  const hundred = others.length > 0 ? others.slice(0, 100) : collections;
  const places = {
    'large collection': { scope: 'segment', collections: [large] },
    'large collection, files': { scope: 'file', collections: [large] },
    '100 collections': { scope: 'segment', collections: hundred },
    'all collections': { scope: 'segment', collections },
    'filter, a quarter': { scope: 'segment', collections: [large], filter: few },
    'filter, most': { scope: 'segment', collections: [large], filter: most },
  };
  await measure('the first search after the start', 1, () =>
    search({ ...places['large collection'], query: 'meeting', limit: 20 }),
  );
  for (const [place, body] of Object.entries(places))
    for (const [kind, make] of Object.entries(KINDS)) {
      const send = (round) => search({ ...body, query: make(round), limit: 20 });
      await measure(`search, ${kind}, ${place}, first`, rounds, send);
      await measure(`search, ${kind}, ${place}, again`, rounds, send);
    }
  if (!raw) return;
  for (const [kind, make] of Object.entries(KINDS))
    await measure(`raw FTS5, ${kind}`, rounds, (round) => raw(asMatch(make(round))));
}

/** The row with raw FTS5 beside a row of searches; undefined: there is none. Raw FTS5 has no filters. */
export function rawBeside(name) {
  if (name.includes(', filter, ')) return undefined;
  const kind = Object.keys(KINDS).find((one) => name.startsWith(`search, ${one}, `));
  return kind && `raw FTS5, ${kind}`;
}

function several(at, count) {
  return Array.from({ length: count }, (_, k) => COMMON[(at * 5 + k * 7) % COMMON.length]).join(' ');
}

function asMatch(query) {
  const words = query.split(' ').filter((word) => !SMALL.has(word));
  return words.map((word) => `"${word}"`).join(' OR ');
}
