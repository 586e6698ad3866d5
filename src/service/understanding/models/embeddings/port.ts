/**
 * What a text is to an encoder: some models make other vectors of a question than of what answers it. Lines are passages that
 * follow each other in a recording: an encoder that can do so understands each by those around it.
 */
export type TextRole = 'query' | 'passage' | 'line';

/** Turns texts into vectors: texts that mean the same are close. */
export interface TextEncoder {
  /** Names the vectors: those of different models, or of different dimensions, are never compared. */
  readonly model: string;
  /** Language of its texts (ISO 639-1); undefined: any. */
  readonly language: string | undefined;
  /** A sentence that says what is missing, if it is set up and cannot be used: it then encodes nothing. */
  readonly problem?: string;
  /**
   * One vector for each text, in order: all of one dimension and of length 1; only zeros for a text without words.
   * Rejects with a readable reason, and soon after `signal` aborts.
   * @param as default passage
   */
  encode(texts: readonly string[], signal: AbortSignal, as?: TextRole): Promise<Float32Array[]>;
}
