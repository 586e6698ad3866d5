/**
 * Fits the weights of src/service/understanding/speech/pocketsphinx/judge-weights.ts: logistic regression over the lines heard
 * in the clips of the half `fit`, clean English against other languages, music and noise. Cross-validated by voice, so that the
 * printed figures are of voices that the weights have not seen.
 */
import path from 'node:path';
import { fitLogistic, likelihood } from '../logistic.mjs';
import { openResults } from './results.mjs';

/** Parts for cross-validation. */
const PARTS = 6;
/** Clips to recognise at the same time. Times are not measured here. */
const AT_ONCE = 4;
/** Penalty of large weights. All lines together weigh 1,000. */
const RIDGE = 0.1;
/** What each kind weighs. Among what is not English, speech weighs most: it is what most often passes. */
const WEIGHTS = { english: 500, language: 300, music: 125, noise: 75 };
/** Bounds to print. The rule's own is in judge.ts. */
const BOUNDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
const NAMES = ['posterior', 'order', 'length', 'acoustic'];

/**
 * Prints what each set of features gives, and the weights.
 * @returns the exit status: 3 if there was no time to recognise all clips
 */
export async function fitJudge(modules, clips, { folder, seconds, until }) {
  const results = await openResults(seconds, 'vau-hearing-words', /judge|fit\.mjs|results\.mjs/);
  const wanted = clips.filter(({ half, kind }) => half === 'fit' && kind in WEIGHTS);
  const open = wanted.filter((clip) => !results.has(clip));
  const recognise = async (_, worker) => {
    const file = path.join(folder, `clip-${worker}.wav`);
    for (let clip = open.shift(); clip && Date.now() < until; clip = open.shift()) {
      clip.make(file, seconds);
      await results.put(clip, await wordsIn(modules, file));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, recognise));
  const heard = wanted.filter(results.has);
  if (heard.length < wanted.length) {
    console.log(
      `${wanted.length - heard.length} of ${wanted.length} clips are missing: run it again to go on`,
    );
    return 3;
  }
  const lines = weighed(
    heard.flatMap((clip) => results.get(clip).flatMap((words) => linesOf(modules, clip, words))),
  );
  const all = NAMES.map((_, at) => at);
  report('all features', crossValidated(lines, all));
  for (const without of all)
    report(
      `without ${NAMES[without]}`,
      crossValidated(
        lines,
        all.filter((at) => at !== without),
      ),
    );
  const [bias, ...features] = fitLogistic(lines, RIDGE).map((weight) => Math.round(weight * 1000) / 1000);
  console.log(JSON.stringify({ bias, features }));
  return 0;
}

/** The words of each chunk. */
async function wordsIn(modules, file) {
  const chunks = [];
  const found = modules.findPocketsphinx();
  const recognise = async (cut, signal) => {
    chunks.push(await modules.hearWords(found, {}, cut, signal));
    return [];
  };
  const input = { mediaPath: file, ffmpeg: await modules.locateFfmpeg({}) };
  const signal = new AbortController().signal;
  await modules.recogniseSpeech(input, { rules: modules.hearingRules, parallel: 2, recognise }, signal);
  return chunks;
}

function linesOf(modules, { kind, name }, words) {
  return modules.linesOfWords(words).map((line) => ({
    kind,
    right: kind === 'english',
    voice: /^(flite|festival|espeak)-[^-]+|^[^-]+/.exec(name)[0],
    words: line.words.length,
    features: modules.featuresAround(line, words),
  }));
}

function weighed(lines) {
  const words = new Map();
  for (const line of lines) words.set(line.kind, (words.get(line.kind) ?? 0) + line.words);
  return lines.map((line) => ({ ...line, weight: (WEIGHTS[line.kind] * line.words) / words.get(line.kind) }));
}

/** Every n-th voice is in the n-th part. */
function crossValidated(lines, used) {
  const voices = [...new Set(lines.map(({ voice }) => voice))].sort();
  const some = lines.map((line) => ({
    ...line,
    features: used.map((at) => line.features[at]),
    part: voices.indexOf(line.voice) % PARTS,
  }));
  return Array.from({ length: PARTS }, (_, part) => {
    const weights = fitLogistic(
      some.filter((line) => line.part !== part),
      RIDGE,
    );
    return some
      .filter((line) => line.part === part)
      .map((line) => ({ ...line, confidence: likelihood(weights, line.features) }));
  }).flat();
}

function report(name, lines) {
  const cells = BOUNDS.map((bound) => {
    const share = (some) => (100 * wordsOf(some.filter((one) => one.confidence >= bound))) / wordsOf(some);
    const english = share(lines.filter(({ right }) => right));
    const others = share(lines.filter(({ right }) => !right));
    return `${bound}: ${english.toFixed(1)} / ${others.toFixed(1)}`;
  });
  console.log([name.padEnd(20), '% of English / of others trusted at', ...cells].join('  '));
}

function wordsOf(lines) {
  return lines.reduce((sum, { words }) => sum + words, 0);
}
