/**
 * Measures how well on-screen text is read: pictures are drawn by group (bench/text/groups.mjs) and read by these sources and by
 * those before the detector of lines came. Prints recall and precision of words and processor seconds a picture of both.
 *
 *   apt-get install chromium fonts-dejavu fonts-roboto-unhinted fonts-nanum      CHROMIUM=FILE names another
 *   npm run bench -- text [--tune] [--seeds N] [--group NAME,NAME] [--missed] [--again]        default: 10 pictures of each group
 *
 * --tune takes the other half of the seeds, which thresholds may be chosen on. --missed prints the words that were missed or wrong.
 * --again takes what the sources before read from the last run with the same options.
 * The exit status is 1 when a budget is missed: recall or precision of a group below those before, recall below 0.95 where text is
 * rotated, outlined, on signs and in lower thirds, or more than 1.2 times the processor time.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { record, recordRatios } from './record.mjs';
import { drawAll } from './text/draw.mjs';
import { GROUPS } from './text/groups.mjs';
import { bundleBefore, bundleNow, cache, root } from './text/versions.mjs';

const BUDGET = { recall: 0.95, time: 1.2 };

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : fallback;
};
const tune = process.argv.includes('--tune');
const seeds = Number(option('seeds', 10));
const only = option('group');
const again = process.argv.includes('--again');
const groups = Object.keys(GROUPS).filter((name) => !only || only.split(',').includes(name));

/** Odd seeds are for tuning. */
const wanted = groups.flatMap((group) =>
  Array.from({ length: seeds }, (_, at) => ({ group, seed: 2 * at + (tune ? 1 : 2) })),
);
const pictures = await drawAll(wanted, path.join(cache, 'pictures'));
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-text-'));
const earlier = path.join(cache, `before-${groups.length}-${seeds}-${tune}.json`);
const kept = () => JSON.parse(readFileSync(earlier, 'utf8'));
try {
  const list = path.join(folder, 'pictures.json');
  await writeFile(
    list,
    JSON.stringify(pictures.map(({ file, group }) => ({ file, language: languageOf(group) }))),
  );
  const bundles = [await bundleBefore(), await bundleNow()];
  const before = again ? kept() : await readWith(bundles[0], list);
  await writeFile(earlier, JSON.stringify(before));
  const now = await readWith(bundles[1], list);
  report(before, now);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The language data of a group; undefined for English. */
function languageOf(group) {
  if (GROUPS[group].language !== 'deu') return undefined;
  const manifest = createRequire(path.join(root, 'package.json')).resolve(
    '@tesseract.js-data/deu/package.json',
  );
  const data = path.join(path.dirname(manifest), '4.0.0_best_int');
  return { code: 'deu', language: 'de', latin: true, folder: data, version: 'bench' };
}

async function readWith(bundle, list) {
  const reader = fileURLToPath(new URL('text/reader.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [reader, bundle, list], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

function report(before, now) {
  console.log(
    'group         words   recall before/now   precision before/now   wrong words   seconds a picture',
  );
  for (const group of groups) row(group, before, now);
  const [was, is] = [before, now].map(
    ({ answers }) => sum(answers.map(({ seconds }) => seconds)) / answers.length,
  );
  console.log(
    `all: ${was.toFixed(3)} and ${is.toFixed(3)} processor seconds a picture, ${(is / was).toFixed(2)} times (budget ${BUDGET.time})`,
  );
  console.log(
    `loading ${before.loading.toFixed(1)} and ${now.loading.toFixed(1)} s; memory of the reading process ${before.memory} and ${now.memory} MB`,
  );
  recordRatios([['processor time a picture', is / was, BUDGET.time]]);
  if (is > BUDGET.time * was) process.exitCode = 1;
}

function row(group, before, now) {
  const [was, is] = [before, now].map(({ answers }) => figuresOf(group, answers));
  record(
    [
      [`${group}: words found`, is.right, is.words],
      [`${group}: right of what was read`, is.right, is.right + is.wrong],
    ].filter(([, , of]) => of > 0),
  );
  const missed = [
    is.recall < was.recall && 'recall is lower than before',
    is.precision < was.precision && 'precision is lower than before',
    is.wrong > was.wrong && group === 'empty' && 'there are more wrong words than before',
    GROUPS[group].reads && is.recall < BUDGET.recall && `recall is below ${BUDGET.recall}`,
  ].filter(Boolean);
  const pair = (name, digits) => `${was[name].toFixed(digits)} ${is[name].toFixed(digits)}`;
  console.log(
    `${group.padEnd(14)}${String(was.words).padStart(5)}   ${pair('recall', 3).padEnd(20)}${pair('precision', 3).padEnd(23)}` +
      `${pair('wrong', 0).padEnd(14)}${pair('seconds', 2)}${missed.length > 0 ? `   MISSED: ${missed.join(', ')}` : ''}`,
  );
  if (process.argv.includes('--missed')) for (const line of is.lines) console.log(`    ${line}`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Recall and precision over all words of a group; a group without any word read is all precise. */
function figuresOf(group, answers) {
  const figures = { words: 0, right: 0, found: 0, seconds: 0, count: 0, lines: [] };
  for (const [at, picture] of pictures.entries()) {
    if (picture.group !== group) continue;
    const { words, seconds } = answers[at];
    const left = words.map(bare).filter(Boolean);
    const missing = picture.words.map(bare).filter(Boolean);
    figures.words += missing.length;
    figures.found += left.length;
    const missed = missing.filter((word) => {
      const found = left.indexOf(word);
      if (found >= 0) left.splice(found, 1);
      return found < 0;
    });
    figures.right += missing.length - missed.length;
    figures.seconds += seconds;
    figures.count += 1;
    if (missed.length + left.length > 0)
      figures.lines.push(`${group} ${picture.seed}: missed [${missed.join(' ')}] wrong [${left.join(' ')}]`);
  }
  return {
    ...{
      right: figures.right,
      words: figures.words,
      lines: figures.lines,
      wrong: figures.found - figures.right,
    },
    recall: figures.words > 0 ? figures.right / figures.words : 1,
    precision: figures.found > 0 ? figures.right / figures.found : 1,
    seconds: figures.seconds / figures.count,
  };
}

/** A word without the punctuation around it. */
function bare(word) {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
