/** What jobs over media outside collections have in common on the command line: describe, transcribe and extract. */
import { jobStatuses } from '../../../contract/enums.ts';
import type { BodyInput } from '../../../contract/operations/index.ts';
import { createdFlags, pageFlags, refuseTogether, waitFlags, waiting } from '../../model/common-flags.ts';
import { defined } from '../../model/plan.ts';
import { choice, either, id, object, url } from '../../model/values.ts';
import { thumbnailsConfig, thumbnailsFlag } from './thumbnails.ts';

type SegmentationConfig = BodyInput<'extract.create'>['segmentation_config'];

/** How the media are cut, and --wait. */
export const mediaJobFlags = {
  segmentationId: id('Use this segmentation'),
  segmentationConfig: object('Segmentation of the media'),
  ...thumbnailsFlag,
  ...waitFlags,
} as const;

interface Cut {
  readonly segmentationId: string | undefined;
  readonly segmentationConfig: Record<string, unknown> | undefined;
  readonly segmentThumbnails: boolean | undefined;
}

/** How the media are cut, as fields of a body. Throws a UsageError when both ways are given. */
export function cutFields({ segmentationId, segmentationConfig, segmentThumbnails }: Cut) {
  refuseTogether({ segmentationId, segmentationConfig });
  return {
    segmentation_id: segmentationId,
    segmentation_config: segmentationConfig as SegmentationConfig,
    thumbnails_config: thumbnailsConfig(segmentThumbnails),
  };
}

/** The waiting part of a plan for a job that its answer names. */
export const waitingForJob = (
  asked: Parameters<typeof waiting>[0],
  kind: 'describe' | 'transcribe' | 'extract',
) => waiting<{ job_id: string }>(asked, kind, ({ job_id }) => ({ params: { job_id } }));

/** Which jobs, and whether with their data, which `data` names. */
export const jobListFlags = (data: string) =>
  ({
    ...pageFlags,
    status: choice(jobStatuses, 'Only jobs with this status'),
    ...createdFlags,
    url: url('Only jobs of this input URL'),
    includeData: either(`${data} (default yes); without it only job information comes`),
  }) as const;

interface Listed {
  readonly createdBefore: string | undefined;
  readonly createdAfter: string | undefined;
  readonly includeData: boolean | undefined;
}

/** The query of a list of jobs: what was given, by the names of the interface. */
export const jobListQuery = <Rest extends object>({
  createdBefore,
  createdAfter,
  includeData,
  ...rest
}: Rest & Listed) =>
  defined({
    ...rest,
    created_before: createdBefore,
    created_after: createdAfter,
    include_data: includeData,
  });
