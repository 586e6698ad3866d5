/** What the doctor found out. */
import type { ExitStatus } from '../errors/exit.ts';

export interface Finding {
  /** What was looked at: node, ffmpeg, sign-in. */
  readonly check: string;
  /** `failed` is for what is needed; `warning` for what may do harm; `none` for what is not there and need not be. */
  readonly state: 'ok' | 'warning' | 'failed' | 'none';
  /** What is so. */
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
  /** What a command that needs it would end with, where that is not 1. */
  readonly exit_status?: ExitStatus;
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

/** A finding of what is needed and does not work, with the exit status that goes with it. */
export const failed = (check: string, status: ExitStatus, message: string, advice?: string): Finding => ({
  ...finding(check, 'failed', message, advice),
  exit_status: status,
});
