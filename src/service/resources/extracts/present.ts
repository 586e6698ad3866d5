import { type ExtractConfig, type ExtractJob, limits } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { fromJson } from '../../store/json.ts';
import { divide } from '../../understanding/compose.ts';
import { gapsOfJob } from '../../understanding/gaps/index.ts';
import type { Structure } from '../../understanding/structure/index.ts';
import { optional } from '../common/optional.ts';
import { shownEntities, shownSegment } from '../entities/present.ts';
import { readEntities } from '../entities/rows.ts';
import { fileThumbnail } from '../files/present.ts';
import type { ExtractionRow } from './rows.ts';

/** What a response includes. */
export interface Shown {
  /** False leaves the data out. */
  readonly data?: boolean;
  /** Page of segment_entities. */
  readonly page?: { readonly limit: number; readonly offset: number };
  readonly thumbnails?: boolean;
  readonly chapters?: boolean;
  readonly shots?: boolean;
}

/** An extraction job as the API shows it, with its entities once it is completed. */
export async function showExtraction(
  ctx: RequestContext,
  row: ExtractionRow,
  shown: Shown,
): Promise<ExtractJob> {
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
