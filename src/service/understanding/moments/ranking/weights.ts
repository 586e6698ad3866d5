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
  said: [-6.56, 3.98, 4.51, 2.18, 3.27, 1.68, -1.82, -0.16, 1.27, 2.59],
  form: [-5.85, 3.71, 0, 0, 0, 0, 0, -0.34, 0, 3.71],
  answered: [1.09, 0.36, 0, 0, 0, 0, 0, 0, 0, 0],
  unanswered: [-4.09, 3.05, 0, 0, 0, 0, 0, 0, 0, 0],
  exchange: [-4.22, 3.37, 0, 0, 0, 0, 0, 0.04, 0, 3.79],
  subject: [-4.31, 0, 0, 0, 5.27, 3.17, 0, 0, 0, 0],
  saidAlone: [-5.2, 3.95, 0, 0, 0, 1.76, 0, 0.12, 0, 3.58],
  subjectAlone: [-3.7, 0, 0, 0, 0, 4.24, 0, 0, 0, 0],
};
