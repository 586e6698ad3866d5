import { type FileEntities, limits } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { providersOf } from '../../understanding/description.ts';
import { isWithin, listOf } from '../common/lists.ts';
import { findCollection, findCollectionFile } from '../common/lookup.ts';
import { shownEntities, shownSegment } from './present.ts';
import { readEntities } from './rows.ts';

/** What was extracted from the collection files of entities collections. */
export const entityHandlers: HandlersOf<'entity.list' | 'entity.get'> = {
  'entity.list': list,
  'entity.get': async (ctx, { params, query }) => {
    await entitiesCollection(ctx, params.collection_id);
    const { limit, offset } = query;
    return show(ctx, await findCollectionFile(ctx, params.collection_id, params.file_id), { limit, offset });
  },
};

/** @throws 404, or 400 naming the type the collection has */
async function entitiesCollection(ctx: RequestContext, id: string): Promise<string> {
  const { collection_type: type } = await findCollection(ctx, id);
  if (type === 'entities') return id;
  throw badRequest(`collection ${id} is of type ${type}; only collections of type entities have entities`);
}

interface CollectionFileKey {
  readonly collection_id: string;
  readonly file_id: string;
  readonly added_at: number;
}

async function show(
  ctx: RequestContext,
  { collection_id, file_id, added_at }: CollectionFileKey,
  page: { limit: number; offset: number },
): Promise<FileEntities> {
  const { file, segments, total } = await readEntities(ctx.db, { collection_id, file_id }, page);
  return {
    ...{ collection_id, file_id, added_at },
    ...(file && shownEntities(file)),
    ...(total > 0 && { segment_entities: segments.map(shownSegment) }),
    total,
    ...page,
    providers: await providersOf(ctx.db, { collection_id, file: { id: file_id } }),
  };
}

/** Of each collection file the first segments are shown; the rest are read one by one. */
async function list(ctx: RequestContext, { params, query }: Input<'entity.list'>) {
  const id = await entitiesCollection(ctx, params.collection_id);
  const collectionFiles = ctx.db
    .selectFrom('collection_files as m')
    .innerJoin('files as f', 'f.id', 'm.file_id')
    .select(['m.collection_id', 'm.file_id', 'm.added_at'])
    .where('m.collection_id', '=', id)
    .where(({ ref }) => isWithin(ref('m.added_at'), query.added_after, query.added_before))
    .orderBy(query.order === 'filename' ? 'f.filename' : 'm.added_at', query.sort)
    .orderBy('f.id', query.sort);
  return listOf(collectionFiles, query, (row) => show(ctx, row, { limit: limits.pageDefault, offset: 0 }));
}
