import type { HearAgainBody } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/deletions.ts';
import type { Trx } from '../../store/schema.ts';
import { encoderFor } from '../../understanding/embeddings/index.ts';
import { forgetModality } from '../../understanding/results.ts';
import { startAgain } from '../collection-files/hear-again.ts';
import { type FileRow, findFile, withFile } from '../common/lookup.ts';
import { redoSpeech } from '../files/hearing/change.ts';
import { checkProvider } from '../files/hearing/rules.ts';
import { outlineMaker } from '../outlines/maker.ts';
import { noteOutline } from '../outlines/rows.ts';

type Part = HearAgainBody['modality'];

/** Makes a modality of one file again, whatever made it, in all collections that have it. */
export async function redoFile(ctx: RequestContext, { params, body }: Input<'redo.file'>) {
  const { modality } = body;
  await checkProvider(ctx, body.provider, await findFile(ctx, params.file_id));
  checkMaker(ctx, modality);
  const count = await withFile(ctx, params.file_id, (trx, file) =>
    modality === 'speech' ? redoSpeech(ctx, trx, file, body) : makeAgain(ctx, trx, file, modality),
  );
  return { modality, file_count: 1, collection_file_count: count };
}

/** @throws 400 where nothing makes it, naming what would */
function checkMaker({ config }: RequestContext, modality: Part): void {
  const encoder = encoderFor(config);
  if (modality === 'chapters' && !outlineMaker(config))
    throw badRequest(
      'field modality: nothing writes chapters here: set a language model up with vau setup language',
    );
  if (modality === 'meaning' && (!encoder || encoder.problem !== undefined))
    throw badRequest('field modality: nothing makes vectors here: set an encoder up with vau setup meaning');
}

/** @returns in how many collections */
async function makeAgain(
  ctx: RequestContext,
  trx: Trx,
  file: FileRow,
  modality: Exclude<Part, 'speech'>,
): Promise<number> {
  const keys = await collectionsWith(trx, file.id, modality);
  if (modality === 'chapters') await forgetModality(trx, file.content_hash, 'outline');
  else if (modality !== 'faces' && modality !== 'meaning')
    await forgetModality(trx, file.content_hash, modality);
  // One by the same model would be used again.
  if (modality === 'faces')
    await trx
      .updateTable('face_detections')
      .set({ made_by: 'redone' })
      .where('file_id', '=', file.id)
      .execute();
  for (const { collection_id } of keys) {
    const key = { collection_id, file_id: file.id };
    const own = trx
      .updateTable('collection_files')
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', file.id);
    if (modality === 'chapters') {
      await noteOutline(trx, key, { outlined_by: null, outline_error: null });
      await ctx.queue.enqueue(trx, 'outline.write', key);
    } else if (modality === 'meaning') await own.set({ encoded_by: null }).execute();
    else {
      if (modality === 'faces') await own.set({ face_detection_id: null }).execute();
      await startAgain(ctx, trx, key);
    }
  }
  if (modality === 'meaning' && keys.length > 0) await ctx.queue.enqueue(trx, 'passages.encode', {});
  return keys.length;
}

/** The collections in which a file has a result of a modality. */
function collectionsWith(trx: Trx, fileId: string, modality: Exclude<Part, 'speech'>) {
  const all = trx
    .selectFrom('collection_files as f')
    .innerJoin('collections as c', 'c.id', 'f.collection_id')
    .select('f.collection_id')
    .where('f.file_id', '=', fileId)
    .where(isKept('collection_files', 'f'));
  if (modality === 'faces') return all.where('c.collection_type', '=', 'face-analysis').execute();
  if (modality === 'meaning')
    return all.where((f) => f.or([f('f.encoded_by', 'is', null), f('f.encoded_by', '!=', '')])).execute();
  if (modality === 'chapters')
    return all
      .innerJoin('collection_file_structures as s', (on) =>
        on.onRef('s.collection_id', '=', 'f.collection_id').onRef('s.file_id', '=', 'f.file_id'),
      )
      .execute();
  return all
    .innerJoin('collection_file_modalities as m', (on) =>
      on.onRef('m.collection_id', '=', 'f.collection_id').onRef('m.file_id', '=', 'f.file_id'),
    )
    .where('m.modality', '=', modality)
    .execute();
}
