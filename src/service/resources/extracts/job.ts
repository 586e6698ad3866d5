import type { ExtractConfig } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import { gapsByModality } from '../../understanding/analysis/gaps/index.ts';
import { structureOfFile } from '../analysis/structure.ts';
import type { FileRow } from '../common/lookup.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { entitiesOf } from '../entities/extract.ts';
import { writeEntities } from '../entities/rows.ts';
import type { MediaJob } from '../media-jobs/kinds.ts';
import { type Outcome, runsMediaJob } from '../media-jobs/run.ts';

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
