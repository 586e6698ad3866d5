import type { JobContext } from '../../jobs/handlers.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Progress } from '../../understanding/index.ts';
import type { CollectionFileRow } from '../common/lookup.ts';

/** Minimum interval between progress updates of the same stage, in milliseconds; a new stage is written at once. */
const EVERY_MS = 1_000;

/** Writes the progress of a collection file to its row during processing. */
export interface ProgressKeeper {
  report(progress: Progress): void;
  /** Resolves when no write is in progress. */
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
      // Progress is only for display; a failed write must not fail the job.
      ctx.log.warn('progress could not be saved', { error });
    }
  };
  return {
    report: (progress) => {
      const now = Date.now();
      if (progress.stage === last.stage && now - last.at < EVERY_MS) return;
      if (progress.stage !== last.stage) ctx.log.info('analysing', { ...progress });
      last = { stage: progress.stage, at: now };
      going = going.then(() => write(progress));
    },
    stop: () => going,
  };
}
