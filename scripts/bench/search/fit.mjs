/**
 * Fits the weights of src/service/search/scores/likelihood.ts on labelled questions: logistic regression over all documents that a
 * search finds, without their order. Cross-validated by film, so that the printed figures are of questions that the
 * weights have not seen.
 */

import { fitLogistic, likelihood } from '../logistic.mjs';

/** Parts for cross-validation. */
const PARTS = 5;
/** Penalty of large weights, per question. */
const RIDGE = 0.01;
/** Share of right results that may be dropped. */
const DROPPED = 0.05;

/**
 * Prints what each set of features gives, and the weights to put into likelihood-weights.ts.
 * @param questions each with `film` (number), `kind`, `recognised` and `documents`: `{features, right}`
 * @param names of the features
 */
export function fitLikelihood(questions, names) {
  const all = names.map((_, at) => at);
  report('all features', crossValidated(questions, all));
  for (const without of all)
    report(
      `without ${names[without]}`,
      crossValidated(
        questions,
        all.filter((at) => at !== without),
      ),
    );
  const weights = fitted(questions, all);
  const least = leastOf(questions.map((one) => ranked(one, weights, all)));
  const round = (number) => Math.round(number * 1000) / 1000;
  console.log(
    JSON.stringify({ bias: round(weights[0]), features: weights.slice(1).map(round), least: round(least) }),
  );
}

function crossValidated(questions, used) {
  return Array.from({ length: PARTS }, (_, part) => {
    const known = questions.filter(({ film }) => film % PARTS !== part);
    const weights = fitted(known, used);
    const least = leastOf(known.map((one) => ranked(one, weights, used)));
    return questions
      .filter(({ film }) => film % PARTS === part)
      .map((one) => ({ ...ranked(one, weights, used), least }));
  }).flat();
}

/** Each document counts the same. */
function fitted(questions, used) {
  const rows = questions.flatMap(({ documents }) =>
    documents.map(({ features, right }) => ({ features: used.map((at) => features[at]), right })),
  );
  return fitLogistic(rows, RIDGE);
}

/** The question with its documents, most likely first. */
function ranked({ kind, recognised, documents }, weights, used) {
  const scored = documents.map(({ features, right }) => ({
    right,
    likely: likelihood(
      weights,
      used.map((at) => features[at]),
    ),
  }));
  return { kind, recognised, documents: scored.sort((one, other) => other.likely - one.likely) };
}

/** The bound that drops one in twenty of the right results among the first three. */
function leastOf(questions) {
  const likely = questions.flatMap(({ documents }) => firstRight(documents)?.likely ?? []);
  return likely.sort((one, other) => one - other)[Math.floor(likely.length * DROPPED)] ?? 0;
}

function firstRight(documents) {
  return documents.slice(0, 3).find(({ right }) => right);
}

function report(name, questions) {
  const hit = (kind, recognised) => {
    const list = questions.filter(
      (one) => one.kind === kind && (recognised ?? one.recognised) === one.recognised,
    );
    return share(list, ({ documents }) => firstRight(documents) !== undefined);
  };
  const none = questions.filter(({ kind }) => kind.endsWith('none'));
  const right = questions.flatMap(({ documents, least }) => {
    const first = firstRight(documents);
    return first ? [first.likely < least] : [];
  });
  const figures = {
    said: hit('said'),
    asked: hit('asked'),
    'asked, recognised': hit('asked', true),
    other: hit('other'),
    'none says so': share(none, ({ documents, least }) => !documents.some(({ likely }) => likely >= least)),
    'right dropped': share(right, Boolean),
  };
  const cells = Object.entries(figures).map(([label, value]) => `${label} ${value.toFixed(3)}`);
  console.log([name.padEnd(20), ...cells].join('  '));
}

function share(list, holds) {
  return list.filter(holds).length / Math.max(1, list.length);
}
