import type { Modality } from '../../contract/index.ts';

/** A span of media, in seconds. */
export interface Span {
  start: number;
  end: number;
}

/** Whether a line belongs to a segment. A line without length belongs to the segment where it starts. */
export function within(line: Span, segment: Span): boolean {
  const begins = line.start >= segment.start && line.start < segment.end;
  return begins || (line.start < segment.start && line.end > segment.start);
}

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
