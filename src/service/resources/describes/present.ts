import type {
  Collection,
  DescribeJob,
  Description,
  Division,
  describeFormats,
  TranscribeJob,
} from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { fromJson } from '../../store/json.ts';
import { compose, type DescriptionWish, divide } from '../../understanding/compose.ts';
import { describedTitle, segmentsOf } from '../../understanding/description.ts';
import { withLanguages } from '../../understanding/languages.ts';
import { descriptionMarkdown } from '../../understanding/markdown.ts';
import { shownText, toMarkdown, toSrt, toText, toVtt } from '../../understanding/speech/format.ts';
import { type FileRow, findFile } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import { aboutFile } from '../files/present.ts';
import type { DescribeResult } from './result.ts';
import type { DescribeRow } from './rows.ts';

type DescribeFormat = (typeof describeFormats)[number];

/** What a response includes. */
export interface Shown {
  readonly response_format: DescribeFormat;
  readonly wish?: DescriptionWish;
  /** False leaves the data out. */
  readonly data?: boolean;
  /** True adds the file. */
  readonly file?: boolean;
}

/** A describe job as the API shows it, with `data` once it is completed. @throws 400 for an empty time window */
export async function showDescribe(
  ctx: RequestContext,
  row: DescribeRow,
  shown: Shown,
): Promise<DescribeJob> {
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
export async function showTranscribe(
  ctx: RequestContext,
  row: DescribeRow,
  shown: Shown,
): Promise<TranscribeJob> {
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
  return { file, data: inForm(whole, division, shown.response_format), division };
}

function withDoubtful({ lines, doubtful = [] }: Pick<DescribeResult, 'lines' | 'doubtful'>) {
  return [...lines, ...doubtful].sort((one, other) => one.start - other.start);
}

function inForm(whole: Description, division: Division, form: DescribeFormat): Description {
  if (form === 'json') return whole;
  const { providers, languages } = whole;
  return {
    content: FORMS[form](whole, division),
    ...optional('providers', providers),
    ...optional('languages', languages),
  };
}

const FORMS: Record<Exclude<DescribeFormat, 'json'>, (whole: Description, division: Division) => string> = {
  markdown: descriptionMarkdown,
  speech_srt: (whole) => toSrt(speechOf(whole)),
  speech_vtt: (whole) => toVtt(speechOf(whole)),
  speech_markdown: (whole) => toMarkdown(speechOf(whole)),
  speech_text: (whole) => toText(speechOf(whole)),
};

function speechOf({ speech = [] }: Description) {
  return speech.map((part) => ({
    ...(part.speaker === undefined ? {} : { speaker: part.speaker }),
    ...{ text: shownText(part), start: part.start_time, end: part.end_time },
  }));
}
