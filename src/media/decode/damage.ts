/** A damaged stretch of a film or recording, in seconds. */
export interface Damage {
  readonly start: number;
  readonly end: number;
}

/** Damage this close together, in seconds, is one stretch. */
const TOGETHER_SECONDS = 5;

/** So close to the beginning or the end, in seconds, one moment of damage is a recording that was cut within a frame. */
const FIRST_SECONDS = 1;
const LAST_SECONDS = 5;

/** Collects the seconds at which a decoder reported errors. */
export interface DamageMeter {
  /** Call it in order of time. */
  add(seconds: number): void;
  /** @param duration seconds that were decoded @returns the damage, without what any recording may have at its edges */
  stretches(duration: number): readonly Damage[];
}

export function damageMeter(): DamageMeter {
  const found: { start: number; end: number }[] = [];
  return {
    add: (seconds) => {
      const last = found.at(-1);
      if (last && seconds - last.end <= TOGETHER_SECONDS) last.end = Math.max(last.end, seconds);
      else found.push({ start: seconds, end: seconds });
    },
    stretches: (duration) => {
      const inside = (seconds: number) => seconds > FIRST_SECONDS && seconds < duration - LAST_SECONDS;
      return found.filter(({ start, end }) => duration === 0 || end > start || inside(start));
    },
  };
}

/** The level of a message of ffmpeg, as -v with `level+` prints it. */
const ERROR = /\[(?:error|fatal|panic)\]/;

/** Characters of a line's beginning in which its level is. */
const LONGEST_PREFIX = 200;

/**
 * Finds errors in what ffmpeg says on standard error while it decodes; it says no time. A decoder works ahead of what is
 * read of it, so the time of an error is known to a few seconds.
 * @param onError called for each piece of text with an error in it
 * @returns a reader for `onErrorText`
 */
export function errorReader(onError: () => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const all = rest + text;
    rest = all.slice(all.lastIndexOf('\n') + 1).slice(0, LONGEST_PREFIX);
    if (ERROR.test(all)) {
      rest = '';
      onError();
    }
  };
}
