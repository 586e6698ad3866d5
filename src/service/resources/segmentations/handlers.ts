import { limits } from '../../../contract/index.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { listOf, rowsPage } from '../common/lists/lists.ts';
import { findFile, findSegmentation, type SegmentationRow, withFile } from '../common/lookup.ts';
import { asGiven } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { refuseWhileUsed, removeRow } from '../deletions/remove.ts';
import { processSegmentation } from './job.ts';
import { segmentationOf, segmentInside } from './present.ts';
import { insertSegmentation } from './rows.ts';
import { checkCut } from './rules.ts';

type SegmentationIds =
  | 'segmentation.create'
  | 'segmentation.list'
  | 'segmentation.get'
  | 'segmentation.delete';

/** Segmentations of files. */
export const segmentations: Resource<SegmentationIds, 'segmentation.process'> = {
  handlers: {
    'segmentation.create': create,
    'segmentation.list': list,
    'segmentation.get': async (ctx, { params, query }) =>
      show(ctx, await findSegmentation(ctx, params.segmentation_id), query),
    'segmentation.delete': remove,
  },
  jobs: { 'segmentation.process': processSegmentation },
};

/** Default page of segments inside a segmentation. */
const INNER_PAGE = { limit: limits.segmentsPageDefault, offset: 0 };

async function create(ctx: RequestContext, { params, body, sent }: Input<'segmentation.create'>) {
  checkCut(await findFile(ctx, params.file_id), body);
  const { thumbnails_config, ...config } = asGiven(sent, body);
  const thumbnails = thumbnails_config?.enable_segment_thumbnails;
  const row = await withFile(ctx, params.file_id, (trx, file) =>
    insertSegmentation(ctx, trx, file, { config, thumbnails }),
  );
  return show(ctx, row, INNER_PAGE);
}

async function list(ctx: RequestContext, { params, query }: Input<'segmentation.list'>) {
  await findFile(ctx, params.file_id);
  const own = { file_id: params.file_id };
  return rowsPage(ctx.db, 'segmentations', own, query, (row) => show(ctx, row, INNER_PAGE));
}

/** A segmentation with one page of its segments once it is completed. */
async function show(ctx: RequestContext, row: SegmentationRow, page: { limit: number; offset: number }) {
  if (row.status !== 'completed') return segmentationOf(row);
  const link = await linksFor(ctx);
  const segments = ctx.db
    .selectFrom('segments')
    .selectAll()
    .where('segmentation_id', '=', row.id)
    .orderBy('position');
  return segmentationOf(row, await listOf(segments, page, (segment) => segmentInside(segment, link)));
}

async function remove(ctx: RequestContext, { params }: Input<'segmentation.delete'>) {
  const { id } = await findSegmentation(ctx, params.segmentation_id);
  const own = { table: 'segmentations', id, kind: 'segmentation.process' } as const;
  await removeRow(ctx, {
    ...own,
    payload: { segmentation_id: id },
    prefix: `segmentations/${id}`,
    before: (trx) => refuseWhileUsed(trx, 'segmentation_id', id, 'segmentation'),
  });
  return { id };
}
