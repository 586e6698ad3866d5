/** A stretch of media, in seconds. */
export interface Span {
  start: number;
  end: number;
}

/** True when a line is seen or heard in a segment. A line without length belongs where it begins. */
export function within(line: Span, segment: Span): boolean {
  const begins = line.start >= segment.start && line.start < segment.end;
  return begins || (line.start < segment.start && line.end > segment.start);
}
