/** How one shot changes to the next. */
export type TransitionKind = 'cut' | 'gradual';

/** A change of shots, in frames of the analysed sequence. */
export interface Transition {
  kind: TransitionKind;
  /** First frame that does not show only the previous shot. */
  start: number;
  /** First frame that shows only the next shot; equal to start for a cut. */
  end: number;
  /** Times of these frames in seconds. */
  start_time: number;
  end_time: number;
}

/** One shot of a film. */
export interface Shot {
  /** Seconds. */
  start_time: number;
  /** Seconds, exclusive. */
  end_time: number;
  /** How it starts; null for the first shot and for parts of a shot that was longer than max_seconds. */
  transition: TransitionKind | null;
}

/** A small frame: 64 by 36 pixels of red, green and blue bytes. */
export interface ShotFrame {
  /** Its time in seconds; null: evenly spaced from the window's start. */
  seconds: number | null;
  data: Uint8Array;
}
