/** Flags that describe, transcribe and extract share: jobs over media outside collections. */
import { jobStatuses } from '../../../contract/enums.ts';
import { type Column, column } from '../../model/columns.ts';
import { createdFlags, pageFlags, refuseTogether, waitFlags, waiting } from '../../model/common-flags.ts';
import { either, id, object, openChoice, url } from '../../model/values.ts';
import { thumbnailsFlag } from './thumbnails.ts';

/** The segmentation flags and --wait. */
export const mediaJobFlags = {
  segmentationId: id('Use this segmentation'),
  segmentationConfig: object('Segmentation of the media'),
  ...thumbnailsFlag,
  ...waitFlags,
} as const;

/** @throws UsageError when both a segmentation id and a configuration are given */
export function refuseTwoCuts({
  segmentationId,
  segmentationConfig,
}: Readonly<Record<string, unknown>>): void {
  refuseTogether({ segmentationId, segmentationConfig });
}

/** The wait option for a job, by the id in its response. */
export const waitingForJob = (
  asked: Parameters<typeof waiting>[0],
  kind: 'describe' | 'transcribe' | 'extract',
) => waiting<{ job_id: string }>(asked, kind, ({ job_id }) => ({ params: { job_id } }));

/** Flags of job lists. @param data help text for --include-data */
export const jobListFlags = (data: string) =>
  ({
    ...pageFlags,
    status: openChoice(jobStatuses, 'Only jobs with this status'),
    ...createdFlags,
    url: url('Only jobs for this input URL'),
    includeData: either(`${data} (default yes); --no-include-data returns job information only`),
  }) as const;

/** Columns of job lists. @param own the column of this kind */
export const jobListColumns = (own: Column) => [
  column('job_id'),
  column('status'),
  column('url'),
  own,
  column('created_at', 'time', 'created'),
  column('error'),
];
