import type { Modality } from '../../contract/index.ts';
import { clock } from '../text/timestamps.ts';
import type { StoredResult, Words } from './results/make-result.ts';

/** What an answer cites from one place of a film. */
export interface Citation {
  modality?: Modality;
  /** The quoted words, as one speaker after the other says them; none for a result found only by its title or metadata. */
  words?: readonly Words[];
  filename: string;
  /** Seconds; undefined for a whole file. */
  time?: number;
  /** Whether a frame was found, and no words. */
  seen?: boolean;
}

/** What an answer cites of a result: its quote, else its place. */
export function citedResult({ quote, filename, start_time, picture }: StoredResult): Citation {
  const time = quote?.time ?? picture?.time ?? start_time;
  return {
    ...(!quote && picture && { seen: true }),
    filename: filename ?? '',
    ...(time !== undefined && { time }),
    ...(quote && { modality: quote.modality, words: [quote] }),
  };
}

const MAX_QUOTES = 5;

/** The answer to a query that found nothing. It does not say that nobody said it: not all that is said is heard. */
export const nothingFound = (query: string) =>
  `Nothing was found for “${query}” in what was heard, read and seen.`;

/** The pieces of an answer's text, in order, for streaming. Concatenated they are the text. */
export function answerPieces(query: string, citations: readonly Citation[]): string[] {
  if (citations.length === 0) return [nothingFound(query)];
  // A file and its segment match the same words; cite them once.
  const lines = [...new Set(citations.map(cite))].slice(0, MAX_QUOTES);
  return lines.map((line, index) => `${index > 0 ? '\n' : ''}${line}`);
}

/** Descriptions are not quotes: nobody said or wrote them. */
const DESCRIBED: { readonly [M in Modality]?: string } = {
  visual_scene_description: 'In the picture',
  audio_description: 'In the sound',
};

function cite({ modality, words = [], filename, time, seen }: Citation): string {
  const where = time === undefined ? filename : `${filename}, ${clock(time)}`;
  if (words.length === 0) return seen ? `In the picture [${where}]` : `[${where}]`;
  if (modality && modality in DESCRIBED)
    return `${DESCRIBED[modality]}: ${words.map(({ text }) => text).join(' ')} [${where}]`;
  const origin = (speaker?: string) =>
    modality === 'scene_text' ? 'On screen: ' : speaker ? `${speaker}: ` : '';
  const quote = ({ speaker, text, unsure }: Words) => `${origin(speaker)}${unsure ? '~ ' : ''}“${text}”`;
  return `${words.map(quote).join(' ')} [${where}]`;
}
