/**
 * Moments without a language model, on labelled films: F1 at IoU 0.5, average precision, and how often a criterion that
 * nothing in a film meets gives none. Beside it: lines ranked by the vector of the rubric alone. The weights were fitted
 * on the first half only. Once as the films' words are written, and once as synthetic voices say them and the default
 * recogniser hears them (search/heard.mjs), without speakers.
 *
 *   npm run build && vau setup speech
 *   npm run bench -- moments [--half 1|2] [--data FOLDER] [--minutes N]
 *   npm run bench -- moments-misbehaving          the same set with a language model that misbehaves
 */
import {
  criterionOf,
  filmsOf,
  halves,
  labelsOf,
  loadJudge,
  openEncoder,
  overlapOf,
} from './moments/material.mjs';
import { labelledFilms } from './search/films.mjs';
import { hearFilms } from './search/heard.mjs';

const LEAST_F1 = 0.45;
const LEAST_NONE = 0.8;

const only = Number(process.argv[process.argv.indexOf('--half') + 1] || 0);
const judge = await loadJudge();
const encoder = await openEncoder(judge);
const both = await halves();
const { signal } = new AbortController();
const ranking = judge.rankingJudge(encoder);
const heard = { a: await heardOf('a'), b: only === 1 ? new Map() : await heardOf('b') };

/** The bound for plain vectors that is best on the first half. */
let plainBound = 0;
for (const way of ['written', 'heard']) {
  const sets = {};
  for (const set of ['a', 'b']) {
    const films = await filmsOf(set, encoder, way === 'heard' ? heard[set] : undefined);
    sets[set] = films.filter(({ id }) => heard[set].has(id));
  }
  plainBound = 0;
  if (only !== 2) report(`${way}, first half (fitted on)`, await measured(both.first, sets), false);
  if (only !== 1)
    report(`${way}, second half (never used for fitting)`, await measured(both.second, sets), true);
}
await encoder.keep();

async function heardOf(set) {
  const films = await labelledFilms(set);
  const some = await hearFilms(films);
  console.log(`set ${set}: ${some.size} of ${films.length} films were heard`);
  if (some.size < films.length) process.exitCode = 3;
  return some;
}

/** All results of a half: one for each criterion and film. */
async function measured(criteria, sets) {
  const results = [];
  for (const labelled of criteria) {
    const criterion = criterionOf(labelled);
    const rubric = judge.readRubric(criterion);
    const examples = await judge.encodedExamples(encoder, rubric.wanted, signal);
    const [vector] = await encoder.encode([rubric.text]);
    const comparison = { rubric, examples, rubricVector: judge.centred(vector, examples.mean) };
    const [whole] = await encoder.encode([`${labelled.name}. ${labelled.rubric}`]);
    for (const film of sets[labelled.set]) {
      const { evidence, duration } = film;
      const request = {
        criterion,
        signals: ['speech'],
        boundaryPolicy: 'sentence',
        minDuration: 1,
        maxDuration: 300,
      };
      const { moments } = await ranking.judge({ ...request, evidence, cuts: [], duration }, signal);
      const timed = ({ from, to }) => ({ start: evidence[from].start, end: evidence[to].end });
      const candidates = judge.candidatesOf(evidence, comparison);
      results.push({
        id: labelled.id,
        film,
        labels: labelsOf(labelled, film),
        moments,
        ranked: candidates.map((one) => ({ ...timed(one), rank: judge.rankOf(one, rubric) })),
        plain: evidence.map(({ start, end, vector: own }) => ({
          start,
          end,
          rank: judge.cosine(own, whole),
        })),
      });
    }
  }
  return results;
}

function report(title, results, counts) {
  const rows = [...grouped(results)].map(([id, own]) => [id, figures(own)]);
  const all = figures(results);
  const labelled = rows.filter(([, { labels }]) => labels > 0);
  const mean = (name) => labelled.reduce((sum, [, own]) => sum + own[name], 0) / labelled.length;
  const bounds = Array.from({ length: 40 }, (_, at) => at / 50);
  const plainF1 = (bound) =>
    figures(results.map((one) => ({ ...one, moments: one.plain.filter(({ rank }) => rank >= bound) }))).f1;
  if (!counts || plainBound === 0)
    plainBound = bounds.reduce((best, bound) => (plainF1(bound) > plainF1(best) ? bound : best), 0);
  console.log(
    `\n${title}: ${rows.length} criteria, ${new Set(results.map(({ film }) => film.id)).size} films, ${all.labels} labelled moments`,
  );
  console.log('criterion'.padEnd(22), 'labels  found  right    F1    AP  none');
  for (const [id, own] of rows)
    console.log(
      id.padEnd(22),
      String(own.labels).padStart(6),
      String(own.found).padStart(6),
      String(own.right).padStart(6),
      ...['f1', 'ap', 'none'].map((name) => fixed(own[name])),
    );
  console.log(
    `F1 at IoU 0.5: ${fixed(all.f1)} over all moments (precision ${fixed(all.right / all.found)}, recall ${fixed(all.right / all.labels)}), ${fixed(mean('f1'))} as the mean of the criteria`,
  );
  console.log(
    `average precision: ${fixed(mean('ap'))}; plain vectors: ${fixed(
      labelled.reduce(
        (sum, [id]) =>
          sum +
          precisionOf(
            results.filter((one) => one.id === id),
            'plain',
          ),
        0,
      ) / labelled.length,
    )}, F1 ${fixed(plainF1(plainBound))}`,
  );
  console.log(`gives none where nothing meets: ${fixed(all.none)}`);
  if (counts && (all.f1 < LEAST_F1 || all.none < LEAST_NONE)) {
    console.log(`budget: F1 at least ${LEAST_F1}, none at least ${LEAST_NONE}`);
    process.exitCode = 1;
  }
}

function grouped(results) {
  const groups = new Map();
  for (const one of results) groups.set(one.id, [...(groups.get(one.id) ?? []), one]);
  return groups;
}

function figures(results) {
  const labels = results.reduce((sum, one) => sum + one.labels.length, 0);
  const found = results.reduce((sum, { moments }) => sum + moments.length, 0);
  const right = results.reduce(
    (sum, one) => sum + matched(one.moments, one.labels).filter(Boolean).length,
    0,
  );
  const empty = results.filter((one) => one.labels.length === 0);
  const none = empty.filter(({ moments }) => moments.length === 0).length / empty.length;
  return {
    labels,
    found,
    right,
    f1: (2 * right) / (labels + found || 1),
    none,
    ap: precisionOf(results, 'ranked'),
  };
}

/** Whether each range finds a label of its own. */
function matched(ranges, labels) {
  const left = new Set(labels);
  return ranges.map((range) => {
    const label = [...left].find((one) => overlapOf(one, range) >= 0.5);
    return label !== undefined && left.delete(label);
  });
}

/** Average precision over all films: ranges in order of rank, without those that overlap a better one. */
function precisionOf(results, list) {
  const labels = results.reduce((sum, one) => sum + one.labels.length, 0);
  if (labels === 0) return Number.NaN;
  const ranked = results.flatMap((one) => {
    const apart = [];
    for (const range of one[list].toSorted((left, right) => right.rank - left.rank))
      if (!apart.some(({ start, end }) => range.start < end && range.end > start)) apart.push(range);
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

function fixed(value) {
  return Number.isNaN(value) ? '    –' : value.toFixed(2).padStart(5);
}
