import type { Collection } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { passagesIn, sourceOf } from '../../search/vectors/passages.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import { modalitiesFor } from '../../understanding/index.ts';
import {
  doubtfulLines,
  type ModalityLine,
  modalityLines,
  providersIn,
} from '../../understanding/modalities/modality-lines.ts';
import type { Digest } from '../../understanding/rules/digest/index.ts';
import type { Structure } from '../../understanding/rules/structure/index.ts';
import { analyseFile, wholeFailure } from '../analysis/analyse-file.ts';
import { structureOfFile } from '../analysis/structure.ts';
import type { FileRow } from '../common/lookup.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import type { MediaJob } from '../media-jobs/kinds.ts';
import { type Outcome, runsMediaJob } from '../media-jobs/run.ts';
import { encodeCollectionFile } from '../passages/encode.ts';

export type DescribeRow = RowOf<'describes'>;

/** Finds the account's describe job. @throws 404 */
export const findDescribe = finderOf('describes', 'describe job');

/** Describe jobs, and the transcribe jobs among them. */
export const describeJob: MediaJob<'describe.run'> = {
  kind: 'describe.run',
  table: 'describes',
  event: 'describe.job',
  key: 'describe_id',
  work: 'describing',
};

/** The stored result of a completed describe job, as JSON in the column `result`. */
export interface DescribeResult {
  readonly lines: readonly ModalityLine[];
  /** Recognised speech that is not to be trusted. */
  readonly doubtful?: readonly ModalityLine[];
  /** The provider of each modality, in words. */
  readonly providers: Record<string, string>;
  readonly structure?: Structure;
  /** Results of earlier versions have none. */
  readonly digest?: Digest;
}

/** Analyses a file outside collections, with the same modalities and the same stored results as collections. */
export const runDescribe = runsMediaJob(describeJob, analyse);

async function analyse(ctx: JobContext, row: DescribeRow, file: FileRow): Promise<Outcome<'describe.run'>> {
  const describe_config = fromJson<NonNullable<Collection['describe_config']>>(row.config);
  const modalities = modalitiesFor(
    { collection_type: 'media-descriptions', describe_config },
    file.media_type,
  );
  // A transcript needs no visual pass: only describe jobs include shots and chapters.
  const shots = row.kind === 'describe';
  const found = await analyseFile(ctx, file, modalities, { shots });
  const failure = wholeFailure(found);
  if (failure !== undefined) return { ended: { status: 'failed', error: failure } };
  const encoded = await encodeCollectionFile(ctx, file.id, passagesIn(sourceOf(found)));
  const { digest, ...structure } = await structureOfFile(ctx, file, found, encoded);
  const result: DescribeResult = {
    lines: modalityLines(found),
    ...(found.doubtful && { doubtful: doubtfulLines(found) }),
    providers: providersIn(found.reports),
    ...(shots && { structure }),
    ...(digest && { digest }),
  };
  return { ended: { status: 'completed', error: null, result: toJson(result) } };
}
