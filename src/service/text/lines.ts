import type { Modality } from '../../contract/index.ts';

/** A stored line that can be quoted. Seconds. */
export interface QuotableLine {
  modality: Modality;
  text: string;
  /** ISO 639-1; undefined where it was not recognised. */
  language?: string;
  start: number;
  end: number;
  speaker?: string;
  /** Probability that it is right, 0 to 1, if it was recognised. */
  confidence?: number;
}
