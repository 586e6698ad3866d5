import type { JobContext } from '../../jobs/handlers.ts';
import { toJson } from '../../store/json.ts';
import type { Progress } from '../../understanding/index.ts';
import type { CollectionFileRow } from '../common/lookup.ts';

/** Progress is written no more often than this, in milliseconds; another stage is written at once. */
const EVERY_MS = 1_000;

/** Writes how far a collection file is into its row, while it is being processed. */
export interface ProgressKeeper {
  tell(progress: Progress): void;
  /** Ends when nothing is being written any more. */
  stop(): Promise<void>;
}

export function keepProgress(ctx: JobContext, collectionFile: CollectionFileRow): ProgressKeeper {
  let going: Promise<void> = Promise.resolve();
  let last = { stage: '', at: 0 };
  const write = async (progress: Progress) => {
    try {
      await ctx.db
        .updateTable('collection_files')
        .set({ progress: toJson(progress) })
        .where('collection_id', '=', collectionFile.collection_id)
        .where('file_id', '=', collectionFile.file_id)
        .where('status', '=', 'processing')
        .execute();
    } catch (error) {
      // It is only shown; the work itself must not fail for it.
      ctx.log.warn('progress could not be noted', { error });
    }
  };
  return {
    tell: (progress) => {
      const now = Date.now();
      if (progress.stage === last.stage && now - last.at < EVERY_MS) return;
      if (progress.stage !== last.stage) ctx.log.info('perceiving', { ...progress });
      last = { stage: progress.stage, at: now };
      going = going.then(() => write(progress));
    },
    stop: () => going,
  };
}
