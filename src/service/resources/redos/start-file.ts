import type { RedoBody } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Trx } from '../../store/schema.ts';
import { setAside } from '../../understanding/results.ts';
import { startAgain } from '../collection-files/hear-again.ts';
import { collectionFileRow, type FileRow } from '../common/lookup.ts';
import { isChosen } from '../common/made-by.ts';
import { rowOf } from '../common/rows.ts';
import { redoSpeech, speechChanged } from '../files/hearing/change.ts';
import { noteOutline } from '../outlines/rows.ts';
import type { OutdatedFile } from './outdated.ts';

/** The modalities whose stored results are read off the media; speech has ways of its own. */
export const ANALYSED = ['scene_text', 'visual_scene_description', 'audio_description'] as const;

/** Starts what is to be made again of one file of a collection, and notes that this redo did it. */
export async function startFile(
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
