/**
 * Extraction without a language model, with schemas by other hands: how many of the stated fields are right, and how many fields that
 * the film does not state get a value. It runs the extractors of the service with the packaged encoder, and once more without it;
 * and on what the default recogniser hears where synthetic voices say the lines (search/heard.mjs, which says what it needs).
 *
 *   npm run build && vau setup speech
 *   npm run bench -- extraction [--set FOLDER] [--written] [--faults] [--data FOLDER] [--minutes N]
 *
 * A folder holds films (JSON with `lines`) and fields.json with `schemas`; the default is answers/sealed. The weights were
 * fitted on answers/fit.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  comparison,
  heardPassages,
  interval,
  loadExtraction,
  schemasOf,
  typeAt,
  valueAt,
} from './extraction/material.mjs';
import { openEncoder } from './moments/material.mjs';
import { record } from './record.mjs';
import { hearFilms } from './search/heard.mjs';

const LEAST_RIGHT = 0.45;
const MOST_INVENTED = 0.03;

const given = process.argv.indexOf('--set');
const folder =
  given > 0
    ? path.resolve(process.argv[given + 1] ?? '')
    : fileURLToPath(new URL('answers/sealed', import.meta.url));
const faults = process.argv.includes('--faults');
const extraction = await loadExtraction();
const isRight = comparison(extraction);
const encoder = await openEncoder(extraction);
const schemas = await schemasOf(folder);

const ways = [
  ['with the packaged encoder', encoder, schemas],
  ['by words alone', undefined, schemas],
  ...(process.argv.includes('--written') ? [] : [['as heard', encoder, await heardSchemas()]]),
];
for (const [way, own, asked] of ways) {
  const outcomes = [];
  for (const one of asked) outcomes.push(...(await outcomesOf(one, own)));
  const all = report(`${way}: ${schemas.length} schemas, ${outcomes.length} fields`, outcomes);
  if (own && (all.right < LEAST_RIGHT || all.invented > MOST_INVENTED)) {
    console.log(`budget: right at least ${LEAST_RIGHT}, invented at most ${MOST_INVENTED}`);
    process.exitCode = 1;
  }
}
await encoder.keep();

async function heardSchemas() {
  const films = [...new Map(schemas.map(({ whole }) => [whole.id, whole])).values()];
  const heard = await hearFilms(films);
  if (heard.size < films.length)
    throw new Error(`${heard.size} of ${films.length} films were heard: run it again to go on`);
  return schemas.map((one) => ({ ...one, passages: heardPassages(one.whole, heard.get(one.whole.id)) }));
}

/** What came of each field of a schema: right, wrong or empty where it is stated; empty or invented where not. */
async function outcomesOf({ film, schema, fields, passages }, own) {
  const options = { recorded: undefined, encoder: own, lineReader: own, log: { warn: console.log } };
  const { entities } = await extraction
    .typedExtractor({ schema }, passages, options)
    .extract(passages, new AbortController().signal);
  return Object.entries(fields).map(([name, field]) => {
    const value = valueAt(entities, name);
    const none = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    const stated = field.expected !== null;
    const outcome = none ? 'empty' : !stated ? 'invented' : isRight(value, field) ? 'right' : 'wrong';
    if (faults && own && outcome !== 'empty' && outcome !== 'right')
      console.log(
        `${film} ${name}: ${outcome} ${JSON.stringify(value)} for ${JSON.stringify(field.expected)}`,
      );
    return { type: typeAt(schema, name), stated, outcome };
  });
}

function report(title, outcomes) {
  console.log(`\n${title}`);
  console.log('type          stated  right  wrong  empty   not stated  invented');
  const types = [...new Set(outcomes.map(({ type }) => type))].sort();
  for (const type of types)
    row(
      type,
      outcomes.filter((one) => one.type === type),
    );
  const all = row('all', outcomes);
  console.log(`stated fields right: ${shared(all.hits, all.stated)}`);
  console.log(`not stated, but filled in (invented): ${shared(all.made, all.unstated)}`);
  const way = title.split(':')[0];
  record([
    [`${way}: what is stated, filled in right`, all.hits, all.stated],
    [`${way}: what is not stated, filled in`, all.made, all.unstated],
  ]);
  return { right: all.hits / all.stated, invented: all.made / all.unstated };
}

function row(name, outcomes) {
  const stated = outcomes.filter((one) => one.stated);
  const count = (outcome, some) => some.filter((one) => one.outcome === outcome).length;
  const unstated = outcomes.length - stated.length;
  const [hits, made] = [count('right', stated), count('invented', outcomes)];
  console.log(
    name.padEnd(13),
    ...[stated.length, hits, count('wrong', stated), count('empty', stated)].map((value) =>
      String(value).padStart(6),
    ),
    String(unstated).padStart(12),
    String(made).padStart(9),
  );
  return { stated: stated.length, hits, unstated, made };
}

function shared(hits, all) {
  const [least, most] = interval(hits, all);
  return `${(hits / all).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)}), ${hits} of ${all}`;
}
