/**
 * What the cosines of an encoder are worth. It encodes 120 short texts (examples.ts), and a CosineScale goes out that
 * brings its cosines to those of the packaged encoder.
 */

import type { TextEncoder } from '../port.ts';
import { EXAMPLES } from './examples.ts';

/** Logarithm of the odds that a cosine is that of a question and its answer: `base + slope * cosine`. */
interface LogOdds {
  readonly base: number;
  readonly slope: number;
}

/** Keeps the slope finite where all answers are nearer than all others. */
const RIDGE = 0.02;
/** Keeps the equations solvable. */
const TINY = 1e-6;
const MOST_STEPS = 60;

/**
 * Logistic regression by Newton's method. Answers weigh as much as all others together, because there are few of them. An
 * encoder that confuses many gets a small slope, so that its cosines say little.
 * @param answers cosines of questions with their answers, @param others with other lines
 */
export function fitLogOdds(answers: readonly number[], others: readonly number[]): LogOdds {
  const { mean, deviation } = spreadOf(others);
  const standard = (cosine: number) => (cosine - mean) / deviation;
  const pairs = [
    ...answers.map((cosine) => ({ at: standard(cosine), answer: 1, weight: 1 / answers.length })),
    ...others.map((cosine) => ({ at: standard(cosine), answer: 0, weight: 1 / others.length })),
  ];
  let [base, slope] = [0, 0];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let [upBase, upSlope, bendBase, bendBoth, bendSlope] = [0, -RIDGE * slope, TINY, 0, RIDGE];
    for (const { at, answer, weight } of pairs) {
      const likely = 1 / (1 + Math.exp(-(base + slope * at)));
      const bend = weight * likely * (1 - likely);
      upBase += weight * (answer - likely);
      upSlope += weight * (answer - likely) * at;
      bendBase += bend;
      bendBoth += bend * at;
      bendSlope += bend * at * at;
    }
    const whole = bendBase * bendSlope - bendBoth * bendBoth;
    base += (bendSlope * upBase - bendBoth * upSlope) / whole;
    slope += (bendBase * upSlope - bendBoth * upBase) / whole;
  }
  return { base: base - (slope * mean) / deviation, slope: slope / deviation };
}

function spreadOf(numbers: readonly number[]): { mean: number; deviation: number } {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
  return { mean, deviation: Math.max(TINY, Math.sqrt(squares / numbers.length)) };
}

/** The packaged encoder on the examples. Made by `npm run bench -- search --fit`, with the weights of the likelihood. Do not edit. */
const REFERENCE: LogOdds = { base: -5.23, slope: 22.5 };

/** What the cosines of an encoder are worth beside those of the packaged one, with which the likelihood was fitted. */
export interface CosineScale {
  /** A cosine times this, plus `offset`, says as much as that cosine of the packaged encoder. */
  readonly factor: number;
  readonly offset: number;
  /** 0..1: how often the answer to a question is nearer to it than another line is; 0.5 is chance. */
  readonly apart: number;
}

/** A scale with what it was measured by. */
export interface MeasuredScale extends CosineScale {
  readonly version: number;
}

/** Increase it whenever the examples or the way of measuring change: scales are then measured again. */
export const SCALE_VERSION = 1;

/** The weakest encoder that was tried with good results has 0.88 (scripts/bench/search/stand-ins.mjs); chance has 0.46. */
const LEAST_APART = 0.85;

/** Whether the cosines of an encoder tell what answers a question from what does not. */
export function tellsApart({ apart }: Pick<CosineScale, 'apart'>): boolean {
  return apart >= LEAST_APART;
}

/** The cosines of the examples by one encoder. */
export interface ExampleCosines {
  /** Of each question with its answer. */
  readonly answers: readonly number[];
  /** Of each question with each line of the other talks. */
  readonly others: readonly number[];
}

/**
 * Measures an encoder on the examples, 120 short texts. Two cosines of two encoders are worth the same where the odds that
 * they are of a question and its answer are the same.
 * @throws if the encoder fails
 */
export async function measureScale(
  encoder: Pick<TextEncoder, 'encode'>,
  signal: AbortSignal,
): Promise<MeasuredScale> {
  const cosines = await exampleCosines(encoder, signal);
  const { base, slope } = fitLogOdds(cosines.answers, cosines.others);
  return {
    version: SCALE_VERSION,
    factor: slope / REFERENCE.slope,
    offset: (base - REFERENCE.base) / REFERENCE.slope,
    apart: apartOf(cosines),
  };
}

/** @throws if the encoder fails */
export async function exampleCosines(
  { encode }: Pick<TextEncoder, 'encode'>,
  signal: AbortSignal,
): Promise<ExampleCosines> {
  const asked = EXAMPLES.map(([question]) => question);
  const said = EXAMPLES.flatMap(([, answer, other]) => [answer, other]);
  const questions = await encode(asked, signal, 'query');
  const lines = await encode(said, signal);
  const byTalk = questions.map((question) => {
    const cosines = lines.map((line) => cosine(question, line));
    return EXAMPLES.map((_, talk) => cosines.slice(2 * talk, 2 * talk + 2));
  });
  return {
    answers: byTalk.flatMap((talks, own) => talks[own]?.slice(0, 1) ?? []),
    others: byTalk.flatMap((talks, own) => talks.filter((_, talk) => talk !== own).flat()),
  };
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

/** Of all pairs of an answer and another line, the share in which the answer is nearer: the area under the ROC curve. */
function apartOf({ answers, others }: ExampleCosines): number {
  const farther = answers.map((answer) => others.filter((other) => other < answer).length);
  return farther.reduce((sum, count) => sum + count, 0) / (answers.length * others.length);
}
