/**
 * Makes docs/capacity.md from the figures of docs/capacity.json, which measure.mjs writes.
 *
 *   node scripts/capacity/report.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const HOUR = 3_600;
const YEAR = 365 * 24 * HOUR;
const SIZES = [1e4, 1e6, 1e8];

/** Measured on another day on a machine of this kind; in the history of this project. */
const elsewhere = {
  /** Durable transactions of one row in a second: SQLite, PostgreSQL 15. */
  transactions: { sqlite: 10_900, postgres: 4_900 },
  /** Milliseconds to add, claim, begin and end a job of pg-boss while 100,000 wait, on a busy machine. */
  bossJob: 22,
  /** Bytes of sign bits in memory for one passage, and milliseconds to compare a million of ten million: the benchmark `vectors`. */
  vector: { bytes: 110, scan: 5 },
};

/** Tables of the index that have a row for each document again. */
const VIRTUAL = ['documents_fts', 'document_terms'];

/** A search that takes longer is late, in milliseconds; transactions of the queue for one film, counted generously. */
const LATE_MS = 400;
const FILM_TRANSACTIONS = 50;
/** Jobs of one film. */
const FILM_JOBS = 6;

/** What an hour of film takes. */
export function perHour({ film }) {
  const scale = HOUR / film.seconds;
  const sum = (numbers) => Object.values(numbers).reduce((all, one) => all + one, 0);
  const { originals = 0, shares = 0, ...others } = film.objects;
  const rows = Object.fromEntries(
    Object.entries(film.rows)
      .filter(([name]) => !VIRTUAL.includes(name))
      .map(([name, count]) => [name, count * scale]),
  );
  return {
    processor: film.processor_seconds * scale,
    streaming: film.stream_processor_seconds * scale,
    wall: film.wall_seconds * scale,
    original: originals * scale,
    stream: shares * scale,
    derived: sum(others) * scale,
    database: film.database_bytes * scale,
    rows: sum(rows),
    table: rows,
    passages: rows.passages ?? rows.documents ?? 0,
    documents: rows.documents ?? 0,
  };
}

/** Processor milliseconds of a search over so many documents, from the two stores. */
export function searchMs({ store }, kind, documents) {
  const [small, large] = store.sizes;
  // A fifth of the files are in the collection that is searched.
  const slope = (large[kind].median_ms - small[kind].median_ms) / ((large.segments - small.segments) / 5);
  return Math.max(small[kind].median_ms, small[kind].median_ms + slope * (documents - small.segments / 5));
}

/** The whole text. */
export function report(measured) {
  const hour = perHour(measured);
  const { film, store } = measured;
  const [small, large] = store.sizes;
  return `# Capacity

How much an hour of film takes, and what ends first when there are more of them. Made by \`node scripts/capacity/report.mjs\` from
the figures in [capacity.json](capacity.json), which \`node scripts/capacity/measure.mjs\` measures anew on your machine.

## Measured

A film of ${film.seconds.toFixed(0)} seconds (640x360, ${bits(film.bitrate)}, speech, text, a cut every few seconds) through the built service with its default recognisers,
as the second one, so that starting them does not count; ${film.measured_at}, ${film.processor}, ${film.processors} processors that others used too, Node ${film.node.slice(1)}.
It is one film: another one has more or less speech and text, and other sizes have other costs of decoding.

| an hour of such film | |
|---|---|
| processor time to understand it | ${duration(hour.processor)} |
| processor time to package a stream for sharing | ${duration(hour.streaming)} |
| original | ${bytes(hour.original)} |
| thumbnails, frames and other derived objects | ${bytes(hour.derived)} |
| stream, if it is shared | ${bytes(hour.stream)} |
| database | ${bytes(hour.database)} |
| rows | ${count(hour.rows)}, most in ${most(hour.table)} |
| events | ${film.rows.events} for a film, however long it is |
| tokens of a language model | none: nothing is asked of a model unless you configure one |

The service, one worker and the recognisers took ${bytes(film.memory_bytes)} of memory together.

Searches in stores of films of ten minutes with a line in six seconds, in a collection with a fifth of them; processor time, median and 95 of 100:

| | ${count(small.segments)} segments | ${count(large.segments)} segments |
|---|---|---|
${['search_common', 'search_rare', 'list_of_50'].map((kind) => `| ${NAMES[kind]} | ${pair(small[kind])} | ${pair(large[kind])} |`).join('\n')}
| to index a segment | ${small.index_ms_a_segment.toFixed(2)} ms | ${large.index_ms_a_segment.toFixed(2)} ms |
| database | ${bytes(small.database_bytes)} | ${bytes(large.database_bytes)} |

Measured earlier on machines of this kind: SQLite makes ${count(elsewhere.transactions.sqlite)} durable transactions of one row a second, PostgreSQL 15
${count(elsewhere.transactions.postgres)}; a million passages compare by meaning in about ${elsewhere.vector.scan} ms, and take ${elsewhere.vector.bytes} bytes of memory each.

## What many hours need

Multiplied from the figures above, not tried.

| hours | ${SIZES.map(count).join(' | ')} |
|---|---|---|---|
${rowsFor(measured, hour)}

## What ends first

In the order in which it comes, as hours of film in one store.

${ends(measured, hour)}
`;
}

const NAMES = {
  search_common: 'search for a common word',
  search_rare: 'search for a rare word',
  list_of_50: 'list of 50 files',
};

