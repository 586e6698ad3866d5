/**
 * Fits the weights of src/service/search/answers/weights.ts: logistic regression over the sentences that were looked at for
 * each question. Prints what each bound gives, cross-validated by film, and the weights.
 */
import { fitLogistic, likelihood } from '../logistic.mjs';

const PARTS = 6;
/** Penalty of large weights. */
const RIDGE = 0.5;
/** As in answers/likely.ts. */
const [BESIDE, MOST] = [0.3, 3];
const BOUNDS = [0.05, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

/**
 * @param questions each with `film`, `kind` and `sentences`: `{features, right, also}`; those of the benchmark `search`
 *   (`other`) are fitted on, and not counted in the figures
 * @param names of the features
 */
export function fitAnswers(questions, names) {
  const judged = crossValidated(questions);
  for (const bound of BOUNDS) console.log(rowOf(bound, figuresOf(judged, bound)));
  const [bias, ...features] = fitted(questions).map((value) => Math.round(value * 1000) / 1000);
  const named = features.map((value, at) => `${names[at]} ${value}`);
  console.log(`${named.join(', ')}\n${JSON.stringify({ bias, features })}`);
}

function fitted(questions) {
  const rows = questions.flatMap(({ sentences }) =>
    sentences.filter(({ also }) => !also).map((one) => ({ features: one.features, right: one.right })),
  );
  return fitLogistic(rows, RIDGE);
}

function crossValidated(questions) {
  const films = [...new Set(questions.map(({ film }) => film))];
  const partOf = ({ film }) => films.indexOf(film) % PARTS;
  return Array.from({ length: PARTS }, (_, part) => {
    const weights = fitted(questions.filter((one) => partOf(one) !== part));
    return questions
      .filter((one) => partOf(one) === part && !one.other)
      .map((one) => {
        const scored = one.sentences.map((own) => ({ ...own, likely: likelihood(weights, own.features) }));
        return { ...one, sentences: scored.sort((first, second) => second.likely - first.likely) };
      });
  }).flat();
}

function figuresOf(judged, bound) {
  const shown = judged.map(({ kind, sentences }) => {
    const best = sentences[0]?.likely ?? 0;
    const least = best < bound ? Number.POSITIVE_INFINITY : best * BESIDE;
    return { kind, quotes: sentences.filter(({ likely }) => likely >= least).slice(0, MOST) };
  });
  const answerable = shown.filter(({ kind }) => kind !== 'none');
  const others = shown.filter(({ kind }) => kind === 'none');
  const isRight = ({ kind, quotes }) =>
    kind === 'none' ? quotes.length === 0 : quotes.some(({ right }) => right);
  const quotes = shown.flatMap((one) => one.quotes);
  const share = (all, holds) => all.filter(holds).length / all.length;
  return {
    right: share(shown, isRight),
    answerable: share(answerable, isRight),
    'wrongly nothing': share(answerable, (one) => one.quotes.length === 0),
    'nothing, and said': share(others, isRight),
    'citation precision': share(quotes, ({ right, also }) => right || also),
    first: share(
      judged.filter(({ kind }) => kind !== 'none'),
      ({ sentences: [best] }) => best?.right === true,
    ),
  };
}

function rowOf(bound, figures) {
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return `${String(bound).padEnd(5)} ${cells.join('  ')}`;
}
