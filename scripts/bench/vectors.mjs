/**
 * Measures the search among vectors by their sign bits, at one million and at ten million: milliseconds of processor time all
 * in (scan, choice of the nearest, and their comparison in all dimensions), as WebAssembly and as the TypeScript that stands
 * in for it, in turns; and how many of the 50 nearest of a full comparison of all sign bits are found. Then compares the results
 * of both forms on seeded sets of many sizes and dimensions. Exits 1 if a budget is exceeded, if less than 0.98 of the nearest are
 * found, or if the forms differ. `npm run build` first: the encoder runs in its bundle.
 *
 *   npm run bench -- vectors [ROUNDS] [--millions 1,10]
 *
 * The vectors are those of the lines of the films in `search` and in scripts/encoder/material, 10,000 in all; beyond these,
 * each is mixed of two of them. Queries are the questions of `search`. The first run encodes the texts, in some minutes, and
 * keeps the vectors in the folder for temporary files. Ten million take 2 GB of memory.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { recordRatios } from './record.mjs';
import { labelledFilms } from './search/films.mjs';
import { median } from './usage.mjs';

/** Milliseconds of processor time, by millions of vectors. */
const BUDGETS = new Map([
  [1, 8],
  [10, 40],
]);
const LEAST_FOUND = 0.98;
const NEAREST = 50;
/** What a search takes of the nearest, to compare them exactly. */
const TAKEN = 200;
/** Questions whose nearest are looked for among all. */
const COMPARED = 20;
const SETS = 300;
/** The largest share of the second vector in a mixed one. */
const MIXED = 0.6;
const MILLION = 1_000_000;
/** Texts that are encoded at a time. */
const AT_ONCE = 64;
/** Vectors of one collection that lie together: those of an hour of film. */
const TOGETHER = 1_500;
const COLLECTIONS = 1_000;
const WORDS = 12;

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = /^\d+$/.test(process.argv[3] ?? '') ? Number(process.argv[3]) : 15;
const modules = await bundled();
const { BitIndex, simdScanner, plainScanner, agreementWith, mulberry32, seededSet, signBits } = modules;

/** The forms share a memory, so that one index can be searched by both. */
const simd = simdScanner();
const plain = simd && plainScanner(simd.memory);
if (!simd || !plain) throw new Error('this machine has no SIMD in WebAssembly: there is nothing to compare');
let form = simd;
const eitherForm = { memory: simd.memory, scan: (from, end) => form.scan(from, end) };

const turn = () => new Promise((resolve) => setImmediate(resolve));

const { vectors, questions } = await encoded();
console.log(
  `${vectors.length} texts, ${questions.length} questions, ${rounds} rounds; ms of processor time\n`,
);
console.log('   vectors  WebAssembly  TypeScript   ratio  budget  recall@50');
for (const millions of option('--millions', '1,10').split(',').map(Number)) await measure(millions);
compareForms();

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

async function bundled() {
  const outfile = path.join(root, 'node_modules', '.cache', `vau-bench-vectors-${process.pid}.mjs`);
  const vectors = './src/service/search/vectors';
  const contents = `export { agreementWith, BitIndex } from '${vectors}/bit-index.ts';
    export { signBits } from '${vectors}/compact.ts';
    export { plainScanner } from '${vectors}/columns/plain.ts';
    export { simdScanner } from '${vectors}/columns/simd.ts';
    export { mulberry32 } from './test/support/seeded.ts';
    export { seededSet } from './test/support/sign-bits.ts';
    export { sentenceEncoder, stopEncoders } from './src/service/understanding/models/embeddings/index.ts';`;
  const stdin = { contents, resolveDir: root, loader: 'ts' };
  const { outputFiles } = await build({
    ...{ absWorkingDir: root, stdin, outfile, bundle: true, platform: 'node', format: 'esm' },
    ...{ write: false, external: ['@photostructure/sqlite', 'undici'], logLevel: 'error' },
  });
  await mkdir(path.dirname(outfile), { recursive: true });
  await writeFile(outfile, outputFiles[0].contents);
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile);
  }
}

/** The vectors of all texts, and those of the questions. */
async function encoded() {
  const films = (await Promise.all(['a', 'b'].map(labelledFilms))).flat();
  const texts = [...films.flatMap(({ lines }) => lines.map(({ text }) => text)), ...(await materialLines())];
  const asked = films.flatMap(({ questions: own }) => own.map(({ text }) => text));
  try {
    return { vectors: await encode(texts, 'passage'), questions: await encode(asked, 'query') };
  } finally {
    await modules.stopEncoders();
  }
}

