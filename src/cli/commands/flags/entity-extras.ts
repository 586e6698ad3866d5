/** What entities can be asked for with, as flags, and the query they make. */
import { pageFlags } from '../../model/common-flags.ts';
import { defined } from '../../model/plan.ts';
import { toggle } from '../../model/values.ts';

/** --limit and --offset of the segments, --include-thumbnails, --include-chapters and --include-shots. */
export const entityExtraFlags = {
  ...pageFlags,
  includeThumbnails: toggle('Include thumbnails'),
  includeChapters: toggle('Include chapters'),
  includeShots: toggle('Include shots'),
} as const;

interface Asked {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly includeThumbnails: boolean | undefined;
  readonly includeChapters: boolean | undefined;
  readonly includeShots: boolean | undefined;
}

/** The query: what was given, by the names of the interface. */
export const entityExtrasQuery = (asked: Asked) =>
  defined({
    limit: asked.limit,
    offset: asked.offset,
    include_thumbnails: asked.includeThumbnails,
    include_chapters: asked.includeChapters,
    include_shots: asked.includeShots,
  });
