/**
 * Titles and summaries of the labelled films in search/a (on which the weights were chosen) and search/b (not), with
 * sentence vectors and with words alone, beside the longest and the first sentence.
 *
 *   npm run bench -- titles
 *
 * "topic" is the share of films whose title has a content word of the film's own title; "recall" the share of the
 * content words of its title and questions that the summary has; "answers" the share of questions that a sentence of the
 * summary answers; "parts" the share of the film's thirds that the summary quotes.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, 'node_modules', '.cache', `vau-bench-${process.pid}`);
const outfile = path.join(folder, 'digest.mjs');

/** Seconds between the starts of two lines. */
const LINE_SECONDS = 6;

await mkdir(folder, { recursive: true });
try {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { digestOf } from './src/service/understanding/digest/index.ts';
        export { contentWords } from './src/service/understanding/digest/likeness.ts';
        export { sentenceEncoder, stopEncoders } from './src/service/understanding/embeddings/index.ts';`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  await measure(await import(pathToFileURL(outfile).href));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure({ digestOf, contentWords, sentenceEncoder, stopEncoders }) {
  for (const set of ['a', 'b']) {
    const films = await readFilms(set);
    const known = new Map();
    for (const { lines } of films) {
      const texts = lines.map(({ text }) => text);
      const vectors = await sentenceEncoder.encode(texts, AbortSignal.timeout(600_000), 'line');
      for (const [at, text] of texts.entries()) known.set(text, vectors[at]);
    }
    const digest = (film, by) => digestOf(sourceOf(film), by);
    const ways = {
      'sentence vectors': (film) => digest(film, known),
      'words alone': (film) => digest(film, undefined),
      'longest sentences': ({ lines }) =>
        listed(lines, contentWords, (one, other) => other.words - one.words),
      'first sentences': ({ lines }) => listed(lines, contentWords, () => 0),
    };
    for (const [name, way] of Object.entries(ways)) report(set, name, films, way, contentWords);
  }
  await stopEncoders();
}

async function readFilms(set) {
  const where = path.join(root, 'scripts/bench/search', set);
  const names = (await readdir(where)).filter((name) => name.startsWith('films')).sort();
  return (
    await Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(where, name), 'utf8'))))
  ).flat();
}

function sourceOf({ lines }) {
  const speech = lines.map(({ text, speaker }, at) => ({
    ...{ text, speaker, start: at * LINE_SECONDS, end: at * LINE_SECONDS + LINE_SECONDS - 1 },
  }));
  return { start: 0, end: lines.length * LINE_SECONDS, speech, texts: [], tag: null };
}

/** A digest of the first lines in some order. */
function listed(lines, contentWords, compare) {
  const all = lines.map(({ text }, at) => ({
    ...{ text, start: at * LINE_SECONDS, words: new Set(contentWords(text)).size },
  }));
  const best = all.toSorted(compare);
  return { title: best[0].text, summary: best.slice(0, 3) };
}

function report(set, name, films, way, contentWords) {
  const rows = films.map((film) => scoresOf(film, way(film), contentWords));
  const mean = (key) => (rows.reduce((sum, row) => sum + row[key], 0) / Math.max(1, rows.length)).toFixed(2);
  const figures = ['topic', 'recall', 'answers', 'parts'].map((key) => `${key} ${mean(key)}`);
  console.log(`${set}  ${name.padEnd(18)}  ${figures.join('  ')}`);
}

function scoresOf({ title, lines, questions }, { title: made, summary }, contentWords) {
  const own = new Set(contentWords(made));
  const said = new Set(summary.flatMap(({ text }) => contentWords(text)));
  const asked = questions.filter(({ kind, answers }) => kind !== 'none' && Array.isArray(answers));
  const wanted = new Set([title, ...asked.map(({ text }) => text)].flatMap(contentWords));
  const quoted = new Set(summary.map(({ start }) => start / LINE_SECONDS));
  const answered = asked.filter(({ answers }) => answers.some((line) => quoted.has(line)));
  const thirds = new Set([...quoted].map((line) => Math.floor((line * 3) / lines.length)));
  return {
    topic: contentWords(title).some((word) => own.has(word)) ? 1 : 0,
    recall: [...wanted].filter((word) => said.has(word)).length / wanted.size,
    answers: answered.length / Math.max(1, asked.length),
    parts: thirds.size / 3,
  };
}
