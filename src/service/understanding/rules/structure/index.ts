/**
 * The structure of a file: results of its modalities and what the container says come in; shots, chapters, title and
 * summary go out, all words quotes. with-outline.ts puts a model's chapters in where they hold.
 */

import { messageOf } from '../../../errors.ts';
import { within } from '../../../text/lines.ts';
import { triesAgain, type UnderstandingContext } from '../../modalities/context.ts';
import type { SceneLine } from '../../modalities/lines.ts';
import type { ModalitiesResult, ShotsReport } from '../../modalities/modalities-result.ts';
import type { MadeBy } from '../../modalities/port.ts';
import { keepResult, keptResult, type ResultKey, resultKey } from '../../modalities/results.ts';
import type { SeenShot, VisualPass } from '../../modalities/visual-pass/types.ts';
import { findChapters, SHORTEST_CHAPTER } from '../chapters/index.ts';
import {
  type Digest,
  digestOf,
  isHeading,
  quotedTitle,
  summarize,
  type TextVectors,
  tellingRead,
  titleFor,
} from '../digest/index.ts';
import { whatWasHeard, whatWasSeen } from '../digest/seen.ts';

/** The shot detector; increase `finder` when its results change, so that stored shots are recomputed. */
const SHOTS_MADE_BY: MadeBy = {
  provider: 'shot-detector',
  settings: { finder: 3, detector: 'adaptive' },
};

/** Whether the shots of a content are stored. */
export interface PlannedShots {
  readonly key: ResultKey | undefined;
  readonly known: readonly SeenShot[] | undefined;
}

/** Looks for stored shots of the same content. */
export async function planShots(
  ctx: UnderstandingContext,
  contentHash: string | null,
): Promise<PlannedShots> {
  const key = resultKey(contentHash, 'shots', SHOTS_MADE_BY);
  return { key, known: key && (await keptResult<SeenShot[]>(ctx, key)) };
}

/** The stored shots, or new ones, which are stored. @throws if the job is aborted or lost */
export async function findShotsOf(
  ctx: UnderstandingContext,
  { key, known }: PlannedShots,
  visualPass: VisualPass,
): Promise<ShotsReport> {
  if (known) return { shots: known };
  let shots: readonly SeenShot[];
  try {
    shots = await visualPass.shots(ctx.signal);
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (triesAgain(ctx, error)) throw error;
    ctx.log.warn('shots could not be found', { reason: messageOf(error) });
    return { shots: [], reason: messageOf(error) };
  }
  if (key) await keepResult(ctx, key, [...shots]);
  return { shots };
}

/** A span of a film. Times in seconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The structure of a file: its shots by picture, its chapters by speech and on-screen text. */
export interface Structure {
  readonly shots: readonly Span[];
  readonly chapters: readonly (Span & { readonly title?: string; readonly description: string })[];
  /** Its title and summary; results of earlier versions have none. */
  readonly digest?: Digest;
  /** The provider of each, in words, or why there is none. */
  readonly providers: { readonly shots: string; readonly chapters: string };
}

/** What the container says about the media. */
export interface MediaFacts {
  /** Seconds; null for an image. */
  readonly duration: number | null;
  /** The title that the media itself has. */
  readonly title: string | null;
  /** The media's own chapters. */
  readonly marks: readonly Mark[];
}

/** The start of one of the media's own chapters, in seconds, with its title. */
export interface Mark {
  readonly start: number;
  readonly title: string | null;
}

/**
 * Builds shots, chapters, title and summary from a file's results. Chapters come from the narrative segmenter with its
 * default strategy. All words are quotes. Nothing is decoded; an hour of speech takes a few hundredths of a second.
 * @param vectors of the sentences; without them, they are compared by their words
 */
export function structureOf(result: ModalitiesResult, facts: MediaFacts, vectors?: TextVectors): Structure {
  const found = result.shots ?? { shots: [] };
  const shots = found.shots.map(({ start, end }) => ({ start, end }));
  const { speech, scene_text, visual_scene_description: scenes } = result.lines;
  const { doubtful = [] } = result;
  const said = { speech, doubtful, texts: tellingRead(scene_text), scenes };
  const whole = { start: 0, end: facts.duration ?? 0, ...said, tag: facts.title };
  const { chapters, made } = chaptersOf(result, facts, vectors);
  const providers = { shots: madeShots(found), chapters: made };
  return { shots, chapters, digest: digestOf(whole, vectors), providers };
}

function chaptersOf(
  result: ModalitiesResult,
  { duration, marks }: MediaFacts,
  vectors: TextVectors | undefined,
): { readonly chapters: Structure['chapters']; readonly made: string } {
  const none = (why: string) => ({ chapters: [], made: `none: ${why}` });
  if (duration === null) return none('an image has no chapters');
  if (duration < SHORTEST_CHAPTER) return none(`a chapter lasts at least ${SHORTEST_CHAPTER} seconds`);
  const { speech, scene_text: texts } = result.lines;
  const times = marks.map(({ start }) => start);
  const evidence = {
    ...{ speech, texts, headings: tellingRead(texts).filter(isHeading), marks: times },
    shots: colouredShots(result.shots?.shots ?? []),
  };
  const found = findChapters(evidence, { strategy: 'balanced', start: 0, end: duration });
  if ('reason' in found) return none(found.reason);
  return {
    chapters: describeChapters(found.chapters, result, { marks, vectors }),
    made: 'narrative, strategy balanced',
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

/** What chapters are titled with, besides the results. */
interface Naming {
  readonly marks: readonly Mark[];
  readonly vectors?: TextVectors | undefined;
}

/**
 * Titles each chapter as files are, and describes it with quotes of its speech and on-screen text, or else with what was
 * seen.
 */
export function describeChapters(
  chapters: readonly Span[],
  { lines }: ModalitiesResult,
  { marks, vectors }: Naming,
): Structure['chapters'] {
  const texts = tellingRead(lines.scene_text);
  const quotable = [
    ...lines.speech.map((line) => ({ ...line, modality: 'speech' as const })),
    ...texts.map((line) => ({ ...line, modality: 'scene_text' as const })),
  ];
  const spans = chapters.map(({ start, end }) => ({ start_time: start, end_time: end }));
  const quotes = new Map(summarize(spans, quotable).map((one) => [one.start_time, one.summary]));
  return chapters.map((chapter) => {
    const inside = <Line extends Span>(all: readonly Line[]) => all.filter((line) => within(line, chapter));
    const tag = marks.find(({ start }) => Math.abs(start - chapter.start) < SAME_TIME)?.title ?? null;
    const own = { ...chapter, speech: inside(lines.speech), texts: inside(texts), tag };
    const { title: named } = titleFor(own, { vectors, part: true });
    const title = named ?? quotedTitle(own.texts.map((line) => ({ ...line, modality: 'scene_text' })));
    const description =
      quotes.get(chapter.start) ??
      whatWasSeen(scenesOf(chapter, lines.visual_scene_description))?.text ??
      whatWasHeard(own.speech) ??
      NO_DESCRIPTION;
    return { ...chapter, ...(title !== undefined && { title }), description };
  });
}

/** A chapter that starts within this many seconds of a mark is that of the mark. */
const SAME_TIME = 0.5;

/** The description of a chapter without any content. */
export const NO_DESCRIPTION = 'This chapter has no recognised words.';

/** What is seen in a span. Scenes follow each other: one that begins where the span ends is not in it. */
function scenesOf({ start, end }: Span, scenes: readonly SceneLine[]): SceneLine[] {
  return scenes.filter((one) => one.end > start && one.start < end);
}
