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
  said: [-5.18, 6.39, 3.9, 1.31, 1.63, -1.04, -0.94, -0.88],
  answered: [2.17, 0.38, 0, 0, 0, 0, 0, 0],
  unanswered: [-6.92, 12, 0, 0, 0, 0, 0, 0],
  exchange: [-0.63, 2.79, 0, 0, 0, 0, 0, 0],
  subject: [-3.89, 0, 0, 0, 8.22, 3.4, 0, 0],
  saidAlone: [-3.95, 7.32, 0, 0, 0, -0.66, -0.75, 0],
  subjectAlone: [-2.77, 0, 0, 0, 0, 5.31, 0, 0],
};
