/**
 * Extraction jobs, which take entities out of media without a collection. A prompt or schema and a file come in and
 * are checked; the job stores the entities, which resources/entities shows.
 */

import {
  describeProblems,
  type ExtractConfig,
  type ExtractJob,
  extractProblems,
  limits,
} from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { linksFor } from '../../links/links.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import { gapsByModality, gapsOfJob } from '../../understanding/analysis/gaps/index.ts';
import { divide } from '../../understanding/compose.ts';
import { withDefaults } from '../../understanding/rules/extraction/extract-file.ts';
import type { Structure } from '../../understanding/rules/structure/index.ts';
import { structureOfFile } from '../analysis/structure.ts';
import { rowsPage } from '../common/lists/lists.ts';
import type { FileRow } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { removeRow } from '../deletions/remove.ts';
import { entitiesOf } from '../entities/extract.ts';
import { shownEntities, shownSegment } from '../entities/present.ts';
import { readEntities, writeEntities } from '../entities/rows.ts';
import { fileThumbnail } from '../files/present.ts';
import { addMediaJob } from '../media-jobs/add.ts';
import type { MediaJob } from '../media-jobs/kinds.ts';
import { type Outcome, runsMediaJob } from '../media-jobs/run.ts';

/** @param path path of the configuration in the body @throws 400 naming the invalid fields and why */
export function checkExtractConfig(config: ExtractConfig, path: string): void {
  const problems = extractProblems(config, path);
  if (problems.length > 0) throw badRequest(`field ${describeProblems(problems)}`);
}

/** What a response includes. */
interface Shown {
  /** False leaves the data out. */
  readonly data?: boolean;
  /** Page of segment_entities. */
  readonly page?: { readonly limit: number; readonly offset: number };
  readonly thumbnails?: boolean;
  readonly chapters?: boolean;
  readonly shots?: boolean;
}

/** An extraction job as the API shows it, with its entities once it is completed. */
async function showExtraction(ctx: RequestContext, row: ExtractionRow, shown: Shown): Promise<ExtractJob> {
  return {
    job_id: row.id,
    status: row.status,
    url: row.url,
    created_at: row.created_at,
    extract_config: fromJson<ExtractConfig>(row.config),
    ...(row.segmentation_id === null ? {} : { segmentation_id: row.segmentation_id }),
    ...(row.status === 'completed' && shown.data !== false && (await dataOf(ctx, row, shown))),
    ...(row.error === null ? {} : { error: row.error }),
    ...optional('gaps', await gapsOfJob(ctx, row.file_id, row.gaps)),
    ...(row.structure !== null && divide(fromJson<Structure>(row.structure), shown)),
  };
}

async function dataOf(
  ctx: RequestContext,
  row: ExtractionRow,
  { page = { limit: limits.pageDefault, offset: 0 }, thumbnails = false }: Shown,
): Promise<Pick<ExtractJob, 'data' | 'total' | 'limit' | 'offset'>> {
  const { file, segments, total } = await readEntities(ctx.db, { extraction_id: row.id }, page);
  const { enable_segment_level_entities: cut } = fromJson<ExtractConfig>(row.config);
  const link = thumbnails ? await linksFor(ctx) : undefined;
  const picture = link && (await fileThumbnail(ctx.db, row.file_id, link));
  return {
    data: {
      ...(file && shownEntities(file)),
      ...(cut && {
        segment_entities: segments.map((segment) => shownSegment(segment, link)),
      }),
      ...optional('thumbnail_url', picture),
      providers: fromJson<Record<string, string>>(row.providers ?? '{}'),
    },
    total,
    ...page,
  };
}

type ExtractIds = `extract.${'create' | 'list' | 'get' | 'delete'}`;
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

export type ExtractionRow = RowOf<'extractions'>;

/** Finds the account's extraction job. @throws 404 */
export const findExtraction = finderOf('extractions', 'extraction job');

/** Extraction jobs. */
export const extractJob: MediaJob<'extract.run'> = {
  kind: 'extract.run',
  table: 'extractions',
  event: 'extract.job',
  key: 'extraction_id',
  work: 'extracting entities',
};

/** Extracts entities of a file outside collections, from the same stored results as collections. */
export const runExtraction = runsMediaJob(extractJob, extract);

async function extract(ctx: JobContext, row: ExtractionRow, file: FileRow): Promise<Outcome<'extract.run'>> {
  const config = fromJson<ExtractConfig>(row.config);
  const shots = !config.enable_transcript_mode;
  const found = await entitiesOf(ctx, { file, config, segmentation_id: row.segmentation_id, shots });
  const { analysed } = found;
  const held = analysed && gapsByModality(analysed);
  const gaps = held && Object.keys(held).length > 0 ? toJson(held) : null;
  if ('status' in found) return { ended: { status: found.status, error: found.error, gaps } };
  const structure = toJson(await structureOfFile(ctx, file, found.analysed));
  const providers = toJson(found.providers);
  return {
    ended: { status: 'completed', error: null, providers, structure, gaps },
    write: (trx) => writeEntities(trx, { extraction_id: row.id }, row, found.extracted),
  };
}

/** Extraction jobs: entities of media, without a collection. */
export const extracts: Resource<ExtractIds, 'extract.run'> = {
  handlers: {
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
  },
  jobs: { 'extract.run': runExtraction },
};
