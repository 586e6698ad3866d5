import type { Modality } from '../../contract/index.ts';

/** A stored line that can be quoted. Seconds. */
export interface QuotableLine {
  modality: Modality;
  text: string;
  start: number;
  end: number;
  speaker?: string;
}
