const STAMP = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/**
 * Parses a subtitle timestamp into seconds: `hh:mm:ss,mmm` or `mm:ss.mmm`, hours and fraction optional. Undefined if
 * the text is not a timestamp, or if its minutes or seconds reach 60.
 */
export function parseStamp(text: string): number | undefined {
  const match = STAMP.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0'));
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  // Divided once: 2 + 0.514 is 2.5140000000000002.
  return (whole * 1000 + milliseconds) / 1000;
}

/** `hh:mm:ss` with milliseconds after the mark (`,` in SRT, `.` in WebVTT). Takes seconds. */
export function formatStamp(seconds: number, mark: ',' | '.'): string {
  const total = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}`;
  return `${clock}${mark}${String(total % 1000).padStart(3, '0')}`;
}

/** `h:mm:ss` as written in citations. Takes seconds and drops the fraction. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** As files have it: too short, or escaped for HTML. */
const ARROW = /-{1,2}(?:>|&gt;)/;
/** What is meant as a time, though it may be broken: `00:0x:01,000`. */
const TIME = String.raw`-?\s*(?=[a-z]*\d)\w{1,4}(?:\s*[:.,]\s*\w{1,4}){1,3}`;
/** A text may have an arrow too; a timing line has it between times, or after one with its fraction. */
const BETWEEN_TIMES = new RegExp(String.raw`^\s*${TIME}\s*${ARROW.source}\s*${TIME}(?=\s|$)`, 'i');
/** In characters: a line of a million spaces takes no time. */
const LONGEST_TIMES = 200;
const AFTER_TIME = new RegExp(String.raw`^\s*(?:\d+:)+\d\d[.,]\d{3}\s*${ARROW.source}`);

/** Whether a line of a subtitle file is meant as a cue's times, wherever it stands. */
export function isTimingLine(line: string): boolean {
  const start = line.slice(0, LONGEST_TIMES);
  return parseTiming(line) !== undefined || BETWEEN_TIMES.test(start) || AFTER_TIME.test(start);
}

/** Whether a line stands for a cue's times where these are expected: at the start of a cue, or below its number. */
export function hasArrow(line: string): boolean {
  return line.includes('-->') || isTimingLine(line);
}

/**
 * Parses a cue's timing line (`start --> end settings`) into seconds. A start before 0 becomes 0, which is when it is first seen.
 * Undefined if it is malformed: no arrow, a bad timestamp, or an end that is not after the start and after 0. Settings after the
 * end are ignored, and so are spaces inside of times.
 */
export function parseTiming(line: string): { start: number; end: number } | undefined {
  const arrow = ARROW.exec(line);
  if (!arrow) return undefined;
  const [first, second] = [line.slice(0, arrow.index), line.slice(arrow.index + arrow[0].length)].map(
    (side) => side.trim().replace(/(\d)\s*([:.,])\s*(?=\d)/g, '$1$2'),
  );
  const start = parseSigned(first);
  const end = parseSigned(second?.split(/\s/, 1)[0]);
  if (start === undefined || end === undefined || end <= start || end <= 0) return undefined;
  return { start: Math.max(0, start), end };
}

/** A timestamp that may lie before 0: times that were shifted do. */
function parseSigned(text = ''): number | undefined {
  const seconds = parseStamp(text.replace(/^-/, ''));
  return seconds !== undefined && text.startsWith('-') ? -seconds : seconds;
}
