import type { SceneTextLine, SpeechLine } from '../lines.ts';
import { summaryOf } from './summary.ts';
import { quotedTitle, titleSentence } from './title.ts';
import { titleCard } from './title-card.ts';
import type { Digest, Quotable, TextVectors } from './types.ts';

export { vectorKey } from './likeness.ts';
export { summarize, summarizeSegment } from './segments.ts';
export { summaryOf, summaryText } from './summary.ts';
export { quotedTitle } from './title.ts';
export type * from './types.ts';

/** What a file, or a chapter of it, is digested from. Times in seconds. */
export interface DigestSource {
  readonly start: number;
  readonly end: number;
  readonly speech: readonly SpeechLine[];
  readonly texts: readonly SceneTextLine[];
  /** The title that the media itself has. */
  readonly tag: string | null;
}

/**
 * A file in its own words. What is not to be trusted must be left out of the source.
 * @param vectors without them, sentences are compared by their words
 */
export function digestOf(source: DigestSource, vectors?: TextVectors): Digest {
  const title = titleFor(source, vectors);
  return { ...(title !== undefined && { title }), summary: summaryOf(quotableOf(source), vectors) };
}

/** The media's own title, else a title card, else the sentence that says best what it is about, which may be cut. */
export function titleFor(source: DigestSource, vectors?: TextVectors): string | undefined {
  if (source.tag !== null && /\p{L}/u.test(source.tag)) return source.tag.trim();
  const lines = quotableOf(source);
  return titleCard(source.texts, source) ?? titleSentence(lines, vectors) ?? quotedTitle(lines);
}

function quotableOf({ speech, texts }: DigestSource): Quotable[] {
  const quotable = [
    ...speech.map((line) => ({ ...line, modality: 'speech' as const })),
    ...texts.map((line) => ({ ...line, modality: 'scene_text' as const })),
  ];
  return quotable.sort((one, other) => one.start - other.start);
}
