/** The weights of the inputs (see choose.ts), by what a rubric asks for. */
export interface Weights {
  /** Something that people say: a promise, a complaint. */
  readonly said: readonly number[];
  /** A question with its answer. */
  readonly answered: readonly number[];
  /** A question without an answer. */
  readonly unanswered: readonly number[];
  /** Another exchange: a decision, a job that finds its volunteer. */
  readonly exchange: readonly number[];
  /** A subject. */
  readonly subject: readonly number[];
  /** The same without vectors: no encoder is in use, or the line is in another language. */
  readonly saidAlone: readonly number[];
  readonly subjectAlone: readonly number[];
}

/** A candidate is given from this rank on. */
export const BOUND = 0.5;

/** Fitted by `npm run bench -- moments-fit` on the first half of the labelled criteria. Do not edit. */
export const weights: Weights = {
  said: [-5.19, 6.56, 4.01, 2.25, 2.38, -1.98, -1, -1.13],
  answered: [2.23, 0.47, 0, 0, 0, 0, 0, 0],
  unanswered: [-11.16, 12, 0, 0, 0, 0, 0, 0],
  exchange: [-0.63, 2.79, 0, 0, 0, 0, 0, 0],
  subject: [-3.33, 0, 0, 0, 8.42, 3.03, 0, 0],
  saidAlone: [-3.94, 7.32, 0, 0, 0, -1.18, -0.75, 0],
  subjectAlone: [-2.77, 0, 0, 0, 0, 5.31, 0, 0],
};
