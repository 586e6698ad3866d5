/**
 * Making results again that something better would make now. A file or collection comes in; what is outdated is found
 * and estimated (outdated.ts, expected.ts), and the job starts its files piece by piece.
 */

import type { RedoBody } from '../../../contract/index.ts';
import { failsItsRow, type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { setAside } from '../../understanding/modalities/results.ts';
import { startAgain } from '../collection-files/hear-again.ts';
import { collectionFileRow, type FileRow } from '../common/lookup.ts';
import { isChosen } from '../common/made-by.ts';
import { openRow, rowOf } from '../common/rows.ts';
import { redoSpeech, speechChanged } from '../files/hearing/change.ts';
import { noteOutline } from '../outlines/rows.ts';
import { type MakersNow, makersNow } from './makers-now.ts';
import { type OutdatedFile, outdatedPage, type RedoModality } from './outdated.ts';
import { countsOf, type RedoRow } from './present.ts';

/** A redo waits for nothing: its job asks how far the files are. */
export const redoLifecycle = declareLifecycle('redo.run', {
  table: 'redos',
  key: { redo_id: 'id' },
  fail: async (_ctx, trx, { redo_id }, error) => {
    await trx.updateTable('redos').set({ status: 'failed', error }).where('id', '=', redo_id).execute();
  },
});

/** The modalities whose stored results are read off the media; speech has ways of its own. */
const ANALYSED = ['scene_text', 'visual_scene_description', 'audio_description'] as const;

/** Starts what is to be made again of one file of a collection, and notes that this redo did it. */
async function startFile(
  ctx: JobContext,
  trx: Trx,
  redo: { readonly id: string; readonly collection_id: string; readonly body: RedoBody },
  { file_id, results }: OutdatedFile,
): Promise<void> {
  const key = { collection_id: redo.collection_id, file_id };
  const file = await rowOf(trx, 'files', file_id);
  const again = new Set(results.filter(({ stays }) => !stays).map(({ modality }) => modality));
  if (!file || again.size === 0 || !(await collectionFileRow(trx, key.collection_id, file_id))) return;
  const own = trx
    .updateTable('collection_files')
    .where('collection_id', '=', key.collection_id)
    .where('file_id', '=', file_id);
  await own.set({ redo: redo.id }).execute();
  if (again.has('faces')) await own.set({ face_detection_id: null }).execute();
  if (again.has('chapters')) await noteOutline(trx, key, { outlined_by: null, outline_error: null });
  if (again.has('speech')) await hearAgain(ctx, trx, file, redo.body);
  await forgetSame(trx, file, results);
  // What was said anew is processed already.
  if (ANALYSED.some((one) => again.has(one)) || again.has('faces')) await startAgain(ctx, trx, key);
  else if (again.has('chapters') && !again.has('speech')) await ctx.queue.enqueue(trx, 'outline.write', key);
}

async function hearAgain(ctx: JobContext, trx: Trx, file: FileRow, body: RedoBody): Promise<void> {
  if (body.scope === 'all' || isChosen(body)) await redoSpeech(ctx, trx, file, body);
  else await speechChanged(ctx, trx, file);
}

/** A stored result of the same maker would be used again. */
async function forgetSame(trx: Trx, file: FileRow, results: OutdatedFile['results']): Promise<void> {
  for (const modality of ANALYSED)
    if (results.some((one) => one.modality === modality && one.change === 'same'))
      await setAside(trx, file.content_hash, modality);
}

/** Files started in one transaction: other writers wait meanwhile. */
const PIECE = 25;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

/** Milliseconds until it looks again how far the files are. */
const LOOK_MS = 1_000;

/**
 * Starts the files of a collection again whose results something else would make now, piece by piece, and waits until they
 * have ended. A piece and how far it reached are written in one transaction: after an interruption the next job goes on
 * behind it, and no file is started twice.
 */
export const runRedo: JobHandler<'redo.run'> = {
  rows: redoLifecycle,
  async run(ctx, { redo_id }) {
    const until = ctx.clock() + TURN_MS;
    const makers = makersNow(ctx.config);
    for (let after: string | undefined; ; ) {
      ctx.signal.throwIfAborted();
      const row = await openRow(ctx.db, 'redos', redo_id);
      if (!row) return;
      const last = await startPage(ctx, makers, row, after ?? row.reached);
      if (last === undefined) break;
      after = last;
      if (ctx.clock() > until) {
        await ctx.write((trx) => note(trx, redo_id, last));
        throw new RetryLater('more files are to be started', 0);
      }
    }
    if (!(await ctx.write((trx) => endIfDone(ctx, trx, redo_id))))
      throw new RetryLater('its files are being processed', LOOK_MS);
  },
  exhausted: failsItsRow('redo.run'),
};

/** @returns the last file that was looked at; undefined if there are no more */
async function startPage(
  ctx: JobContext,
  makers: MakersNow,
  row: RedoRow,
  after: string,
): Promise<string | undefined> {
  const scope = {
    collectionId: row.collection_id,
    body: fromJson<RedoBody>(row.config),
    until: row.created_at,
  };
  const { files, last } = await outdatedPage(ctx.db, makers, scope, after);
  const again = files.filter(({ results }) => results.some(({ stays }) => !stays));
  for (let at = 0; at < again.length; at += PIECE) {
    ctx.signal.throwIfAborted();
    await ctx.write((trx) => startPiece(ctx, trx, row, again.slice(at, at + PIECE)));
  }
  return last;
}

async function startPiece(
  ctx: JobContext,
  trx: Trx,
  row: RedoRow,
  files: readonly OutdatedFile[],
): Promise<void> {
  if (!(await openRow(trx, 'redos', row.id))) return;
  const { id, collection_id, config } = row;
  const redo = { id, collection_id, body: fromJson<RedoBody>(config) };
  for (const file of files) await startFile(ctx, trx, redo, file);
  const some = (one: RedoModality) =>
    files.some(({ results }) => results.some(({ modality }) => modality === one));
  if (some('meaning')) await ctx.queue.enqueue(trx, 'passages.encode', {});
  if (some('pictures')) await ctx.queue.enqueue(trx, 'pictures.encode', {});
  await note(trx, id, files.at(-1)?.file_id ?? row.reached);
}

/** Notes how far it is. */
async function note(trx: Trx, id: string, reached: string): Promise<void> {
  await trx.updateTable('redos').set({ status: 'processing', reached }).where('id', '=', id).execute();
}

/** @returns whether it has ended */
async function endIfDone(ctx: JobContext, trx: Trx, id: string): Promise<boolean> {
  const row = await openRow(trx, 'redos', id);
  if (!row) return true;
  const { started, ...counts } = await countsOf({ db: trx, config: ctx.config }, row);
  if (counts.files_completed + counts.files_failed < started) {
    if (row.status === 'pending') await note(trx, id, row.reached);
    return false;
  }
  const status = counts.files_failed > 0 ? 'completed_with_failures' : 'completed';
  await trx
    .updateTable('redos')
    .set({ status, ...counts, files_total: started })
    .where('id', '=', id)
    .execute();
  return true;
}
