/** What the doctor found out. */

export interface Finding {
  /** What was looked at: node, ffmpeg, sign-in. */
  readonly check: string;
  /** `failed` is for what is needed; `warning` for what may do harm; `none` for what is not there and need not be. */
  readonly state: 'ok' | 'warning' | 'failed' | 'none';
  /** What is so. */
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** A finding; `advice` only where there is something to do. */
export const finding = (
  check: string,
  state: Finding['state'],
  message: string,
  advice?: string,
): Finding => ({
  check,
  state,
  message,
  ...(advice ? { advice } : {}),
});
