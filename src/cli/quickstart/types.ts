import type { Client } from '../../client/index.ts';
import type { Progress } from '../terminal/progress.ts';

/** The context of the tour. */
export interface Tour {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Timeout for one file, in seconds. */
  readonly timeout: number;
  /** Starts a progress line. */
  begin(what: string): Progress;
}
