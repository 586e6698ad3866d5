import type { Ffmpeg } from '../../../media/index.ts';
import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import type { SpeechConfig } from '../../context/speech-settings.ts';
import type { Log } from '../../log.ts';
import type { ObjectStorage } from '../../store/objects/objects.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { isMachineTrouble, isNoRoom } from '../../trouble.ts';

/** The settings that decide which providers are used. */
export interface UnderstandingConfig {
  /** Where vau setup puts models; absolute. */
  readonly dataDir: string;
  /** How speech is recognised. */
  readonly speech: SpeechConfig;
  /** A model that describes frames; without one, scene descriptions are measured facts. */
  readonly vision?: ModelEndpoint;
  /** Whether to look for objects in pictures if there is no vision model. */
  readonly objects: boolean;
  /** A language model that reads and answers; without one, answers quote what was said. */
  readonly language?: ModelEndpoint;
}

/** Everything that understanding a file needs: no queue, no settings of the service. */
export interface UnderstandingContext {
  readonly db: Db;
  readonly objects: ObjectStorage;
  readonly config: UnderstandingConfig;
  readonly ffmpeg: Ffmpeg;
  readonly log: Log;
  /** Whether this is the last try: what the machine disturbs now is not done again. */
  readonly isLast: boolean;
  /** Aborts when the work must stop. */
  readonly signal: AbortSignal;
  /** Unix milliseconds. */
  clock(): number;
  /**
   * The only way to write: a transaction.
   * @throws if another worker has the job by now; the transaction is then rolled back
   */
  write<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** Logs what is being done. */
  progress(text: string): void;
}

/**
 * Whether the whole work is to be done again rather than to go on without a part of it: the machine disturbed that part. At
 * the last try only a full disk counts: there, the rest is better than nothing.
 */
export function triesAgain({ isLast }: Pick<UnderstandingContext, 'isLast'>, error: unknown): boolean {
  return isLast ? isNoRoom(error) : isMachineTrouble(error);
}
