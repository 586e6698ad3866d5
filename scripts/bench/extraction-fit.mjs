/**
 * Fits the weights with which the fields of a schema are filled, on the fit half of the sets, and writes them into
 * src/service/understanding/rules/extraction/asked/weights.ts: once with the meanings of the packaged encoder, and once for words
 * alone. Prints what each film gets by weights that were fitted on the others; the least likelihood is taken from there.
 *
 *   npm run bench -- extraction-fit [--set FOLDER] [--dry] [--list]
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparison, loadExtraction, schemasOf } from './extraction/material.mjs';
import { openEncoder } from './moments/material.mjs';

/** Keeps weights small: there are few fields. Those for none are held less, because each is of one family. */
const RIDGE = 0.5;
const RIDGE_NONE = 0.3;
/** How much a field of another film counts. */
const FOREIGN = 0.1;
const STEPS = 300;
const RATE = 0.05;
/** As in weigh.ts. */
const START = -3;
/** Films are left out in this many groups. */
const GROUPS = 6;
/** Share of the fields that are not stated which may be filled in at most, in films that were not fitted on. */
const MOST_INVENTED = 0.03;

const given = process.argv.indexOf('--set');
const folder =
  given > 0
    ? path.resolve(process.argv[given + 1] ?? '')
    : fileURLToPath(new URL('answers/fit', import.meta.url));
const extraction = await loadExtraction();
const isRight = comparison(extraction);
const encoder = await openEncoder(extraction);
const schemas = await schemasOf(folder);
const known = new Map();
const mentions = (passage) => {
  const own = known.get(passage) ?? extraction.mentionsIn(passage, undefined);
  known.set(passage, own);
  return own;
};

const fitted = {};
for (const [name, own] of [
  ['meaning', encoder],
  ['words', undefined],
]) {
  const films = [];
  for (const [at, one] of schemas.entries()) films.push(await filmOf(one, own, foreignTo(at)));
  const tried = Array.from({ length: GROUPS }, (_, group) => {
    const isOut = (_film, at) => at % GROUPS === group;
    const weights = fittedOn(films.filter((film, at) => !isOut(film, at)));
    return films.filter(isOut).flatMap((film) => decided(film, weights));
  }).flat();
  const least = bound(tried);
  console.log(`${name}, films by the others: ${summary(tried, least)}`);
  for (const likely of [0.3, 0.4, 0.5, 0.6, 0.7]) console.log(`  ${summary(tried, likely)}`);
  if (process.argv.includes('--list')) list(tried);
  const { factors, none } = fittedOn(films);
  const all = films.flatMap((film) => decided(film, { factors, none }));
  console.log(`${name}, fitted on all: ${summary(all, least)}`);
  fitted[name] = { factors: factors.map(rounded), none: none.map(rounded), least: rounded(least) };
  console.log(JSON.stringify(fitted[name]));
}
await encoder.keep();
if (!process.argv.includes('--dry')) {
  const file = new URL('../../src/service/understanding/rules/extraction/asked/weights.ts', import.meta.url);
  const before = await readFile(file, 'utf8');
  const text = Object.entries(fitted).map(
    ([name, { factors, none, least }]) =>
      `  ${name}: {\n    factors: [${factors.join(', ')}],\n    none: [${none.join(', ')}],\n    least: ${least},\n  },`,
  );
  await writeFile(
    file,
    before.replace(/(= \{\n)[\s\S]*(\n\};)/, (_, head, tail) => `${head}${text.join('\n')}${tail}`),
  );
}

/**
 * Yes-or-no fields and enums of other films: nearly all of those that are asked of a film in the set are stated there, and a
 * schema that is used for many films asks them of others too.
 */
function foreignTo(at) {
  const others = [1, 2, 3, 4].map((step) => schemas[(at + step) % schemas.length]);
  return others.map(({ schema }) => {
    const told = Object.entries(schema.properties).filter(
      ([, { type, enum: values }]) => type === 'boolean' || values,
    );
    return { type: 'object', properties: Object.fromEntries(told) };
  });
}

/** The questions of a film with their candidates. */
async function filmOf({ film, schema, fields, passages }, own, foreign) {
  const questions = await questionsIn({ schema, fields, passages }, own);
  const others = [];
  for (const one of foreign) {
    const none = Object.keys(one.properties).map((name) => [name, { expected: null }]);
    others.push(...(await questionsIn({ schema: one, fields: Object.fromEntries(none), passages }, own)));
  }
  return { film, questions, others };
}

