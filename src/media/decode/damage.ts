/** A damaged stretch of a film or recording, in seconds. */
export interface Damage {
  readonly start: number;
  readonly end: number;
}

/** Damage this close together, in seconds, is one stretch. */
const TOGETHER_SECONDS = 5;
/** At the beginning or the end, one damaged moment of at most so many seconds is a recording that was cut within a frame. */
const MOMENT_SECONDS = 2.5;

const EVERY_SECOND = 'isnan(prev_selected_t)+gte(t-prev_selected_t\\,1)';
/** The end of a filter graph in which ffmpeg prints a time about every second of film. It looks at every pixel, so they are few. */
export const FILM_TIMES = `select=${EVERY_SECOND},scale=16:16:flags=neighbor,showinfo,nullsink`;
/** The same of sound. */
export const SOUND_TIMES = `aselect=${EVERY_SECOND},ashowinfo,anullsink`;

/** The level with which these times and errors are printed. */
export const TIMED_LEVEL = 'level+info';

const TIME = /^\[Parsed_a?showinfo_.* pts_time:(-?[\d.]+)/;
const ERROR = /\[(?:error|fatal|panic)\]/;
/** Characters of a line in which its level and time are. */
const LONGEST_LINE = 4096;

/** Reads where a decoder reported errors. */
export interface DamageReader {
  /** Takes what ffmpeg prints on standard error, in pieces. */
  read(text: string): void;
  /** @param duration seconds that were decoded @returns the damage, without what any recording may have at its edges */
  stretches(duration: number): readonly Damage[];
}

/**
 * Reads the damage that a decoder works around: errors, and between which of the printed times they are. (The times of
 * standard output will not do: a busy reader gets them seconds later.)
 * @param start second of the file at which the decoded window begins
 */
export function damageReader(start = 0): DamageReader {
  const found: { start: number; end: number }[] = [];
  let last = start;
  let failing = false;
  let rest = '';
  const add = (end: number) => {
    const before = found.at(-1);
    if (before && last - before.end <= TOGETHER_SECONDS) before.end = Math.max(before.end, end);
    else found.push({ start: last, end: Math.max(last, end) });
    failing = false;
  };
  const readLine = (line: string) => {
    const time = TIME.exec(line)?.[1];
    if (time === undefined) failing ||= ERROR.test(line);
    else {
      if (failing) add(start + Number(time));
      last = start + Number(time);
    }
  };
  return {
    read: (text) => {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) readLine(line);
    },
    stretches: (duration) => {
      readLine(rest);
      if (failing) add(duration);
      const moment = ({ start, end }: Damage) => end - start <= MOMENT_SECONDS;
      const atEdge = (one: Damage) => one.start < MOMENT_SECONDS || one.end > duration - MOMENT_SECONDS;
      return found.filter((one) => duration === 0 || !moment(one) || !atEdge(one));
    },
  };
}
