/**
 * Fits the weights of the judge that ranks, on every labelled set but the sealed one, and writes them into
 * src/service/understanding/rules/moments/ranking/weights.ts. Prints how each set does when the criteria that are measured were left
 * out of the fit, at several bounds: the bound in weights.ts is chosen by that of `trades`.
 *
 *   npm run bench -- moments-fit [--dry]     --dry writes nothing
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fitLogistic } from './logistic.mjs';
import { figures, printRanks } from './moments/figures.mjs';
import {
  criterionOf,
  filmsOf,
  isLabelled,
  labelledSets,
  labelsOf,
  loadJudge,
  openEncoder,
  overlapOf,
} from './moments/material.mjs';

/** Keeps weights small where there are few labels. */
const RIDGE = 0.5;
/** Rows of criteria by strangers for a whole collection count this much: what is measured resembles them. */
const WORTH = { trades: 3, fit: 3 };
const BOUNDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4];
const SETS = ['own', 'held', 'other', 'trades', 'fit'];
/** Parts for cross-validation. */
const PARTS = 10;
/** What these ask for is more than any cue knows: where nothing but cues tells, they say that cues are worth nothing. */
const NOT_FORESEEN = ['trades'];
/** Which inputs of `inputsOf` are fitted, besides the constant. */
const INPUTS = {
  said: [1, 2, 3, 4, 5, 6, 7, 8],
  form: [1, 4, 5, 7, 8],
  answered: [1],
  unanswered: [1],
  exchange: [1, 4, 5, 7, 8],
  subject: [4, 5, 7, 8],
  unforeseen: [4, 5, 7, 8],
  saidUnread: [1, 2, 3, 4, 5, 6],
  formUnread: [1, 4, 5],
  exchangeUnread: [1, 4, 5],
  subjectUnread: [4, 5],
  unforeseenUnread: [4, 5],
  saidAlone: [1, 5],
  formAlone: [1, 5],
  exchangeAlone: [1],
  subjectAlone: [5],
  unforeseenAlone: [5],
};

const judge = await loadJudge();
const encoder = await openEncoder(judge);
const { signal } = new AbortController();
const cases = [];
for (const { name, films, criteria } of await labelledSets(SETS)) {
  const read = await filmsOf(films, encoder);
  for (const labelled of criteria) for (const one of await casesOf(labelled, read, name)) cases.push(one);
}
await encoder.keep();

const weights = fitted(cases);
for (const [kind, own] of Object.entries(weights)) console.log(kind.padEnd(12), own.join(', '));
leaveOut();
if (!process.argv.includes('--dry')) await write(weights);

/**
 * A criterion in each film: its candidates and its labels. And the same as if no cue was known for it, for what cannot be
 * foreseen: there are too few criteria without a cue to fit on them alone.
 */
async function casesOf(labelled, films, set) {
  const rubric = judge.readRubric(criterionOf(labelled));
  const blind = {
    ...rubric,
    wanted: [],
    subject: false,
    qualifiers: [],
    unwanted: [],
    quoted: { wanted: [], excluded: [] },
  };
  const all = [];
  for (const own of rubric.wanted.length === 0 ? [rubric] : [rubric, blind]) {
    const comparison = await judge.comparisonOf(own, encoder, signal);
    for (const film of films.filter((one) => isLabelled(labelled, one))) {
      const { evidence } = film;
      const read = await judge.readWith(encoder, criterionOf(labelled), evidence, comparison, signal);
      all.push({
        ...{ set: own === rubric ? set : `${set}, no cue known`, id: labelled.id, film, rubric: own },
        candidates: judge.candidatesOf(evidence, comparison, read),
        labels: labelsOf(labelled, film),
      });
    }
  }
  return all;
}

/** The weights of each kind, fitted on these cases. */
function fitted(some) {
  return Object.fromEntries(
    Object.entries(INPUTS).map(([kind, inputs]) => {
      const rows = some.flatMap((one) => rowsOf(one, kind, inputs));
      const own = rows.some(({ right }) => right) ? fitLogistic(rows, RIDGE) : [-4];
      const all = Array(9).fill(0);
      for (const [at, input] of [0, ...inputs].entries()) all[input] = Number((own[at] ?? 0).toFixed(2));
      return [kind, all];
    }),
  );
}

function rowsOf({ set, film, rubric, candidates, labels }, kind, inputs) {
  const own = judge.kindOf(rubric);
  if (![own, `${own}Unread`, `${own}Alone`].includes(kind)) return [];
  if (NOT_FORESEEN.includes(set.split(',')[0]) && !inputs.includes(4)) return [];
  const timed = ({ from, to }) => ({ start: film.evidence[from].start, end: film.evidence[to].end });
  return candidates.map((candidate) => {
    const range = timed(candidate);
    // A line within a longer label counts too: neighbours are joined afterwards.
    const inside = ({ start, end }) => range.start >= start && range.end <= end;
    const right = labels.some(
      (label) => overlapOf(label, range) >= 0.5 || (own === 'subject' && inside(label)),
    );
    const features = { ...candidate.features };
    if (kind !== own) Object.assign(features, { read: 0, below: 0 });
    if (kind === `${own}Alone`) Object.assign(features, { near: 0, best: 0, rubric: 0 });
    const values = judge.inputsOf(features);
    return {
      features: inputs.map((at) => values[at]),
      right,
      weight: WORTH[set.split(',')[0]] ?? 1,
    };
  });
}

/** Each criterion with weights that were fitted without it. */
function leaveOut() {
  const ids = [...new Set(cases.map(({ id }) => id))];
  const partOf = new Map(ids.map((id, at) => [id, at % PARTS]));
  const weightsOf = Array.from({ length: PARTS }, (_, part) =>
    fitted(cases.filter(({ id }) => partOf.get(id) !== part)),
  );
  for (const set of new Set(cases.map((one) => one.set))) {
    const own = cases.filter((one) => one.set === set);
    console.log(`\n${set}, the criteria left out of the fit`);
    for (const bound of BOUNDS) {
      const { f1, right, found, labels, none, empty } = figures(own.map((one) => resultOf(one, bound)));
      console.log(
        `bound ${bound.toFixed(2)}: F1 ${f1.toFixed(3)}, precision ${(right / found).toFixed(2)}, recall ${(right / labels).toFixed(2)}, none ${(none / empty).toFixed(2)}`,
      );
    }
    printRanks(own.map((one) => resultOf(one, judge.BOUND)));
  }

  function resultOf({ id, film, rubric, candidates, labels }, bound) {
    const own = weightsOf[partOf.get(id)];
    const timed = ({ from, to, rank }) => ({
      start: film.evidence[from].start,
      end: film.evidence[to].end,
      rank,
    });
    const chosen = judge.chosenOf(candidates, rubric, judge.readLines(film.evidence), own, bound);
    const ranked = candidates.map((one) => timed({ ...one, rank: judge.rankOf(one, rubric, own) }));
    return { id, film, labels, moments: chosen.map(timed), ranked };
  }
}

async function write(all) {
  const file = new URL('../../src/service/understanding/rules/moments/ranking/weights.ts', import.meta.url);
  const lines = Object.entries(all).map(([kind, own]) => `  ${kind}: [${own.join(', ')}],`);
  const before = await readFile(file, 'utf8');
  const after = before.replace(
    /(export const weights: Weights = \{\n)[\s\S]*(\n\};)/,
    (_, head, tail) => `${head}${lines.join('\n')}${tail}`,
  );
  await writeFile(file, after);
}