async function questionsIn({ schema, fields, passages }, own) {
  const options = { mentions, encoder: own, lineReader: own, signal: new AbortController().signal };
  const reader = await extraction.readFor(schema, passages, options);
  return reader.weigh(passages).flatMap(({ question, all }) => {
    const field = fields[question.path];
    if (!field) return [];
    const candidates = all.map((one) => ({
      one,
      features: extraction.featuresOf(question, one, all),
      right: field.expected !== null && isRight(one.value, field),
    }));
    const family = extraction.FAMILIES.indexOf(extraction.familyOf(question));
    return [{ path: question.path, family, field, candidates }];
  });
}

/** The likelihood of each candidate, as in weigh.ts, and of none. */
function likelihoods({ candidates, family }, { factors, none }) {
  const scores = candidates.map(({ features }) =>
    features.reduce((sum, value, at) => sum + value * factors[at], START),
  );
  const most = Math.max(-none[family], ...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const without = Math.exp(-none[family] - most);
  const all = shares.reduce((sum, share) => sum + share, without);
  return { likely: shares.map((share) => share / all), without: without / all };
}

/** Maximises the likelihood of what is right, by Adam (D. Kingma and J. Ba 2015). */
function fittedOn(films) {
  const questions = films
    .flatMap((film) => [
      ...film.questions.map((one) => ({ ...one, counts: 1 })),
      ...film.others.map((one) => ({ ...one, counts: FOREIGN })),
    ])
    .filter(({ candidates }) => candidates.length > 0);
  const size = questions[0].candidates[0].features.length;
  const values = new Array(size + extraction.FAMILIES.length).fill(0);
  const [mean, spread] = [values.map(() => 0), values.map(() => 0)];
  for (let step = 1; step <= STEPS; step += 1) {
    const weights = { factors: values.slice(0, size), none: values.slice(size) };
    const slope = values.map((value, at) => -(at < size ? RIDGE : RIDGE_NONE) * value);
    for (const question of questions) {
      const { candidates, family, counts } = question;
      const { likely, without } = likelihoods(question, weights);
      const right = candidates.reduce((sum, one, at) => sum + (one.right ? likely[at] : 0), 0);
      for (const [at, { features, right: hit }] of candidates.entries()) {
        const pull = counts * ((hit && right > 0 ? likely[at] / right : 0) - likely[at]);
        for (let place = 0; place < size; place += 1) slope[place] += pull * features[place];
      }
      slope[size + family] += counts * (right > 0 ? without : without - 1);
    }
    for (const at of values.keys()) {
      mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
      spread[at] = 0.999 * spread[at] + 0.001 * slope[at] ** 2;
      const own = mean[at] / (1 - 0.9 ** step);
      values[at] += (RATE * own) / (Math.sqrt(spread[at] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return { factors: values.slice(0, size), none: values.slice(size) };
}

/** The most likely value of each question. */
function decided({ film, questions }, weights) {
  return questions.map((question) => {
    const { likely } = likelihoods(question, weights);
    const weighed = question.candidates
      .map(({ one, right }, at) => ({ ...one, right, likely: likely[at] }))
      .sort((one, other) => other.likely - one.likely);
    const [first, second] = extraction.distinct(weighed);
    const torn = first && second && second.likely >= extraction.EVEN * first.likely;
    const { path: where, field } = question;
    if (!first) return { film, path: where, field, likely: 0, right: false };
    const { value, right } = first.best;
    return { film, path: where, field, value, right, likely: torn ? 0 : first.likely, sure: first.likely };
  });
}

/** The least likelihood that keeps what is invented below its limit. */
function bound(all) {
  const unstated = all.filter(({ field }) => field.expected === null);
  const wrong = unstated.map(({ likely }) => likely).sort((one, other) => other - one);
  return (wrong[Math.floor(MOST_INVENTED * unstated.length)] ?? 0) + 0.005;
}

function summary(all, least) {
  const stated = all.filter(({ field }) => field.expected !== null);
  const filled = (some) => some.filter(({ likely }) => likely >= least);
  const right = filled(stated).filter((one) => one.right).length;
  const invented = filled(all.filter(({ field }) => field.expected === null)).length;
  const best = stated.filter((one) => one.right).length;
  return `from ${least.toFixed(3)} on ${right} of ${stated.length} right (${(right / stated.length).toFixed(2)}), ${filled(stated).length - right} wrong, ${invented} of ${all.length - stated.length} invented; the best is right for ${best}`;
}

function list(all) {
  for (const { film, path: where, field, value, right, likely, sure } of all.toSorted(
    (one, other) => other.likely - one.likely,
  )) {
    const outcome = right ? 'right' : field.expected === null ? 'none' : 'wrong';
    console.log(
      likely.toFixed(2),
      (sure ?? 0).toFixed(2),
      outcome.padEnd(5),
      film,
      where,
      JSON.stringify(value),
      JSON.stringify(field.expected),
    );
  }
}

function rounded(value) {
  return Number(value.toFixed(3));
}
