import { notFound } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { toJson } from '../../store/json.ts';
import { rowsPage } from '../common/lists.ts';
import { removeRow } from '../deletions/remove.ts';
import { addMediaJob } from '../media-jobs/add.ts';
import { describeJob } from './kind.ts';
import { type Shown, showDescribe, showTranscribe } from './present.ts';
import { type DescribeRow, findDescribe } from './rows.ts';

type DescribeIds =
  | `describe.${'create' | 'list' | 'get' | 'delete'}`
  | `transcribe.${'create' | 'list' | 'get'}`;

/**
 * Describe jobs: speech, on-screen text, scenes and audio of media outside a collection. A transcribe job is a describe
 * job with other defaults and another presentation; it can also be read and deleted as a describe job.
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

/** The options stored as the job's configuration. */
const SWITCHES = [
  'enable_summary',
  'enable_speech',
  'enable_scene_text',
  'enable_visual_scene_description',
  'enable_audio_description',
] as const;

function create(
  ctx: RequestContext,
  kind: DescribeRow['kind'],
  input: Input<'describe.create' | 'transcribe.create'>,
): Promise<DescribeRow> {
  const config = Object.fromEntries(SWITCHES.map((name) => [name, input.body[name]]));
  return addMediaJob(ctx, describeJob, input, { config: toJson(config), kind, result: null });
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
      untrusted: query.include_untrusted,
      chapters: query.include_chapters,
      shots: query.include_shots,
    },
  };
}

function list(ctx: RequestContext, { query }: Input<'describe.list'>) {
  return rowsPage(ctx.db, 'describes', conditionsOf(ctx, query), query, (row) =>
    showDescribe(ctx, row, shownBy(query)),
  );
}

async function listTranscribes(ctx: RequestContext, { query }: Input<'transcribe.list'>) {
  const own = { ...conditionsOf(ctx, query), kind: 'transcribe' as const };
  const { offset: _, ...page } = await rowsPage(ctx.db, 'describes', own, query, (row) =>
    showTranscribe(ctx, row, shownBy(query)),
  );
  return page;
}

function conditionsOf({ accountId }: RequestContext, { status, url }: Input<'transcribe.list'>['query']) {
  return { account_id: accountId, status, url };
}

async function remove(ctx: RequestContext, { params }: Input<'describe.delete'>) {
  const { id } = await findDescribe(ctx, params.job_id);
  const payload = { describe_id: id };
  await removeRow(ctx, { table: 'describes', id, kind: 'describe.run', payload });
  return { id };
}
