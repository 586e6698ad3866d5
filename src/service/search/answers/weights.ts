/** Made by `npm run bench -- answers --fit`, on scripts/bench/answers/fit: see scripts/bench/answers.mjs. */
export const weights = {
  /** Where sentences were read together with the question. */
  read: {
    bias: -9.34,
    features: [-1.649, 1.351, 8.909, 5.527, 2.683, -1.453, 0.105, 3.736, 0.558, -1.537, 0],
    least: 0.1,
  },
  /** Where they were compared with it by meaning. */
  compared: {
    bias: -9.34,
    features: [-1.649, 1.351, 8.909, 5.527, 2.683, -1.453, 0.105, 3.736, 0.558, -1.537],
    least: 0.1,
  },
  /**
   * By words alone, also in other languages. Not fitted: a sentence answers that has, with those beside it, about two fifths
   * of the query's information, as where files are searched (WEAK_SCORE).
   */
  words: { bias: -3.6, features: [5, 2, 0, 0, 0, -1, 0.3, 0.5, 0.5, 0], least: 0.3 },
} as const;
