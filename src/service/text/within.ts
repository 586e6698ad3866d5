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
