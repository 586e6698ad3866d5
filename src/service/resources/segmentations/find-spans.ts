import type { SegmentationConfig } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import { chapterSpans, type FoundSpans } from './chapter-spans.ts';
import { cut } from './cut.ts';
import { tooMany } from './numbers.ts';
import { findShots, NO_SCENES, spansOf } from './shot-spans.ts';

/**
 * The spans that a configuration makes of a file; for shots and chapters they are found in its content.
 * @param duration seconds
 * @throws MediaError if it cannot be decoded
 */
export async function findSpans(
  ctx: JobContext,
  file: FileRow,
  config: SegmentationConfig,
  duration: number,
): Promise<FoundSpans> {
  if (config.strategy === 'narrative') return chapterSpans(ctx, file, config, duration);
  if (config.strategy !== 'shot-detector') return { spans: cut(config, duration), note: null };
  ctx.progress('detecting shots');
  const path = await ctx.objects.path(fileKeys.original(file.id));
  const spans = spansOf(await findShots(ctx, path, config, duration));
  if (spans.length === 0) return { reason: NO_SCENES };
  const reason = tooMany(config, spans.length);
  return reason === undefined
    ? { spans, note: null }
    : { reason: `${reason}; raise shot_detector_config.min_seconds` };
}
