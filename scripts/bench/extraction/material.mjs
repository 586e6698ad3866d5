/** Films with schemas by other hands, and what the service needs to fill them without a language model. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { recognised } from '../search/films.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache');

/** Words a second, and seconds between lines, of the time that the films are given. */
const WORDS_A_SECOND = 2.5;
const BETWEEN_LINES = 0.4;

/** Bundles the extractors. @returns their exports */
export async function loadExtraction() {
  const outfile = path.join(cache, `vau-extraction-${process.pid}.mjs`);
  await mkdir(cache, { recursive: true });
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export * as tf from '@tensorflow/tfjs-core';
        export { startWasm } from './src/service/understanding/models/start-wasm.ts';
        export { loadEncoder } from './src/service/understanding/models/embeddings/sentence/encoder.ts';
        export { typedExtractor } from './src/service/understanding/rules/extraction/typed-extractor.ts';
        export { mentionsIn } from './src/service/understanding/rules/extraction/typed/mentions.ts';
        export { readNumber } from './src/service/understanding/rules/extraction/numbers.ts';
        export { readFor } from './src/service/understanding/rules/extraction/asked/ask.ts';
        export { distinct, EVEN } from './src/service/understanding/rules/extraction/asked/choose.ts';
        export * from './src/service/understanding/rules/extraction/asked/weigh.ts';
        export { tokens, isStopWord } from './src/service/text/split-words.ts';`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['compromise'],
    banner: {
      js: "import{createRequire as __makeRequire}from'node:module';import{fileURLToPath as __toPath}from'node:url';import __path from'node:path';const require=__makeRequire(import.meta.url);const __filename=__toPath(import.meta.url);const __dirname=__path.dirname(__filename);",
    },
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
}

/**
 * The schemas of a folder with the passages of their films, and the `whole` film.
 * @param folder films as JSON with `lines` and `shown`, and fields.json with schemas
 */
export async function schemasOf(folder) {
  const films = new Map();
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue;
    const film = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
    for (const one of Array.isArray(film) ? film : [film]) if (one.lines) films.set(one.id, one);
  }
  const schemas = JSON.parse(await readFile(path.join(folder, 'fields.json'), 'utf8'));
  // Sets keep what else was asked of a film beside its schema.
  return schemas.map((one) => {
    const whole = films.get(one.film);
    return { ...one, whole, passages: passagesOf(whole) };
  });
}

/** What was heard of a film, with what was shown between its lines. @param heard what hearFilms gave for it */
export function heardPassages(film, heard) {
  const { speech, scene_text } = recognised(film, heard);
  const all = [
    ...speech.map((line) => ({ ...line, source: 'speech' })),
    ...scene_text.map((line) => ({ ...line, source: 'scene_text' })),
  ];
  return all.sort((one, other) => one.start - other.start);
}

/** The lines of a film as the service reads them, with what was shown between them. */
export function passagesOf({ lines, shown = [] }) {
  let at = 0;
  return lines.flatMap(({ text, speaker }, index) => {
    const start = at;
    const end = start + text.split(/\s+/).length / WORDS_A_SECOND;
    at = end + BETWEEN_LINES;
    const seen = shown.filter(({ after }) => after === index);
    return [
      { source: 'speech', text, start, end, ...(speaker && { speaker }) },
      ...seen.map((own) => ({ source: 'scene_text', text: own.text, start: end, end: at })),
    ];
  });
}

/** Compares values with what is expected. @param exports those of loadExtraction */
export function comparison({ tokens, isStopWord, readNumber }) {
  const folded = (text) =>
    tokens(String(text))
      .map(({ word }) => word)
      .map((word) => (readNumber(word) === undefined ? word : String(readNumber(word))));
  const content = (text) => {
    const all = folded(text).filter((word) => !isStopWord(word));
    return all.length > 0 ? all : folded(text);
  };
  const same = (value, expected) => {
    if (typeof expected === 'number' || typeof value === 'number')
      return Number(value) === Number(expected) || readNumber(String(expected)) === value;
    if (typeof expected === 'boolean' || typeof value === 'boolean') return value === expected;
    if (Array.isArray(expected)) return Array.isArray(value) && sameList(value, expected);
    const [own, other] = [content(value), content(expected)];
    if (own.join(' ') === other.join(' ')) return true;
    const [whole, part] = [folded(value), folded(expected)];
    return whole.length <= 2 * part.length && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);
  };
  /** Most of a list is there, and most of what is there belongs. */
  const sameList = (values, expected) => {
    const hit = expected.filter((one) => values.some((value) => same(value, one))).length;
    return hit >= expected.length / 2 && hit >= values.length / 2;
  };
  return (value, { expected, accept = [] }) => [expected, ...accept].some((one) => same(value, one));
}

/** The value at a path such as `contact.email`. */
export function valueAt(entities, where) {
  return where.split('.').reduce((value, name) => value?.[name], entities);
}

/** What kind of field a schema has at a path. */
export function typeAt(schema, where) {
  const field = where.split('.').reduce((own, name) => own?.properties?.[name] ?? own, schema);
  if (field.enum) return 'enum';
  if (field.format) return `format ${field.format}`;
  return Array.isArray(field.type) ? field.type.find((type) => type !== 'null') : field.type;
}

/** Wilson's interval for a share, with 95 %. */
export function interval(hits, all) {
  if (all === 0) return [0, 1];
  const z = 1.96;
  const share = hits / all;
  const middle = share + (z * z) / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const whole = 1 + (z * z) / all;
  return [Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole)];
}
