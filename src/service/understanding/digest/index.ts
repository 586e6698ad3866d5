import { nameTitle } from '../../text/name-title.ts';
import type { SceneLine, SceneTextLine, SpeechLine } from '../lines.ts';
import { whatWasHeard, whatWasSeen } from './seen.ts';
import { summaryOf } from './summary.ts';
import { tells } from './telling.ts';
import { titleSentence } from './title.ts';
import { titleCard } from './title-card.ts';
import type { Digest, Quotable, TextVectors } from './types.ts';

export { vectorKey } from './likeness.ts';
export { whatWasSeen } from './seen.ts';
export { summarize, summarizeSegment } from './segments.ts';
export { summaryOf, summaryText } from './summary.ts';
export { tellingRead } from './telling.ts';
export { quotedTitle } from './title.ts';
export type * from './types.ts';

/** What a file, or a chapter of it, is titled from. Times in seconds. */
export interface TitleSource {
  readonly start: number;
  readonly end: number;
  readonly speech: readonly SpeechLine[];
  /** What `tellingRead` leaves of the on-screen text. */
  readonly texts: readonly SceneTextLine[];
  /** The title that the media itself has. */
  readonly tag: string | null;
}

/** What a file is digested from. */
export interface DigestSource extends TitleSource {
  readonly scenes?: readonly SceneLine[];
  /** Recognised speech that is not to be trusted. */
  readonly doubtful?: readonly SpeechLine[];
}

/**
 * A file in its own words; in one without sentences, what was seen as well. Only what is sure is quoted.
 * @param vectors without them, sentences are compared by their words
 */
export function digestOf(source: DigestSource, vectors?: TextVectors): Digest {
  const { start, end, speech, scenes = [], doubtful = [] } = source;
  const { title, spare } = titleFor(source, vectors);
  const summary = summaryOf(quotableOf(source), vectors);
  const digest = { ...(title !== undefined && { title }), ...(spare !== undefined && { spare }), summary };
  if (summary.some(({ modality }) => modality === 'speech')) return digest;
  const seen = whatWasSeen(scenes);
  const heard = whatWasHeard([...doubtful, ...speech]);
  // Beside on-screen text, colours say nothing.
  const perceived = [summary.length === 0 || seen?.title ? seen?.text : undefined, heard]
    .filter(Boolean)
    .join(' ');
  if (perceived === '') return digest;
  const part = { modality: 'visual_scene_description' as const, text: perceived, start, end };
  return { ...digest, ...(seen?.title !== undefined && { seen: seen.title }), summary: [part, ...summary] };
}

/**
 * The media's own title, else a heading, else the sure sentence that says best what it is about, which may be cut; in
 * `spare` if the sentence is not much of a title. Neither where none of them says anything.
 */
export function titleFor(
  source: TitleSource,
  vectors?: TextVectors,
): { readonly title?: string; readonly spare?: string } {
  const tag = source.tag?.trim() ?? '';
  // A tag that is a file's name says as little.
  if (tells(tag) && nameTitle(`${tag}.tag`) !== undefined) return { title: tag };
  const card = titleCard(source.texts, source);
  if (card !== undefined) return { title: card };
  const { text, weak } = titleSentence(quotableOf(source), vectors) ?? {};
  if (text === undefined) return {};
  return weak ? { spare: text } : { title: text };
}

function quotableOf({ speech, texts }: TitleSource): Quotable[] {
  const quotable = [
    ...speech.map((line) => ({ ...line, modality: 'speech' as const })),
    ...texts.map((line) => ({ ...line, modality: 'scene_text' as const })),
  ];
  return quotable.sort((one, other) => one.start - other.start);
}
