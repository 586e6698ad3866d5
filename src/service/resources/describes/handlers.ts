/**
 * Describe and transcribe jobs, which describe media without a collection. A URL or file and the wanted modalities
 * come in; what was said and seen goes out as JSON or Markdown, speech alone as text or subtitles.
 */

import type {
  Collection,
  DescribeJob,
  Description,
  Division,
  describeFormats,
  TranscribeJob,
} from '../../../contract/index.ts';
import { captionFile } from '../../../media/index.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import { compose, type DescriptionWish, divide } from '../../understanding/compose.ts';
import { describedTitle, segmentsOf } from '../../understanding/description.ts';
import { withLanguages } from '../../understanding/languages.ts';
import { descriptionMarkdown } from '../../understanding/markdown.ts';
import { shownText, toMarkdown, toText } from '../../understanding/modalities/speech/format.ts';
import { rowsPage } from '../common/lists/lists.ts';
import { durationOf, type FileRow, findFile } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { removeRow } from '../deletions/remove.ts';
import { aboutFile } from '../files/present.ts';
import { addMediaJob } from '../media-jobs/add.ts';
import type { DescribeResult } from './job.ts';
import { type DescribeRow, describeJob, findDescribe, runDescribe } from './job.ts';

type DescribeFormat = (typeof describeFormats)[number];

/** What a response includes. */
interface Shown {
  readonly response_format: DescribeFormat;
  readonly wish?: DescriptionWish;
  /** False leaves the data out. */
  readonly data?: boolean;
  /** True adds the file. */
  readonly file?: boolean;
}

/** A describe job as the API shows it, with `data` once it is completed. @throws 400 for an empty time window */
async function showDescribe(ctx: RequestContext, row: DescribeRow, shown: Shown): Promise<DescribeJob> {
  const { file, data, division } = await resultOf(ctx, row, shown);
  return {
    ...headOf(row),
    describe_config: configOf(row),
    ...optional('segmentation_id', row.segmentation_id),
    ...aboutFile(file, shown.file ? await linksFor(ctx) : undefined),
    ...(data && { data }),
    ...division,
    ...optional('error', row.error),
  };
}

/** A transcribe job as the API shows it. @throws 400 for an empty time window */
async function showTranscribe(ctx: RequestContext, row: DescribeRow, shown: Shown): Promise<TranscribeJob> {
  const { file, data } = await resultOf(ctx, row, shown);
  const about = aboutFile(file, shown.file ? await linksFor(ctx) : undefined);
  return {
    ...headOf(row),
    transcribe_config: configOf(row),
    ...(data && { data }),
    ...optional('file', about.file),
    ...optional('error', row.error),
  };
}

function headOf({ id: job_id, status, url, created_at }: DescribeRow) {
  return { job_id, status, url, created_at };
}

function configOf(row: DescribeRow): NonNullable<Collection['describe_config']> {
  return fromJson(row.config);
}

interface Result {
  readonly file: FileRow;
  readonly data: Description | undefined;
  readonly division: Division;
}

async function resultOf(ctx: RequestContext, row: DescribeRow, shown: Shown): Promise<Result> {
  const { start, end } = shown.wish ?? {};
  if (start !== undefined && end !== undefined && end <= start)
    throw badRequest('query parameter end_time_seconds must be above start_time_seconds');
  const file = await findFile(ctx, row.file_id);
  if (row.result === null) return { file, data: undefined, division: {} };
  const { providers, structure, digest, ...found } = fromJson<DescribeResult>(row.result);
  const division = divide(structure, shown.wish ?? {});
  if (shown.data === false) return { file, data: undefined, division };
  const segments = await segmentsOf(ctx.db, row.segmentation_id);
  const lines = shown.wish?.untrusted ? withDoubtful(found) : found.lines;
  const described = { title: describedTitle(file, digest), lines, segments, providers, structure, digest };
  const summary = configOf(row).enable_summary !== false;
  const spoken = shown.response_format.startsWith('speech_') ? { modalities: ['speech' as const] } : {};
  const whole = await withLanguages(compose(described, { ...shown.wish, summary, ...spoken }));
  return { file, data: inForm(whole, division, shown.response_format, durationOf(file)), division };
}

function withDoubtful({ lines, doubtful = [] }: Pick<DescribeResult, 'lines' | 'doubtful'>) {
  return [...lines, ...doubtful].sort((one, other) => one.start - other.start);
}

/** @param duration of the file, in seconds: captions end with it */
function inForm(
  whole: Description,
  division: Division,
  form: DescribeFormat,
  duration: number | null,
): Description {
  if (form === 'json') return whole;
  const { providers, languages } = whole;
  return {
    content: FORMS[form](whole, division, duration ?? undefined),
    ...optional('providers', providers),
    ...optional('languages', languages),
  };
}

const FORMS: Record<
  Exclude<DescribeFormat, 'json'>,
  (whole: Description, division: Division, until: number | undefined) => string
> = {
  markdown: descriptionMarkdown,
  speech_srt: (whole, _, until) => captionFile(speechOf(whole), 'srt', until),
  speech_vtt: (whole, _, until) => captionFile(speechOf(whole), 'vtt', until),
  speech_ass: (whole, _, until) => captionFile(speechOf(whole), 'ass', until),
  speech_markdown: (whole) => toMarkdown(speechOf(whole)),
  speech_text: (whole) => toText(speechOf(whole)),
};

function speechOf({ speech = [] }: Description) {
  return speech.map((part) => ({
    ...(part.speaker === undefined ? {} : { speaker: part.speaker }),
    text: shownText(part),
    start: part.start_time,
    end: part.end_time,
    ...(part.words && {
      words: part.words.map(({ word, start_time, end_time }) => ({ word, start: start_time, end: end_time })),
    }),
  }));
}

type DescribeIds =
  | `describe.${'create' | 'list' | 'get' | 'delete'}`
  | `transcribe.${'create' | 'list' | 'get'}`;

/**
 * Describe jobs: speech, on-screen text, scenes and audio of media outside a collection. A transcribe job is a describe
 * job with other defaults and another presentation; it can also be read and deleted as a describe job.
 */
export const describes: Resource<DescribeIds, 'describe.run'> = {
  handlers: {
    'describe.create': async (ctx, input) =>
      showDescribe(ctx, await create(ctx, 'describe', input), JUST_MADE),
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
  },
  jobs: { 'describe.run': runDescribe },
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
