/** What is asked of a description, as flags: the window, the kinds, the extras. */
import { modalities } from '../../../contract/enums.ts';
import { defined } from '../../model/plan.ts';
import { choice, many, seconds, toggle } from '../../model/values.ts';

/** --start-time and --end-time, --modality, and --include-*. */
export const descriptionFlags = {
  startTime: seconds('From this second', { field: 'start_time_seconds' }),
  endTime: seconds('Up to this second', { field: 'end_time_seconds' }),
  modality: many(choice(modalities, 'Only this kind', { field: 'modalities' })),
  includeWordTimestamps: toggle('With the time of each word'),
  includeChapters: toggle('With chapters'),
  includeShots: toggle('With shots'),
} as const;

interface Asked<Format extends string> {
  readonly format: Format | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly modality: (typeof modalities)[number][] | undefined;
  readonly includeWordTimestamps: boolean | undefined;
  readonly includeChapters: boolean | undefined;
  readonly includeShots: boolean | undefined;
}

/** The query of a request for a description: what was given, by the names of the interface. */
export const descriptionQuery = <Format extends string>(asked: Asked<Format>) =>
  defined({
    response_format: asked.format,
    start_time_seconds: asked.startTime,
    end_time_seconds: asked.endTime,
    modalities: asked.modality,
    include_word_timestamps: asked.includeWordTimestamps,
    include_chapters: asked.includeChapters,
    include_shots: asked.includeShots,
  });