function rowsFor(measured, hour) {
  const lines = [
    [
      'processors, to understand all of it within a year',
      (n) => count(Math.ceil((n * hour.processor) / YEAR)),
    ],
    ['originals', (n) => bytes(n * hour.original)],
    ['derived objects', (n) => bytes(n * hour.derived)],
    ['database', (n) => bytes(n * hour.database)],
    ['documents of the index', (n) => count(n * hour.documents)],
    ['sign bits of passages in memory', (n) => bytes(n * hour.passages * elsewhere.vector.bytes)],
    ['comparing all passages by meaning', (n) => time((n * hour.passages * elsewhere.vector.scan) / 1e6)],
    ['searching all for a common word', (n) => time(searchMs(measured, 'search_common', n * hour.documents))],
    ['searching all for a rare word', (n) => time(searchMs(measured, 'search_rare', n * hour.documents))],
  ];
  return lines.map(([name, make]) => `| ${name} | ${SIZES.map(make).join(' | ')} |`).join('\n');
}

function ends(measured, hour) {
  const slow = (kind) => {
    const [first, second] = [1e6, 2e6].map((documents) => searchMs(measured, kind, documents));
    return 1e6 + (LATE_MS - first) / ((second - first) / 1e6);
  };
  const documents = slow('search_common');
  const passages = (LATE_MS / elsewhere.vector.scan) * 1e6;
  const inMemory = 8e9 / elsewhere.vector.bytes;
  const ways = [
    {
      what: 'A search for common words in one collection',
      hours: documents / hour.documents,
      why: `it passes ${LATE_MS} ms of processor time at ${count(documents)} documents in the collection, if it goes on growing as between the two stores`,
      next: 'more collections, as a search in one of them does not pay for the others; then partitions by account, and a search service of its own',
    },
    {
      what: 'Comparing by meaning',
      hours: passages / hour.passages,
      why: `${count(passages)} passages take ${LATE_MS} ms`,
      next: 'more collections, as a search in some of them does not pay for the others; then partitions by account',
    },
    {
      what: 'One processor',
      hours: YEAR / hour.processor,
      why: 'it understands no more in a year',
      next: `more workers: a machine of 64 processors takes ${count((64 * YEAR) / hour.processor)} hours a year; then workers on other machines, which need the PostgreSQL store`,
    },
    {
      what: 'A disk of 10 TB',
      hours: 10e12 / (hour.original + hour.derived + hour.stream),
      why: 'originals, what is derived from them, and a stream of each fill it; of larger pictures sooner',
      next: 'a bucket (`--objects s3://...`), which has no such end, or files in place',
    },
    {
      what: '8 GB of memory for passages',
      hours: inMemory / hour.passages,
      why: `they hold the sign bits of ${count(inMemory)} passages`,
      next: 'more memory, or partitions by account',
    },
    {
      what: 'A backup of the database',
      hours: 1.8e12 / hour.database,
      why: 'it reads all of it: at 500 MB a second, which is assumed, an hour for 1.8 TB',
      next: 'PostgreSQL, which can archive its log as it grows',
    },
    {
      what: 'The queue',
      hours: (elsewhere.transactions.sqlite * YEAR) / FILM_TRANSACTIONS,
      why: `with films of an hour, ${FILM_TRANSACTIONS} transactions for each (six jobs that are added, claimed, begun and ended, and some rounds), and ${count(elsewhere.transactions.sqlite)} transactions a second, in a year`,
      next: 'queues by account',
    },
    {
      what: 'The queue of a PostgreSQL store',
      hours: (YEAR * 1_000) / (elsewhere.bossJob * FILM_JOBS),
      why: `pg-boss's jobs are counted as if claimed one after the other, though workers claim side by side: ${elsewhere.bossJob} ms for a job that is added, claimed, begun and ended while 100,000 wait (on a busy machine), and ${FILM_JOBS} jobs for a film of an hour, in a year`,
      next: 'a store for each group of accounts',
    },
  ];
  return ways
    .sort((one, other) => one.hours - other.hours)
    .map(
      ({ what, hours, why, next }) =>
        `1. **${what}: ${count(hours)} hours.** ${sentence(why)}. Next: ${next}.`,
    )
    .join('\n');
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const most = (table) =>
  Object.entries(table)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([name, number]) => `${name} (${count(number)})`)
    .join(', ');
const pair = ({ median_ms, p95_ms }) => `${median_ms.toFixed(1)}, ${p95_ms.toFixed(1)} ms`;
const bits = (rate) => `${(rate / 1e6).toFixed(2)} Mbit/s`;
const duration = (seconds) =>
  seconds < 120 ? `${seconds.toFixed(0)} seconds` : `${(seconds / 60).toFixed(0)} minutes`;
const time = (ms) => (ms < 1_000 ? `${ms.toFixed(0)} ms` : `${shown(ms / 1_000)} s`);

function bytes(number) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, number)) / 3)));
  return `${shown(number / 1000 ** unit)} ${units[unit]}`;
}

/** Two digits that count: the figures are no better. */
function shown(number) {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.max(number, 0.01))));
  return Number(number.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: digits });
}

function count(number) {
  if (number < 1e6) return shown(number);
  const [unit, name] = number < 1e9 ? [1e6, 'million'] : [1e9, 'billion'];
  return `${shown(number / unit)} ${name}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const measured = JSON.parse(await readFile(new URL('docs/capacity.json', root), 'utf8'));
  await writeFile(new URL('docs/capacity.md', root), report(measured));
}
