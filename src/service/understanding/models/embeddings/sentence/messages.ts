import type { Encoding } from '../../model-process/answer-in-turn.ts';
import type { TextRole } from '../port.ts';

/** Texts that an encoder's process is to turn into vectors: one for each, in order. */
export interface EncoderAsk {
  readonly texts: readonly string[];
  readonly as: TextRole;
  /** Lines are read with it: each gets the log odds that it answers, in place of a vector. */
  readonly question?: string;
}

/** Lets an encoder make the vectors of such requests. @param encode makes that of one text, given by its place from 0 */
export function encodingOf(
  encode: (ask: EncoderAsk, at: number) => Promise<Float32Array>,
): Encoding<EncoderAsk> {
  return { kind: 'encoder', count: ({ texts }) => texts.length, encode };
}
