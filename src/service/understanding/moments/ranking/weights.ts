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
  /** The same without vectors: no encoder is installed, or the line is in another language. */
  readonly saidAlone: readonly number[];
  readonly subjectAlone: readonly number[];
}

/** A candidate is given from this rank on. */
export const BOUND = 0.5;

/** Fitted by `npm run bench -- moments-fit` on the first half of the labelled criteria. Do not edit. */
export const weights: Weights = {
  said: [-4.61, 6.29, 2.75, 2.94, 0.11, -1.29, -0.75, 0.65],
  answered: [2.15, 0.54, 0, 0, 0, 0, 0, 0],
  unanswered: [-10, 12.5, 0, 0, 0, 0, 0, 0],
  exchange: [-2.39, 1.41, 0, 0, 0, 0, 0, 0],
  subject: [-3.67, 0, 0, 0, 7.46, 3.08, 0, 0],
  saidAlone: [-3, 6, 0, 0, 0, 0, -1, 0],
  subjectAlone: [-3, 0, 0, 0, 0, 5, 0, 0],
};
