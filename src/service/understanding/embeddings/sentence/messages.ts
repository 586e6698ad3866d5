import type { TextRole } from '../port.ts';

/** Texts that an encoder's process is to turn into vectors: one for each, in order. */
export interface EncoderAsk {
  readonly texts: readonly string[];
  readonly as: TextRole;
}
