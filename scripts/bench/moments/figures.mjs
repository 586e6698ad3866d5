/** What the bench `moments` says of results: of a criterion in a film, `labels`, the `moments` found and all `ranked`. */
import { printBins } from '../bins.mjs';
import { record } from '../record.mjs';
import { intervalOf } from '../wilson.mjs';
import { overlapOf } from './material.mjs';

const ENOUGH = 0.5;

/** Labels, moments found and right, F1, average precision, and the share of results without a label that give none. */
export function figures(results) {
  const labels = sumOf(results, ({ labels: own }) => own.length);
  const found = sumOf(results, ({ moments }) => moments.length);
  const right = sumOf(results, (one) => matched(one.moments, one.labels).filter(Boolean).length);
  const empty = results.filter((one) => one.labels.length === 0);
  const none = empty.filter(({ moments }) => moments.length === 0).length;
  return {
    labels,
    found,
    right,
    f1: (2 * right) / (labels + found || 1),
    empty: empty.length,
    none,
    ap: precisionOf(results, 'ranked'),
  };
}

/** Prints a line for each criterion, then the sums with 95 % intervals, then how sure ranks are. */
export function report(title, results) {
  const rows = [...new Set(results.map(({ id }) => id))].map((id) => [
    id,
    figures(results.filter((one) => one.id === id)),
  ]);
  const all = figures(results);
  const labelled = rows.filter(([, { labels }]) => labels > 0);
  const unmet = rows.filter(([, { labels }]) => labels === 0);
  const films = new Set(results.map(({ film }) => film.id)).size;
  console.log(`\n${title}: ${rows.length} criteria, ${films} films, ${all.labels} labelled moments`);
  console.log('criterion'.padEnd(26), 'labels  found  right    F1    AP  none');
  for (const [id, { labels, found, right, f1, ap, empty, none }] of rows)
    console.log(
      id.padEnd(26),
      ...[labels, found, right].map((count) => String(count).padStart(6)),
      ...[f1, ap, none / empty].map(fixed),
    );
  const mean = (value) => labelled.length && sumOf(labelled, value) / labelled.length;
  const own = (id) => results.filter((one) => one.id === id);
  const rowsOfSums = [
    ['F1 at IoU 0.5', all.right, (all.labels + all.found) / 2],
    ['precision', all.right, all.found],
    ['recall', all.right, all.labels],
    ['none, of films without a label', all.none, all.empty],
    ['none, of criteria without one', unmet.filter(([, { found }]) => found === 0).length, unmet.length],
  ];
  record(rowsOfSums.map(([name, hits, count]) => [`${title}: ${name}`, hits, count]));
  for (const [name, hits, count] of rowsOfSums) console.log(name.padEnd(31), share(hits, count));
  console.log(
    `means of criteria: F1 ${fixed(mean(([, { f1 }]) => f1))}, average precision ${fixed(
      mean(([, { ap }]) => ap),
    )}; ranked by the rubric's vector alone ${fixed(mean(([id]) => precisionOf(own(id), 'plain')))}`,
  );
  printRanks(results);
  return { f1: all.f1, none: all.empty ? all.none / all.empty : 1 };
}

/** Of moments in ten bins of rank, how many are right. Below the bound they are candidates that were not given. */
export function printRanks(results) {
  printBins(
    'moments, by rank',
    results.flatMap((one) => {
      const apart = apartOf(one.moments, one.ranked);
      const hits = matched(apart, one.labels);
      return apart.map(({ rank }, at) => ({ said: rank, right: hits[at] }));
    }),
  );
}

/** Average precision over all films: ranges in order of rank, without those that overlap a better one. */
function precisionOf(results, list) {
  const labels = sumOf(results, (one) => one.labels.length);
  if (labels === 0) return Number.NaN;
  const ranked = results.flatMap((one) => {
    const apart = apartOf([], one[list]);
    const hits = matched(apart, one.labels);
    return apart.map(({ rank }, at) => ({ rank, hit: hits[at] }));
  });
  ranked.sort((one, other) => other.rank - one.rank);
  let [hits, sum] = [0, 0];
  for (const [at, { hit }] of ranked.entries())
    if (hit) {
      hits += 1;
      sum += hits / (at + 1);
    }
  return sum / labels;
}

/** Ranges in order of rank after those that are there, without those that overlap a better one. */
function apartOf(there, ranges) {
  const apart = [...there];
  for (const range of ranges.toSorted((left, right) => right.rank - left.rank))
    if (!apart.some(({ start, end }) => range.start < end && range.end > start)) apart.push(range);
  return apart;
}

/** Whether each range finds a label of its own. */
function matched(ranges, labels) {
  const left = new Set(labels);
  return ranges.map((range) => {
    const label = [...left].find((one) => overlapOf(one, range) >= ENOUGH);
    return label !== undefined && left.delete(label);
  });
}

function sumOf(list, value) {
  return list.reduce((sum, one) => sum + value(one), 0);
}

function share(hits, count) {
  if (count === 0) return '    –';
  const [low, high] = intervalOf(hits, count);
  return `${fixed(hits / count)}  ${low.toFixed(2)} to ${high.toFixed(2)}  of ${Math.round(count)}`;
}

function fixed(value) {
  return Number.isFinite(value) ? value.toFixed(2).padStart(5) : '    –';
}
