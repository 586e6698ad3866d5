import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { toJson } from '../../store/json.ts';
import { withDefaults } from '../../understanding/extraction/extract-file.ts';
import { rowsPage } from '../common/lists.ts';
import { removeRow } from '../deletions/remove.ts';
import { addMediaJob } from '../media-jobs/add.ts';
import { extractJob } from './kind.ts';
import { showExtraction } from './present.ts';
import { findExtraction } from './rows.ts';
import { checkExtractConfig } from './rules.ts';

type ExtractIds = `extract.${'create' | 'list' | 'get' | 'delete'}`;

/** Extraction jobs: entities of media, without a collection. */
export const extractHandlers: HandlersOf<ExtractIds> = {
  'extract.create': create,
  'extract.list': list,
  'extract.get': async (ctx, { params, query }) => {
    const {
      limit,
      offset,
      include_thumbnails: thumbnails,
      include_chapters: chapters,
      include_shots: shots,
    } = query;
    const row = await findExtraction(ctx, params.job_id);
    return showExtraction(ctx, row, { page: { limit, offset }, thumbnails, chapters, shots });
  },
  'extract.delete': remove,
};

async function create(ctx: RequestContext, input: Input<'extract.create'>) {
  checkExtractConfig(input.body, '');
  const {
    url: _,
    segmentation_id: __,
    segmentation_config: ___,
    thumbnails_config: ____,
    ...config
  } = input.body;
  const own = { config: toJson(withDefaults(config)), providers: null, structure: null, gaps: null };
  return showExtraction(ctx, await addMediaJob(ctx, extractJob, input, own), { data: false });
}

async function list(ctx: RequestContext, { query }: Input<'extract.list'>) {
  const own = { account_id: ctx.accountId, status: query.status, url: query.url };
  const shown = { data: query.include_data };
  const page = await rowsPage(ctx.db, 'extractions', own, query, (row) => showExtraction(ctx, row, shown));
  // In the API, limit is the number of items in this response.
  return { ...page, limit: page.data.length };
}

async function remove(ctx: RequestContext, { params }: Input<'extract.delete'>) {
  const { id } = await findExtraction(ctx, params.job_id);
  const payload = { extraction_id: id };
  await removeRow(ctx, { table: 'extractions', id, kind: 'extract.run', payload });
  return { id };
}
