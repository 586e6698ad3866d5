import type { Collection, describeFormats, MediaDescription } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import { fromJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { titleOf } from '../../text/title.ts';
import { compose, type DescriptionWish } from '../../understanding/compose.ts';
import { segmentsOf } from '../../understanding/description.ts';
import { descriptionMarkdown } from '../../understanding/markdown.ts';
import { toMarkdown, toSrt, toText, toVtt } from '../../understanding/speech/format.ts';
import type { DescribeRow } from './end.ts';
import { readResult } from './result.ts';

type DescribeFormat = (typeof describeFormats)[number];

/** How a describe job is shown. */
export interface Shown {
  readonly response_format: DescribeFormat;
  readonly wish?: DescriptionWish;
  /** False leaves the data out. */
  readonly data?: boolean;
}

/** A describe job as it is answered. `data` is there once it is completed. @throws 400 for an empty window */
export async function showDescribe(db: Db, row: DescribeRow, shown: Shown) {
  const { start, end } = shown.wish ?? {};
  if (start !== undefined && end !== undefined && end <= start)
    throw badRequest('query parameter end_time_seconds must be above start_time_seconds');
  const data =
    shown.data !== false && row.perceived !== null ? await dataOf(db, row, row.perceived, shown) : undefined;
  return {
    job_id: row.id,
    status: row.status,
    url: row.url,
    created_at: row.created_at,
    describe_config: configOf(row),
    ...(row.segmentation_id === null ? {} : { segmentation_id: row.segmentation_id }),
    ...(data && { data }),
    ...(row.error === null ? {} : { error: row.error }),
  };
}

function configOf(row: DescribeRow): NonNullable<Collection['describe_config']> {
  return fromJson(row.config);
}

async function dataOf(
  db: Db,
  row: DescribeRow,
  result: string,
  { response_format, wish = {} }: Shown,
): Promise<MediaDescription> {
  const file = await db
    .selectFrom('files')
    .select(['id', 'filename', 'metadata', 'source_metadata'])
    .where('id', '=', row.file_id)
    .executeTakeFirstOrThrow();
  const { lines, providers, structure } = readResult(result);
  const segments = await segmentsOf(db, row.segmentation_id);
  const summary = configOf(row).enable_summary !== false;
  const described = { title: titleOf(file), lines, segments, providers, structure };
  const spoken = response_format.startsWith('speech_') ? { modalities: ['speech' as const] } : {};
  const whole = { file_id: file.id, ...compose(described, { ...wish, summary, ...spoken }) };
  if (response_format === 'json') return whole;
  const { file_id, title } = whole;
  return { file_id, title, providers, content: FORMS[response_format](whole) } as MediaDescription;
}

const FORMS: Record<Exclude<DescribeFormat, 'json'>, (whole: MediaDescription) => string> = {
  markdown: descriptionMarkdown,
  speech_srt: (whole) => toSrt(speechOf(whole)),
  speech_vtt: (whole) => toVtt(speechOf(whole)),
  speech_markdown: (whole) => toMarkdown(speechOf(whole)),
  speech_text: (whole) => toText(speechOf(whole)),
};

function speechOf({ speech = [] }: MediaDescription) {
  return speech.map(({ speaker, text, start, end }) => ({
    ...(speaker === undefined ? {} : { speaker }),
    ...{ text, start, end },
  }));
}
