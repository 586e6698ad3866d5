/** The endpoint gave no usable response, and a retry would not help. Its subclasses say why. */
export class EndpointRefused extends Error {
  override readonly name: string = 'EndpointRefused';
}

/** The endpoint did not respond in time, in any attempt. */
export class EndpointTimedOut extends EndpointRefused {
  override readonly name = 'EndpointTimedOut';
}

/** The endpoint limits requests (429), and still did at the last attempt. */
export class EndpointBusy extends EndpointRefused {
  override readonly name = 'EndpointBusy';
  /** Seconds after which it may respond, as it said; 0 if it did not say. */
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The request or the response is larger than allowed. */
export class EndpointOverflow extends EndpointRefused {
  override readonly name = 'EndpointOverflow';
}

/** The model declined to answer, by its own words or by its filter. */
export class ModelDeclined extends EndpointRefused {
  override readonly name = 'ModelDeclined';
}

/** The model answered, but not as requested, and the repair did not help. */
export class AnswerUnusable extends EndpointRefused {
  override readonly name = 'AnswerUnusable';
}
