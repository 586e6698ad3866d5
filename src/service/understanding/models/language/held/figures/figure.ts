import type { Unit } from './units.ts';

/** A number, with what it counts. */
export interface Count {
  readonly kind: 'count';
  readonly text: string;
  /** Its readings: "3.500" is 3500 and 3.5. */
  readonly values: readonly number[];
  readonly unit?: Unit;
  /** Hour and minute, if it can be a time of day too: "four thirty". */
  readonly pair?: readonly [number, number];
  /** Lemmas of the words after it. */
  readonly of: readonly string[];
  readonly ordinal?: boolean;
  /** A word that need not count anything: "one", "first", "an hour", "both". */
  readonly weak?: boolean;
  /** A further reading as an amount: "six fifty" is 6.50. */
  readonly price?: number;
}

/** "Thousands": at least this much, and less than a thousand times as much. */
export interface Magnitude {
  readonly kind: 'magnitude';
  readonly text: string;
  readonly least: number;
}

/** A time of day: minutes since noon or midnight, and which if that was said. */
export interface Clock {
  readonly kind: 'clock';
  readonly text: string;
  readonly minutes: number;
  readonly half?: 'am' | 'pm';
}

/** A date with its month, a year alone is a count. */
export interface CalendarDate {
  readonly kind: 'date';
  readonly text: string;
  readonly month: number;
  readonly day?: number;
  readonly year?: number;
}

/** Where a figure stands. */
export interface Standing {
  /** Whether it stands directly after "not": "thirty days, not sixty". */
  readonly denied?: boolean;
  /** The word before it, lower case: "from" and "to" tell which end of a change it is. */
  readonly after?: string;
}

export type Figure = (Count | Magnitude | Clock | CalendarDate) & Standing;

/** A figure in a row of tokens, and the tokens that it takes: no other figure is read from them. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly figure: Figure;
}
