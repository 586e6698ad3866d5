/** What is asked of a description, as flags: the window, the kinds, the extras. */
import { modalities } from '../../../contract/enums.ts';
import { defined } from '../../model/plan.ts';
import { choice, many, seconds, toggle } from '../../model/values.ts';

/** --modality and --include-metadata, which the lists of a collection take too. */
export const descriptionsFlags = {
  modality: many(choice(modalities, 'Only this modality', { field: 'modalities' })),
  includeMetadata: toggle('Include the file object'),
} as const;

/** What transcripts can be asked for as well: --start-time, --end-time, --include-word-timestamps. */
export const transcriptFlags = {
  startTime: seconds('Start, in seconds', { field: 'start_time_seconds' }),
  endTime: seconds('End, in seconds', { field: 'end_time_seconds' }),
  includeWordTimestamps: toggle('Include the time of each word'),
  ...descriptionsFlags,
} as const;

/** And descriptions: --include-chapters, --include-shots. */
export const descriptionFlags = {
  ...transcriptFlags,
  includeChapters: toggle('Include chapters'),
  includeShots: toggle('Include shots'),
} as const;

interface Asked<Format extends string> {
  readonly format: Format | undefined;
  readonly modality: (typeof modalities)[number][] | undefined;
  readonly includeMetadata: boolean | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly includeWordTimestamps?: boolean | undefined;
  readonly includeChapters?: boolean | undefined;
  readonly includeShots?: boolean | undefined;
}

/** The query of a request for a description: what was given, by the names of the interface. */
export const descriptionQuery = <Format extends string>(asked: Asked<Format>) =>
  defined({
    response_format: asked.format,
    modalities: asked.modality,
    include_metadata: asked.includeMetadata,
    start_time_seconds: asked.startTime,
    end_time_seconds: asked.endTime,
    include_word_timestamps: asked.includeWordTimestamps,
    include_chapters: asked.includeChapters,
    include_shots: asked.includeShots,
  });
