import type { RedoBody } from '../../../contract/index.ts';
import { failsItsRow } from '../../jobs/exhausted.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { isKept } from '../../store/deletions.ts';
import { fromJson } from '../../store/json.ts';
import type { Trx } from '../../store/schema.ts';
import { openRow, rowOf } from '../common/rows.ts';
import { redoSpeech } from '../files/hearing/change.ts';
import { countsOf, type RedoRow } from './present.ts';

/** Files started in one transaction: other writers wait meanwhile. */
const PIECE = 25;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

/** Milliseconds until it looks again how far the files are. */
const LOOK_MS = 1_000;

/**
 * Starts the recognition of a collection's files again, piece by piece, and waits until they have ended. A piece and how
 * far it reached are written in one transaction: after an interruption the next job goes on behind it, and no file is
 * started twice.
 */
export const runRedo: JobHandler<'redo.run'> = {
  async run(ctx, { redo_id }) {
    const until = ctx.clock() + TURN_MS;
    while (await ctx.write((trx) => startPiece(ctx, trx, redo_id))) {
      ctx.signal.throwIfAborted();
      if (ctx.clock() > until) throw new RetryLater('more files are to be started', 0);
    }
    if (!(await ctx.write((trx) => endIfDone(trx, redo_id))))
      throw new RetryLater('its files are being processed', LOOK_MS);
  },
  exhausted: failsItsRow('redo.run'),
};

/** @returns whether there may be more files to start */
async function startPiece(ctx: JobContext, trx: Trx, id: string): Promise<boolean> {
  const row = await openRow(trx, 'redos', id);
  if (!row) return false;
  const files = await nextFiles(trx, row);
  for (const { file_id } of files) {
    const file = await rowOf(trx, 'files', file_id);
    if (file) await redoSpeech(ctx, trx, file, fromJson<RedoBody>(row.config));
  }
  const last = files.at(-1);
  await trx
    .updateTable('redos')
    .set({ status: 'processing', ...(last && { reached: last.file_id }) })
    .where('id', '=', id)
    .execute();
  return files.length === PIECE;
}

/** The next files of those that were in the collection when it was asked for. */
function nextFiles(trx: Trx, { collection_id, reached, created_at }: RedoRow) {
  return trx
    .selectFrom('collection_files')
    .select('file_id')
    .where('collection_id', '=', collection_id)
    .where('file_id', '>', reached)
    .where('added_at', '<=', created_at)
    .where(isKept('collection_files'))
    .orderBy('file_id')
    .limit(PIECE)
    .execute();
}

/** @returns whether it has ended */
async function endIfDone(trx: Trx, id: string): Promise<boolean> {
  const row = await openRow(trx, 'redos', id);
  if (!row) return true;
  const counts = await countsOf(trx, row);
  if (counts.files_completed + counts.files_failed < counts.files_total) return false;
  const status = counts.files_failed > 0 ? 'completed_with_failures' : 'completed';
  await trx
    .updateTable('redos')
    .set({ status, ...counts })
    .where('id', '=', id)
    .execute();
  return true;
}
