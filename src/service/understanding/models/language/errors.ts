import { EndpointRefused } from '../endpoint/errors.ts';

/** The model declined to answer, by its own words or by its filter. */
export class ModelDeclined extends EndpointRefused {
  override readonly name = 'ModelDeclined';
}

/** The model answered, but not as requested, and the repair did not help. */
export class AnswerUnusable extends EndpointRefused {
  override readonly name = 'AnswerUnusable';
}
