/**
 * Fits the weights of the judge that ranks, on the first half of the labelled criteria, and writes them into
 * src/service/understanding/moments/ranking/weights.ts.
 *
 *   npm run bench -- moments-fit
 */
import { readFile, writeFile } from 'node:fs/promises';
import {
  criterionOf,
  filmsOf,
  halves,
  labelsOf,
  loadJudge,
  openEncoder,
  overlapOf,
} from './moments/material.mjs';

/** A moment that is missed costs as much as this many that are wrong: with it, F1 is best at a rank of 0.5. */
const POSITIVE_WEIGHT = 3;
/** Keeps weights small where there are few labels. */
const RIDGE = 0.5;
const ROUNDS = 40;
const STEEP = 12;
/** Of exchanges there are few labels: only the strength of the cue is fitted. */
const INPUTS = {
  said: 8,
  answered: 2,
  unanswered: 2,
  exchange: 2,
  subject: 8,
  saidAlone: 8,
  subjectAlone: 8,
};

const judge = await loadJudge();
const encoder = await openEncoder(judge);
const { first } = await halves();
const films = await filmsOf('a', encoder);
const { signal } = new AbortController();
const rows = Object.fromEntries(Object.keys(INPUTS).map((kind) => [kind, []]));
for (const labelled of first) {
  const rubric = judge.readRubric(criterionOf(labelled));
  const kind = judge.kindOf(rubric);
  const examples = await judge.encodedExamples(encoder, rubric.wanted, signal);
  const [vector] = await encoder.encode([rubric.text]);
  const comparison = { rubric, examples, rubricVector: judge.centred(vector, examples.mean) };
  for (const film of films) {
    const labels = labelsOf(labelled, film);
    for (const { from, to, features } of judge.candidatesOf(film.evidence, comparison)) {
      const range = { start: film.evidence[from].start, end: film.evidence[to].end };
      // A line within a longer label counts too: neighbours are joined afterwards.
      const inside = ({ start, end }) => range.start >= start && range.end <= end;
      const met = labels.some(
        (label) => overlapOf(label, range) >= 0.5 || (kind === 'subject' && inside(label)),
      );
      const add = (list, own) =>
        rows[list]?.push({ inputs: judge.inputsOf(own).slice(0, INPUTS[list]), met: met ? 1 : 0 });
      add(kind, features);
      add(`${kind}Alone`, { ...features, near: 0, best: 0, rubric: 0 });
    }
  }
}
await encoder.keep();

const fitted = Object.entries(rows).map(([kind, own]) => {
  const some = own.some(({ met }) => met);
  const weights = [...(some ? fittedTo(own) : bounded(own)), ...Array(8).fill(0)].slice(0, 8);
  console.log(
    kind.padEnd(9),
    `${own.length} candidates, ${own.filter(({ met }) => met).length} met:`,
    weights.map(rounded).join(', '),
  );
  return `  ${kind}: [${weights.map(rounded).join(', ')}],`;
});
const file = new URL('../../src/service/understanding/moments/ranking/weights.ts', import.meta.url);
const before = await readFile(file, 'utf8');
const after = before.replace(
  /(export const weights: Weights = \{\n)[\s\S]*(\n\};)/,
  (_, head, tail) => `${head}${fitted.join('\n')}${tail}`,
);
await writeFile(file, after);

function rounded(value) {
  return Number(value.toFixed(2));
}

/** Where no film has what is asked for, the bound is where one candidate in twenty would be wrong. */
function bounded(own) {
  const strengths = own.map(({ inputs: [, strength] }) => strength).sort((one, other) => one - other);
  const bound = strengths[Math.floor(strengths.length * 0.95)] ?? 1;
  return [-STEEP * bound, STEEP];
}

/** Logistic regression by Newton's method. @returns a weight for each input; the first one is the constant */
function fittedTo(own) {
  const count = own[0]?.inputs.length ?? 0;
  const weights = Array(count).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : RIDGE * weight));
    const bend = weights.map((_, row) =>
      weights.map((_, column) => (row === column ? (row === 0 ? 1e-6 : RIDGE) : 0)),
    );
    for (const { inputs, met } of own) {
      const likely = 1 / (1 + Math.exp(-inputs.reduce((sum, value, at) => sum + value * weights[at], 0)));
      const counts = met ? POSITIVE_WEIGHT : 1;
      for (let row = 0; row < count; row += 1) {
        slope[row] += counts * (likely - met) * inputs[row];
        for (let column = 0; column < count; column += 1)
          bend[row][column] += counts * likely * (1 - likely) * inputs[row] * inputs[column];
      }
    }
    const step = solved(bend, slope);
    for (const at of weights.keys()) weights[at] -= step[at];
  }
  return weights;
}

/** Solves a system of linear equations by elimination. */
function solved(matrix, right) {
  const rows = matrix.map((row, at) => [...row, right[at]]);
  for (let at = 0; at < rows.length; at += 1) {
    const best = rows.findIndex(
      (row, place) =>
        place >= at && Math.abs(row[at]) === Math.max(...rows.slice(at).map((one) => Math.abs(one[at]))),
    );
    [rows[at], rows[best]] = [rows[best], rows[at]];
    for (const [place, row] of rows.entries())
      if (place !== at) {
        const share = row[at] / rows[at][at];
        rows[place] = row.map((value, column) => value - share * rows[at][column]);
      }
  }
  return rows.map((row, at) => row.at(-1) / row[at]);
}
