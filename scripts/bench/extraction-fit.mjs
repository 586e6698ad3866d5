/**
 * Fits the weights with which the fields of a schema are filled, on the fit half of the sets, and writes them into
 * src/service/understanding/extraction/asked/weights.ts: once with the meanings of the packaged encoder, and once for words
 * alone. Prints what each film gets by weights that were fitted on the others.
 *
 *   npm run bench -- extraction-fit [--set FOLDER] [--dry]
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { comparison, loadExtraction, schemasOf } from './extraction/material.mjs';
import { fitLogistic } from './logistic.mjs';
import { openEncoder } from './moments/material.mjs';

/** Keep weights small: there are few fields. */
const RIDGE_ALONE = 1;
const RIDGE_AMONG = 1;
/** Share of the fields that are not stated which may be filled in at most, by films that were not fitted on. */
const MOST_INVENTED = 0.03;

const given = process.argv.indexOf('--set');
const folder =
  given > 0 ? path.resolve(process.argv[given + 1] ?? '') : fileURLToPath(new URL('answers/fit', import.meta.url));
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

const dump = process.argv.indexOf('--dump');
const fitted = {};
for (const [name, own] of [
  ['meaning', encoder],
  ['words', undefined],
]) {
  const films = [];
  for (const one of schemas) films.push(await filmOf(one, own));
  if (dump > 0)
    await writeFile(`${process.argv[dump + 1]}-${name}.json`, JSON.stringify(films.map(({ film, questions }) => ({ film, questions: questions.map(({ question, field, candidates }) => ({ path: question.path, family: extraction.familyOf(question), expected: field.expected, candidates: candidates.map(({ one, features, right }) => ({ features, right, key: one.key, type: one.type, s: one.ground.statement.index, from: one.from, length: one.length, bool: typeof one.value === 'boolean' })) })) }))));
  const tried = films.flatMap((film) => {
    const weights = fittedOn(films.filter((other) => other !== film));
    return decided(film, weights);
  });
  const least = bound(tried);
  console.log(`${name}, each film by the others: ${summary(tried, least)}`);
  for (const likely of [0.3, 0.4, 0.5, 0.6, 0.7]) console.log(`  from ${likely}: ${summary(tried, likely)}`);
  if (process.argv.includes('--list'))
    for (const one of tried.filter((a) => !a.none).sort((a, b) => b.likely - a.likely))
      console.log(one.likely.toFixed(2), one.right ? 'RIGHT' : one.field.expected === null ? 'null ' : 'wrong', one.film.slice(0, 3), one.path, JSON.stringify(one.value), 'for', JSON.stringify(one.field.expected), one.type);
  const { alone, among } = fittedOn(films);
  fitted[name] = { alone: alone.map(rounded), among: among.map(rounded), least: rounded(least) };
  const within = films.flatMap((film) => decided(film, { alone, among }));
  console.log(`${name}, fitted on all: ${summary(within, least)}`);
  console.log(fitted[name]);
}
await encoder.keep();
if (!process.argv.includes('--dry')) {
  const file = new URL('../../src/service/understanding/extraction/asked/weights.ts', import.meta.url);
  const before = await readFile(file, 'utf8');
  const text = Object.entries(fitted).map(
    ([name, { alone, among, least }]) =>
      `  ${name}: {\n    alone: [${alone.join(', ')}],\n    among: [${among.join(', ')}],\n    least: ${least},\n  },`,
  );
  await writeFile(file, before.replace(/(= \{\n)[\s\S]*(\n\};)/, (_, head, tail) => `${head}${text.join('\n')}${tail}`));
}

/** The questions of a film with their candidates. */
async function filmOf({ film, schema, fields, passages }, own) {
  const options = { mentions, encoder: own, signal: new AbortController().signal };
  const reader = await extraction.readFor(schema, passages, options);
  const questions = reader.weigh(passages).flatMap(({ question, all }) => {
    const field = fields[question.path];
    if (!field) return [];
    const candidates = all.map((one) => ({
      one,
      features: extraction.featuresOf(question, one, all),
      right: field.expected !== null && isRight(one.value, field),
    }));
    return [{ question, field, candidates }];
  });
  return { film, questions };
}

function fittedOn(films) {
  // Values that are said again are one decision: each place has its share in it.
  const rows = films.flatMap(({ questions }) =>
    questions.flatMap(({ candidates }) => {
      const counts = new Map();
      for (const { one } of candidates) counts.set(one.key, (counts.get(one.key) ?? 0) + 1);
      return candidates.map(({ one, features, right }) => ({ features, right, weight: 1 / counts.get(one.key) }));
    }),
  );
  const alone = fitLogistic(rows, RIDGE_ALONE);
  const among = fitLogistic(
    films.flatMap((film) => decisions(film, alone)),
    RIDGE_AMONG,
  );
  return { alone, among };
}

/** The best candidate of each question, beside the others. */
function decisions({ film, questions }, alone) {
  const weighed = questions.map(({ question, field, candidates }) => ({
    question,
    field,
    all: candidates
      .map(({ one, features, right }) => ({ ...one, right, odds: extraction.dot(alone, features) }))
      .sort((one, other) => other.odds - one.odds),
  }));
  return weighed.flatMap(({ question, field, all }) => {
    const [best, other] = extraction.distinct(all);
    if (!best) return [{ film, field, features: [-9, 4, 0], right: false, none: true }];
    const rival = extraction.rivalOf(best, question, weighed);
    const features = extraction.amongOf(best, other, rival);
    return [{ film, field, path: question.path, value: best.value, type: best.type, features, right: best.right, torn: other && best.odds - other.odds <= 0.5 }];
  });
}

function decided(film, { alone, among }) {
  return decisions(film, alone).map((one) => ({
    ...one,
    likely: one.none ? 0 : 1 / (1 + Math.exp(-extraction.dot(among, one.features))),
  }));
}

/** The least likelihood that keeps what is invented below its limit. */
function bound(all) {
  const unstated = all.filter(({ field }) => field.expected === null);
  const wrong = unstated.map(({ likely }) => likely).sort((one, other) => other - one);
  return (wrong[Math.floor(MOST_INVENTED * unstated.length)] ?? 0) + 0.01;
}

function summary(all, least) {
  const stated = all.filter(({ field }) => field.expected !== null);
  const filled = (some) => some.filter(({ likely }) => likely >= least);
  const right = filled(stated).filter((one) => one.right).length;
  const invented = filled(all.filter(({ field }) => field.expected === null)).length;
  const share = (part, whole) => (part / whole).toFixed(3);
  return `from ${least.toFixed(2)} on right ${right} of ${stated.length} (${share(right, stated.length)}), wrong ${filled(stated).length - right}, best is right ${stated.filter((one) => one.right).length}; invented ${invented} of ${all.length - stated.length}`;
}

function rounded(value) {
  return Number(value.toFixed(2));
}
