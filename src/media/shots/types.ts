/** How one shot becomes the next. */
export type TransitionKind = 'cut' | 'gradual';

/** A place where shots change, by frames of the sequence that was looked at. */
export interface Transition {
  kind: TransitionKind;
  /** First frame that is not purely the shot before. */
  start: number;
  /** First frame that is purely the shot after; the same as start for a cut. */
  end: number;
  /** Seconds at which these frames are shown. */
  start_time: number;
  end_time: number;
}

/** One shot of a film. */
export interface Shot {
  /** Seconds. */
  start_time: number;
  /** Seconds, not part of the shot. */
  end_time: number;
  /** How it begins; null for the first one and for parts of a shot that was longer than max_seconds. */
  transition: TransitionKind | null;
}

/** A small frame: 64 by 36 pixels of red, green and blue bytes. */
export interface ShotFrame {
  /** Seconds at which it is shown; null: evenly spaced from the window's start. */
  seconds: number | null;
  data: Uint8Array;
}
