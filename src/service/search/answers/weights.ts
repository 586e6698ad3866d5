/** Made by `npm run bench -- answers --fit`, on scripts/bench/answers/fit: see scripts/bench/answers.mjs. */
export const weights = {
  /** Where sentences were compared with the question by meaning. */
  compared: {
    bias: -8.998,
    features: [-1.568, 1.127, 9.127, 5.509, 2.622, -1.506, 0.103, 3.324, 0.536, 0.289],
    least: 0.16,
  },
  /**
   * By words alone, also in other languages. Not fitted: a sentence answers that has, with those beside it, about two fifths
   * of the query's information, as where files are searched (WEAK_SCORE).
   */
  words: { bias: -3.6, features: [5, 2, 0, 0, 0, -1, 0.3, 0.5, 0.5, 0], least: 0.3 },
} as const;
