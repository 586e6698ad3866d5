/** The weights of the inputs (see choose.ts), by what a rubric asks for. */
export interface Weights {
  /** Something that people say: a promise, a complaint. */
  readonly said: readonly number[];
  /** Something that is told by its form: a sum of money, a telephone number. */
  readonly form: readonly number[];
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
export const BOUND = 0.3;

/** Fitted by `npm run bench -- moments-fit` on the first half of the labelled criteria. Do not edit. */
export const weights: Weights = {
  said: [-6.27, 3.88, 4.65, 1.65, 2.78, 1.54, -1.61, 2.52],
  form: [-5.79, 3.67, 0, 0, 0, 0, 0, 3.67],
  answered: [1.13, 0.25, 0, 0, 0, 0, 0, 0],
  unanswered: [-3.56, 2.95, 0, 0, 0, 0, 0, 0],
  exchange: [-3.74, 2.97, 0, 0, 0, 0, 0, 3.47],
  subject: [-4.31, 0, 0, 0, 5.27, 3.17, 0, 0],
  saidAlone: [-5.17, 3.92, 0, 0, 0, 1.78, 0, 3.62],
  subjectAlone: [-3.7, 0, 0, 0, 0, 4.24, 0, 0],
};
