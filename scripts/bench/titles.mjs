/**
 * Titles and summaries of the labelled films in search/a (on which the weights were chosen) and search/b (not), with
 * sentence vectors and with words alone, beside the longest and the first sentence: as the films' words are written, and as
 * synthetic voices say them and the default recogniser hears them (search/heard.mjs, which says what it needs).
 *
 *   npm run build && vau setup speech
 *   npm run bench -- titles [--data FOLDER] [--minutes N]
 *
 * "topic" is the share of films whose title has a content word of the film's own title; "recall" the share of the
 * content words of its title and questions that the summary has; "answers" the share of questions that a sentence of the
 * summary answers; "parts" the share of the film's thirds that the summary quotes.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { answers, labelledFilms, recognised, written } from './search/films.mjs';
import { hearFilms } from './search/heard.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, 'node_modules', '.cache', `vau-bench-${process.pid}`);
const outfile = path.join(folder, 'digest.mjs');

const films = {};
for (const set of ['a', 'b']) films[set] = await filmsOf(set);

await mkdir(folder, { recursive: true });
try {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { digestOf } from './src/service/understanding/rules/digest/index.ts';
        export { contentWords } from './src/service/understanding/rules/digest/likeness.ts';
        export { sentenceEncoder, stopEncoders } from './src/service/understanding/models/embeddings/index.ts';`,
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
  for (const set of ['a', 'b'])
    for (const [kind, list] of Object.entries(films[set])) {
      const known = new Map();
      for (const { speech } of list) {
        const texts = speech.map(({ text }) => text);
        const vectors = await sentenceEncoder.encode(texts, AbortSignal.timeout(600_000), 'line');
        for (const [at, text] of texts.entries()) known.set(text, vectors[at]);
      }
      const digest = (film, by) => digestOf(sourceOf(film), by);
      const ways = {
        'sentence vectors': (film) => digest(film, known),
        'words alone': (film) => digest(film, undefined),
        'longest sentences': ({ speech }) =>
          listed(speech, contentWords, (one, other) => other.words - one.words),
        'first sentences': ({ speech }) => listed(speech, contentWords, () => 0),
      };
      for (const [name, way] of Object.entries(ways))
        report(`${set}  ${kind}`, name, list, way, contentWords);
    }
  await stopEncoders();
}

/** The films of a set that were heard, both ways. */
async function filmsOf(set) {
  const all = await labelledFilms(set);
  const heard = await hearFilms(all);
  console.log(`set ${set}: ${heard.size} of ${all.length} films were heard`);
  if (heard.size < all.length) process.exitCode = 3;
  const some = all.filter(({ id }) => heard.has(id));
  return {
    written: some.map(written),
    'heard  ': some.map((film) => recognised(film, heard.get(film.id))),
  };
}

function sourceOf({ speech, spans }) {
  return { start: 0, end: spans.at(-1).end + 1, speech, texts: [], tag: null };
}

/** A digest of the first lines in some order. */
function listed(speech, contentWords, compare) {
  const all = speech.map(({ text, start }) => ({ text, start, words: new Set(contentWords(text)).size }));
  const best = all.toSorted(compare);
  return { title: best[0].text, summary: best.slice(0, 3) };
}

function report(where, name, list, way, contentWords) {
  const rows = list.map((film) => scoresOf(film, way(film), contentWords));
  const mean = (key) => (rows.reduce((sum, row) => sum + row[key], 0) / Math.max(1, rows.length)).toFixed(2);
  const figures = ['topic', 'recall', 'answers', 'parts'].map((key) => `${key} ${mean(key)}`);
  console.log(`${where}  ${name.padEnd(18)}  ${figures.join('  ')}`);
}

function scoresOf(film, { title: sure, spare, summary }, contentWords) {
  // The title of a file whose name says nothing.
  const made = sure ?? spare ?? '';
  const { title, speech, spans, questions } = film;
  const own = new Set(contentWords(made));
  const said = new Set(summary.flatMap(({ text }) => contentWords(text)));
  const asked = questions.filter(
    ({ kind, answers: of }) => ['said', 'other'].includes(kind) && Array.isArray(of),
  );
  const wanted = new Set([title, ...asked.map(({ text }) => text)].flatMap(contentWords));
  const quoted = speech.filter(({ start }) => summary.some((one) => one.start === start));
  const answered = asked.filter((question) => quoted.some((line) => answers(film, question, line)));
  const thirds = new Set(quoted.map(({ start }) => Math.floor((start * 3) / spans.at(-1).end)));
  return {
    topic: contentWords(title).some((word) => own.has(word)) ? 1 : 0,
    recall: [...wanted].filter((word) => said.has(word)).length / wanted.size,
    answers: answered.length / Math.max(1, asked.length),
    parts: thirds.size / 3,
  };
}
