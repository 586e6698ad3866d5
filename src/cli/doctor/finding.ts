/** The result of one doctor check. */
import type { ExitStatus } from '../errors/exit.ts';

export interface Finding {
  /** Name of the check: node, ffmpeg, sign-in. */
  readonly check: string;
  /** `failed`: a required check failed; `warning`: may cause harm; `none`: missing, but not required. */
  readonly state: 'ok' | 'warning' | 'failed' | 'none';
  /** The result in a sentence. */
  readonly message: string;
  /** How to fix it. */
  readonly advice?: string;
  /** Exit status of a command that needs it, if not 1. */
  readonly exit_status?: ExitStatus;
}

/** A finding; `advice` only if there is something to fix. */
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

/** A failed check, with its exit status. */
export const failed = (check: string, status: ExitStatus, message: string, advice?: string): Finding => ({
  ...finding(check, 'failed', message, advice),
  exit_status: status,
});
