/** Logarithm of the odds that a cosine is that of a question and its answer: `base + slope * cosine`. */
export interface LogOdds {
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
