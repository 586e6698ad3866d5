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
export const BOUND = 0.3;

/** Fitted by `npm run bench -- moments-fit` on the first half of the labelled criteria. Do not edit. */
export const weights: Weights = {
  said: [-6.46, 3.91, 4.59, 2.12, 2.63, 1.8, -2.68, -0.37, -0.09, 2.57],
  answered: [1.09, 0.36, 0, 0, 0, 0, 0, 0, 0, 0],
  unanswered: [-4.09, 3.05, 0, 0, 0, 0, 0, 0, 0, 0],
  exchange: [-3.66, 2.71, 0, 0, 0, 0, 0, 0.66, 0, 3],
  subject: [-4.32, 0, 0, 0, 5.27, 3.17, 0, 0, 0, 0],
  saidAlone: [-5.2, 3.86, 0, 0, 0, 1.89, 0, -0.14, 0, 3.19],
  subjectAlone: [-3.7, 0, 0, 0, 0, 4.24, 0, 0, 0, 0],
};
