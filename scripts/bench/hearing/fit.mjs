/**
 * Fits the weights of src/service/understanding/modalities/speech/moonshine/trust-weights.ts: logistic regression over the lines heard
 * in the clips of the half `fit`, English against other languages, music, songs and noise. Cross-validated by source, so
 * that the printed figures are of voices that the weights have not seen. And the weights of how likely a line is right.
 */
import { fitLogistic, likelihood } from '../logistic.mjs';
import { evidenceOf } from './evidence.mjs';
import { fitRight } from './right.mjs';

/** Parts for cross-validation. */
const PARTS = 6;
/** Penalty of large weights. All lines together weigh 1,000. */
const RIDGE = 0.1;
/** What each kind weighs. Among what is not English, speech weighs most: it is what most often passes. */
const WEIGHTS = { english: 500, language: 300, music: 75, song: 75, noise: 50 };
/** Bounds to print. The rule's own is in trust.ts. */
const BOUNDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
/** In the order of featuresOf in trust.ts. */
const NAMES = ['mean', 'own', 'around', 'unclear'];

/**
 * Prints what each set of features gives, and the weights.
 * @returns the exit status: 3 if there was no time to recognise all clips
 */
export async function fitTrust(modules, clips, how) {
  const wanted = clips.filter(({ half }) => half === 'fit');
  const known = await evidenceOf(modules, wanted, how);
  if (known.length < wanted.length) return 3;
  // Spoiled speech says nothing of what is English.
  const heard = known.filter(({ group }) => group !== 'spoiled');
  const lines = weighed(
    heard.flatMap((clip) => linesOf(modules, clip, clip.lines).filter(({ loops }) => !loops)),
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
  for (const [name, fitted] of [
    ['weights', fitLogistic(lines, RIDGE)],
    ['right', fitRight(modules, known)],
  ]) {
    const [bias, ...features] = fitted.map((weight) => Math.round(weight * 1000) / 1000);
    console.log(name, JSON.stringify({ bias, features }));
  }
  return 0;
}

function linesOf(modules, { kind, name }, lines) {
  return lines.map((line) => ({
    kind,
    right: kind === 'english',
    voice: /^(flite|festival|espeak)-[^-]+|^[^-]+/.exec(name)[0],
    words: line.words.length,
    loops: line.evidence.loops,
    features: modules.trustFeatures(line, lines),
  }));
}

function weighed(lines) {
  const words = new Map();
  for (const line of lines) words.set(line.kind, (words.get(line.kind) ?? 0) + line.words);
  return lines.map((line) => ({ ...line, weight: (WEIGHTS[line.kind] * line.words) / words.get(line.kind) }));
}

/** Every n-th source is in the n-th part. */
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
