/** Turns texts into vectors: texts that mean the same are close. */
export interface TextEncoder {
  /** Names the vectors: those of different models, or of different dimensions, are never compared. */
  readonly model: string;
  /** Language of its texts (ISO 639-1); undefined: any. */
  readonly language: string | undefined;
  /**
   * One vector for each text, in order: all of one dimension and of length 1; only zeros for a text without words.
   * Rejects with a readable reason, and soon after `signal` aborts.
   */
  encode(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}
