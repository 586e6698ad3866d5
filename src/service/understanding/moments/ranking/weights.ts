/** The weights of the inputs (see choose.ts), by what a rubric asks for. */
export interface Weights {
  /** Something that people say: a promise, a complaint. */
  readonly said: readonly number[];
  /** A question with its answer. */
  readonly answered: readonly number[];
  /** Another exchange: a decision, a job that finds its volunteer, a question without an answer. */
  readonly exchange: readonly number[];
  /** A subject. */
  readonly subject: readonly number[];
}

/** A candidate is given from this rank on. */
export const BOUND = 0.5;

/** Fitted by `npm run bench -- moments-fit` on the first half of the labelled criteria. Do not edit. */
export const weights: Weights = {
  said: [-4.5, 5.56, 2.74, 2.62, -0.08, -0.98, -0.86, 1.16],
  answered: [-2, 5, 0, 0, 0, 0, 0, 0],
  exchange: [-4, 6, 0, 0, 0, 0, 0, 0],
  subject: [-3.6, 0, 0, 0, 6, 2.57, 0, 0],
};
