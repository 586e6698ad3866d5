import type { Collection } from '../../../contract/index.ts';
import type { EndContext } from '../../jobs/waiting.ts';
import { fromJson } from '../../store/json.ts';
import type { Trx } from '../../store/schema.ts';
import type { CollectionRow } from '../common/lookup.ts';

/** A file's metadata changed: re-reads it in the collections that use it (metadata, and entities in metadata mode). */
export async function reindexMetadata(ctx: EndContext, trx: Trx, fileId: string): Promise<void> {
  const collectionFiles = await trx
    .selectFrom('collection_files as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['m.collection_id', 'c.collection_type', 'c.config'])
    .where('m.file_id', '=', fileId)
    .where('c.collection_type', 'in', ['metadata', 'entities'])
    .where('m.status', 'in', ['completed', 'not_applicable'])
    .execute();
  for (const { collection_id } of collectionFiles.filter(readsMetadata)) {
    await trx
      .updateTable('collection_files')
      .set({ status: 'pending', searchable_status: 'pending' })
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', fileId)
      .execute();
    await ctx.waiting.start(trx, 'collection-file.process', { collection_id, file_id: fileId });
  }
}

function readsMetadata({
  collection_type: type,
  config,
}: Pick<CollectionRow, 'collection_type' | 'config'>): boolean {
  const { extract_config } = fromJson<Pick<Collection, 'extract_config'>>(config) ?? {};
  return type === 'metadata' || extract_config?.enable_metadata_mode === true;
}