/** What is said in the films that the packaged encoder was fitted with: the first part of each line that is no heading. */
async function materialLines() {
  const folder = new URL('../encoder/material/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const lines = texts.join('\n').split('\n');
  return lines.filter((line) => line.includes('|') && !/^[#!]/.test(line)).map((line) => line.split('|')[0]);
}

/** Keeps what it encoded, by the texts and the encoder's name. */
async function encode(texts, as) {
  const { sentenceEncoder: encoder } = modules;
  const key = createHash('sha256')
    .update(JSON.stringify([encoder.model, as, texts]))
    .digest('hex');
  const file = path.join(os.tmpdir(), `vau-bench-vectors-${key.slice(0, 16)}`);
  const known = await readFile(file).catch(() => undefined);
  const vectors = [];
  if (known) {
    const numbers = new Float32Array(known.buffer, known.byteOffset, known.length / 4);
    const dimension = numbers.length / texts.length;
    for (let at = 0; at < texts.length; at += 1)
      vectors.push(numbers.subarray(at * dimension, (at + 1) * dimension));
    return vectors;
  }
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE);
    vectors.push(...(await encoder.encode(some, AbortSignal.timeout(600_000), as)));
  }
  await writeFile(file, Buffer.concat(vectors.map((one) => Buffer.from(Float32Array.from(one).buffer))));
  return vectors;
}

async function measure(millions) {
  const count = millions * MILLION;
  const rows = new Uint32Array(count * WORDS);
  const index = new BitIndex(WORDS * 32, eitherForm);
  const chance = mulberry32(millions);
  for (let at = 0; at < count; at += 1) {
    const bits = signBits(at < vectors.length ? vectors[at] : mixed(chance));
    rows.set(bits, at * WORDS);
    index.add(at + 1, 1 + (Math.floor(at / TOGETHER) % COLLECTIONS), bits);
  }
  const groups = new Set(Array.from({ length: COLLECTIONS }, (_, at) => at + 1));
  const question = (round) => questions[(round * 37) % questions.length];
  const timesOf = async (own, most) => {
    form = own;
    const times = [];
    // The first rounds compile the code.
    for (let round = -3; round < most; round += 1) {
      const before = process.cpuUsage();
      await index.nearest(question(round + 3), TAKEN, groups, turn);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.push((user + system) / 1_000);
    }
    return median(times);
  };
  const [fast, slow] = [await timesOf(simd, rounds), await timesOf(plain, Math.ceil(rounds / 3))];
  form = simd;
  let found = 0;
  for (let round = 0; round < COMPARED; round += 1) {
    const ids = new Set(await index.nearest(question(round), NEAREST, groups, turn));
    found += nearestOf(rows, question(round)).filter((id) => ids.has(id)).length;
  }
  const recall = found / (COMPARED * NEAREST);
  recordRatios([[`${millions} million`, fast / slow]]);
  const budget = BUDGETS.get(millions);
  const isMet = recall >= LEAST_FOUND && (budget === undefined || fast <= budget);
  if (!isMet) process.exitCode = 1;
  const cells = [
    String(count).padStart(10),
    ...[fast.toFixed(1).padStart(11), slow.toFixed(1).padStart(10), (slow / fast).toFixed(1).padStart(6)],
    ...[String(budget ?? 'none').padStart(6), recall.toFixed(3).padStart(9)],
  ];
  console.log(`${cells.join('  ')}  ${isMet ? '' : 'NOT MET'}`);
}

function mixed(chance) {
  const pick = () => vectors[Math.floor(chance() * vectors.length)];
  const [one, other, share] = [pick(), pick(), chance() * MIXED];
  return one.map((number, at) => (1 - share) * number + share * other[at]);
}

/** The ids of the nearest by a comparison of all sign bits. */
function nearestOf(rows, query) {
  const agreementOf = agreementWith(query);
  const agreements = new Float64Array(rows.length / WORDS);
  for (let at = 0; at < agreements.length; at += 1) agreements[at] = agreementOf(rows, at * WORDS);
  const least = agreements.toSorted().at(-NEAREST);
  const ids = [];
  for (let at = 0; at < agreements.length; at += 1) if (agreements[at] >= least) ids.push(at + 1);
  return ids.sort((one, other) => agreements[other - 1] - agreements[one - 1]).slice(0, NEAREST);
}

function compareForms() {
  let same = 0;
  for (let seed = 1; seed <= SETS; seed += 1) {
    const set = seededSet(seed);
    if (JSON.stringify(set.shortlist(simd)) === JSON.stringify(set.shortlist(plain))) same += 1;
  }
  console.log(`\nidentical on ${same} of ${SETS} seeded sets`);
  if (same < SETS) process.exitCode = 1;
}
