import type { Ffmpeg } from '../../media/index.ts';
import type { ChatEndpoint } from '../context/chat-endpoint.ts';
import type { SpeechConfig } from '../context/speech-settings.ts';
import type { Log } from '../log.ts';
import type { ObjectStorage } from '../store/objects.ts';
import type { Db, Trx } from '../store/schema.ts';

/** What decides which providers are used. */
export interface UnderstandingConfig {
  /** How speech is recognised. */
  readonly speech: SpeechConfig;
  /** A model that describes pictures; without one, scenes are measured facts. */
  readonly vision?: ChatEndpoint;
  /** A model that reads and answers; without one, what was said is quoted. */
  readonly language?: ChatEndpoint;
}

/** What understanding a file needs, and all that it gets: no queue, no settings of the service. */
export interface UnderstandingContext {
  readonly db: Db;
  readonly objects: ObjectStorage;
  readonly config: UnderstandingConfig;
  readonly ffmpeg: Ffmpeg;
  readonly log: Log;
  /** Aborts when the work is to stop. */
  readonly signal: AbortSignal;
  /** Unix milliseconds. */
  clock(): number;
  /**
   * The one way to write: a transaction.
   * @throws when another worker does the work by now; the transaction is rolled back
   */
  write<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** Says what is being done, for the log. */
  progress(text: string): void;
}
