import { summarize } from '../../text/summaries.ts';
import { findChapters, SHORTEST_CHAPTER } from '../chapters/index.ts';
import type { SceneLine } from '../lines.ts';
import type { ModalitiesResult, ShotsReport } from '../modalities-result.ts';
import type { SeenShot } from '../visual-pass/types.ts';
import { SHOTS_MADE_BY } from './shots.ts';

/** A span of a film. Times in seconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The structure of a file: its shots by picture, its chapters by speech and on-screen text. */
export interface Structure {
  readonly shots: readonly Span[];
  readonly chapters: readonly (Span & { readonly description: string })[];
  /** The provider of each, in words, or why there is none. */
  readonly providers: { readonly shots: string; readonly chapters: string };
}

/** What is known about the file besides its analysis. */
export interface MediaTimes {
  /** Seconds; null for an image. */
  readonly duration: number | null;
  /** Start times of the media's own chapters, in seconds. */
  readonly marks: readonly number[];
}

/**
 * Builds shots and chapters from a file's results. Chapters come from the narrative segmenter with its default
 * strategy, each described by quotes. Nothing is decoded; an hour of speech takes a few hundredths of a second.
 */
export function structureOf(result: ModalitiesResult, { duration, marks }: MediaTimes): Structure {
  const found = result.shots ?? { shots: [] };
  const shots = found.shots.map(({ start, end }) => ({ start, end }));
  const made = madeShots(found);
  const none = (why: string) => ({
    shots,
    chapters: [],
    providers: { shots: made, chapters: `none: ${why}` },
  });
  if (duration === null) return none('an image has no chapters');
  if (duration < SHORTEST_CHAPTER) return none(`a chapter lasts at least ${SHORTEST_CHAPTER} seconds`);
  const { speech, scene_text: texts } = result.lines;
  const evidence = { speech, texts, marks, shots: colouredShots(found.shots) };
  const chapters = findChapters(evidence, { strategy: 'balanced', start: 0, end: duration });
  if ('reason' in chapters) return none(chapters.reason);
  return {
    shots,
    chapters: describeChapters(chapters.chapters, result),
    providers: { shots: made, chapters: 'narrative, strategy balanced' },
  };
}

/** Shots in the form that the chapter finder uses. */
export function colouredShots(shots: readonly SeenShot[]) {
  return shots.map(({ start, end, colours }) => ({
    start,
    end,
    colours: new Map(colours.map(({ colour, share }) => [colour, share])),
  }));
}

function madeShots({ shots, reason }: ShotsReport): string {
  if (reason !== undefined) return `failed: ${reason}`;
  const { provider, settings } = SHOTS_MADE_BY;
  return shots.length > 0 ? `${provider}, detector ${settings.detector}` : 'none: there is no video';
}

/** Describes each chapter with quotes of its speech and on-screen text, or else with its first scene's description. */
export function describeChapters(
  chapters: readonly Span[],
  { lines }: ModalitiesResult,
): Structure['chapters'] {
  const quotable = [
    ...lines.speech.map((line) => ({ ...line, modality: 'speech' as const })),
    ...lines.scene_text.map((line) => ({ ...line, modality: 'scene_text' as const })),
  ];
  const spans = chapters.map(({ start, end }) => ({ start_time: start, end_time: end }));
  const quotes = new Map(summarize(spans, quotable).map((one) => [one.start_time, one.summary]));
  return chapters.map((chapter) => ({
    ...chapter,
    description: quotes.get(chapter.start) ?? firstScene(chapter, lines.visual_scene_description),
  }));
}

/** The description of a chapter without any content. */
export const NO_DESCRIPTION = 'This chapter has no recognised words.';

function firstScene({ start, end }: Span, scenes: readonly SceneLine[]): string {
  const scene = scenes.find((one) => one.end > start && one.start < end);
  return scene?.text ?? NO_DESCRIPTION;
}
