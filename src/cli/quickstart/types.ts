import type { Client } from '../../client/index.ts';
import type { Progress } from '../terminal/progress.ts';

/** What the tour works with. */
export interface Tour {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Longest time for one file, in seconds. */
  readonly timeout: number;
  /** Says what begins; what it gives says how far it is, and ends it. */
  begin(what: string): Progress;
}
