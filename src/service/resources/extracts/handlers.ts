import { randomUUID } from 'node:crypto';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { jobKey } from '../../queue/queue.ts';
import { toJson } from '../../store/json.ts';
import { withDefaults } from '../../understanding/extraction/extract-file.ts';
import { given, isCreatedWithin, listOf } from '../common/lists.ts';
import { findFile } from '../common/lookup.ts';
import { fileNamed } from '../files/sync.ts';
import { settleSegmentation } from '../segmentations/rows.ts';
import { chooseSegmentation } from '../segmentations/wanted.ts';
import { showExtraction } from './present.ts';
import { type ExtractionRow, findExtraction } from './rows.ts';
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

async function create(ctx: RequestContext, { body, sent }: Input<'extract.create'>) {
  checkExtractConfig(body, '');
  const file = await findFile(ctx, await fileNamed(ctx, body.url));
  const wanted = await chooseSegmentation(ctx, file, body, sent);
  const { url, segmentation_id: _, segmentation_config: __, thumbnails_config: ___, ...config } = body;
  const row = await ctx.db.transaction().execute(async (trx) => {
    const now = await findFile({ db: trx, accountId: ctx.accountId }, file.id);
    const segmentation = await settleSegmentation(ctx, trx, now, wanted);
    const added: ExtractionRow = {
      id: randomUUID(),
      account_id: ctx.accountId,
      file_id: now.id,
      url,
      status: 'pending',
      error: null,
      config: toJson(withDefaults(config)),
      segmentation_id: segmentation?.id ?? null,
      providers: null,
      outline: null,
      created_at: ctx.clock(),
    };
    await trx.insertInto('extractions').values(added).execute();
    await ctx.waiting.start(trx, 'extract.run', { extraction_id: added.id });
    return added;
  });
  return showExtraction(ctx, row, { data: false });
}

async function list(ctx: RequestContext, { query }: Input<'extract.list'>) {
  const matching = ctx.db
    .selectFrom('extractions')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where((row) => row.and(given({ status: query.status, url: query.url })))
    .where(isCreatedWithin(query))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const shown = { data: query.include_data };
  const page = await listOf(matching, query, (row) => showExtraction(ctx, row, shown));
  // The interface says it: limit is the number of items in this answer.
  return { ...page, limit: page.data.length };
}

async function remove(ctx: RequestContext, { params }: Input<'extract.delete'>) {
  const { id } = await findExtraction(ctx, params.job_id);
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('extractions').where('id', '=', id).execute();
    // A job that is at work on it loses its lease here, and writes nothing any more.
    await ctx.queue.cancel(trx, jobKey('extract.run', { extraction_id: id }));
  });
  return { id };
}
