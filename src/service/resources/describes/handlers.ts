import { randomUUID } from 'node:crypto';
import { notFound } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { jobKey } from '../../queue/queue.ts';
import { toJson } from '../../store/json.ts';
import { given, isCreatedWithin, listOf } from '../common/lists.ts';
import { findFile } from '../common/lookup.ts';
import { fileNamed } from '../files/sync.ts';
import { settleSegmentation } from '../segmentations/rows.ts';
import { chooseSegmentation } from '../segmentations/wanted.ts';
import { type Shown, showDescribe, showTranscribe } from './present.ts';
import { type DescribeRow, findDescribe } from './rows.ts';

type DescribeIds =
  | `describe.${'create' | 'list' | 'get' | 'delete'}`
  | `transcribe.${'create' | 'list' | 'get'}`;

/**
 * Describe jobs: what is said, shown and heard in media, without a collection. A transcribe job is one of them, made
 * with other defaults and shown in another way: it can be read and deleted as a describe job too.
 */
export const describeHandlers: HandlersOf<DescribeIds> = {
  'describe.create': async (ctx, input) => showDescribe(ctx, await create(ctx, 'describe', input), JUST_MADE),
  'describe.list': list,
  'describe.get': async (ctx, { params, query }) =>
    showDescribe(ctx, await findDescribe(ctx, params.job_id), shownBy(query)),
  'describe.delete': remove,
  'transcribe.create': async (ctx, input) =>
    showTranscribe(ctx, await create(ctx, 'transcribe', input), JUST_MADE),
  'transcribe.list': listTranscribes,
  'transcribe.get': async (ctx, { params, query }) => {
    const row = await findDescribe(ctx, params.job_id);
    if (row.kind !== 'transcribe') throw notFound('transcribe job', params.job_id);
    return showTranscribe(ctx, row, shownBy(query));
  },
};

const JUST_MADE: Shown = { response_format: 'json' };

/** The switches that are kept as the job's configuration. */
const SWITCHES = [
  'enable_summary',
  'enable_speech',
  'enable_scene_text',
  'enable_visual_scene_description',
  'enable_audio_description',
] as const;

async function create(
  ctx: RequestContext,
  kind: DescribeRow['kind'],
  { body, sent }: Input<'describe.create' | 'transcribe.create'>,
): Promise<DescribeRow> {
  const file = await findFile(ctx, await fileNamed(ctx, body.url));
  const wanted = await chooseSegmentation(ctx, file, body, sent);
  const config = Object.fromEntries(SWITCHES.map((name) => [name, body[name]]));
  return ctx.db.transaction().execute(async (trx) => {
    const now = await findFile({ db: trx, accountId: ctx.accountId }, file.id);
    const segmentation = await settleSegmentation(ctx, trx, now, wanted);
    const added: DescribeRow = {
      id: randomUUID(),
      account_id: ctx.accountId,
      file_id: now.id,
      url: body.url,
      status: 'pending',
      error: null,
      config: toJson(config),
      segmentation_id: segmentation?.id ?? null,
      kind,
      perceived: null,
      created_at: ctx.clock(),
    };
    await trx.insertInto('describes').values(added).execute();
    await ctx.waiting.start(trx, 'describe.run', { describe_id: added.id });
    return added;
  });
}

type Asked = Input<'transcribe.get'>['query'] & Partial<Input<'describe.list'>['query']>;

function shownBy(query: Asked): Shown {
  return {
    response_format: query.response_format,
    file: query.include_metadata,
    ...(query.include_data === undefined ? {} : { data: query.include_data }),
    wish: {
      start: query.start_time_seconds,
      end: query.end_time_seconds,
      modalities: query.modalities,
      words: query.include_word_timestamps,
      chapters: query.include_chapters,
      shots: query.include_shots,
    },
  };
}

function list(ctx: RequestContext, { query }: Input<'describe.list'>) {
  return listOf(matching(ctx, query), query, (row) => showDescribe(ctx, row, shownBy(query)));
}

async function listTranscribes(ctx: RequestContext, { query }: Input<'transcribe.list'>) {
  const rows = matching(ctx, query).where('kind', '=', 'transcribe');
  const { offset: _, ...page } = await listOf(rows, query, (row) => showTranscribe(ctx, row, shownBy(query)));
  return page;
}

function matching(ctx: RequestContext, query: Input<'transcribe.list'>['query']) {
  return ctx.db
    .selectFrom('describes')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where((row) => row.and(given({ status: query.status, url: query.url })))
    .where(isCreatedWithin(query))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

async function remove(ctx: RequestContext, { params }: Input<'describe.delete'>) {
  const { id } = await findDescribe(ctx, params.job_id);
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('describes').where('id', '=', id).execute();
    // A job that is at work on it loses its lease here, and writes nothing any more.
    await ctx.queue.cancel(trx, jobKey('describe.run', { describe_id: id }));
  });
  return { id };
}
