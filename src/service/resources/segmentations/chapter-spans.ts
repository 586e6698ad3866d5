import type { Modality, SegmentationConfig } from '../../../contract/index.ts';
import { probe } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import type { ShotsReport } from '../../understanding/modalities/modalities-result.ts';
import {
  type ChapterWish,
  type ColouredShot,
  findChapters,
  SHORTEST_CHAPTER,
} from '../../understanding/rules/chapters/index.ts';
import { isHeading, tellingRead } from '../../understanding/rules/digest/index.ts';
import { colouredShots, describeChapters } from '../../understanding/rules/structure/index.ts';
import { analyseFile } from '../analysis/analyse-file.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import type { Span } from './cut.ts';

/** A span of a file; for a chapter, with its topic. */
export interface FoundSpan extends Span {
  readonly description?: string;
}

/** Spans of a file with notes for the user; or why there are none. */
export type FoundSpans =
  | { readonly spans: readonly FoundSpan[]; readonly note: string | null }
  | { readonly reason: string };

/**
 * Cuts a file into chapters. Speech and on-screen text are recognised with the same modalities as in collections, so
 * stored results are reused, and so are its shots, unless the strategy is transcript.
 * @param duration seconds
 * @throws MediaError if the picture cannot be decoded
 */
export async function chapterSpans(
  ctx: JobContext,
  file: FileRow,
  config: SegmentationConfig,
  duration: number,
): Promise<FoundSpans> {
  const wish = wishOf(config, duration);
  if (wish.end - wish.start < SHORTEST_CHAPTER)
    return {
      reason: `a chapter lasts at least ${SHORTEST_CHAPTER} seconds, and the selected part is shorter`,
    };
  const film = file.media_type === 'video';
  const modalities: Modality[] =
    film && wish.strategy === 'comprehensive' ? ['speech', 'scene_text'] : ['speech'];
  const seen = wish.strategy !== 'transcript';
  const analysed = await analyseFile(ctx, file, modalities, { shots: seen && film });
  const path = await ctx.objects.path(fileKeys.original(file.id));
  const { ffmpeg, signal } = ctx;
  const marks = seen ? (await probe(path, { ffmpeg, signal })).chapters : [];
  const evidence = {
    speech: analysed.lines.speech,
    texts: analysed.lines.scene_text,
    headings: tellingRead(analysed.lines.scene_text).filter(isHeading),
    shots: shotsInside(analysed.shots ?? { shots: [] }, wish),
    marks: marks.map(({ start }) => start),
  };
  const found = findChapters(evidence, wish);
  const failed = failures(analysed);
  if ('reason' in found) return { reason: [found.reason, ...failed].join('; ') };
  const notes = [...found.notes, ...failed];
  const spans = describeChapters(found.chapters, analysed, { marks });
  return { spans, note: notes.length > 0 ? notes.join('; ') : null };
}

function wishOf(config: SegmentationConfig, duration: number): ChapterWish {
  const chapters = config.narrative_config;
  const { number_of_chapters: number, min_chapters: min, max_chapters: max } = chapters ?? {};
  const start = config.start_time_seconds ?? 0;
  const end = Math.min(duration, config.end_time_seconds ?? duration);
  const { strategy = 'balanced', prompt } = chapters ?? {};
  return { strategy, prompt, number, min, max, start, end };
}

/** The shots inside the window, clipped at its ends. */
function shotsInside({ shots }: ShotsReport, { start, end }: ChapterWish): ColouredShot[] {
  return colouredShots(shots)
    .filter((shot) => shot.end > start && shot.start < end)
    .map((shot) => ({ ...shot, start: Math.max(start, shot.start), end: Math.min(end, shot.end) }));
}

/** The failed modalities with their reasons: chapters are made without them. */
function failures({ reports, shots }: ModalitiesResult): string[] {
  const modalities = reports.flatMap(({ modality, reason }) =>
    reason === undefined ? [] : [`${modality.replaceAll('_', ' ')} could not be analysed: ${reason}`],
  );
  return shots?.reason === undefined
    ? modalities
    : [...modalities, `shots could not be detected: ${shots.reason}`];
}
