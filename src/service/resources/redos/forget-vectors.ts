import type { RequestContext } from '../../http/handler.ts';
import { PASSAGES, PICTURES } from '../../search/vectors/tables.ts';
import type { Trx } from '../../store/schema.ts';

/** The vectors that are made again. */
interface Forgotten {
  readonly file_id: string;
  readonly modality: 'meaning' | 'pictures';
  readonly encoder: string;
}

/**
 * Deletes the vectors that an encoder made of a file, in all of its collections, and lets the file wait for new ones. Until
 * these are there, which takes seconds, it is found by its words.
 */
export async function forgetVectors(
  ctx: Pick<RequestContext, 'queue'>,
  trx: Trx,
  { file_id, modality, encoder }: Forgotten,
): Promise<void> {
  const { items, madeBy } = modality === 'meaning' ? PASSAGES : PICTURES;
  await trx
    .deleteFrom(items)
    .where('file_id', '=', file_id)
    .where('encoder', 'in', trx.selectFrom('encoders').select('id').where('model', '=', encoder))
    .execute();
  await trx
    .updateTable('collection_files')
    .set({ [madeBy]: null })
    .where('file_id', '=', file_id)
    .where((row) => row.or([row(madeBy, 'is', null), row(madeBy, '!=', '')]))
    .execute();
  await ctx.queue.enqueue(trx, modality === 'meaning' ? 'passages.encode' : 'pictures.encode', {});
}
