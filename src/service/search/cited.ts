import type { Citation } from './answer.ts';
import type { SaidSentence } from './answers/sentences.ts';
import type { StoredResult } from './make-result.ts';

/** What an answer cites of a result: its quote, else its place. */
export function citedResult({ quote, filename, start_time, picture }: StoredResult): Citation {
  const time = quote?.time ?? picture?.time ?? start_time;
  return {
    ...(!quote && picture && { seen: true }),
    filename: filename ?? '',
    ...(time !== undefined && { time }),
    ...(quote && { modality: quote.modality, quote: quote.text }),
    ...(quote?.speaker !== undefined && { speaker: quote.speaker }),
  };
}

/** What an answer cites of a sentence: its words. */
export function citedSentence({ modality, speaker, text, filename, time }: SaidSentence): Citation {
  return { modality, quote: text, filename, time, ...(speaker !== undefined && { speaker }) };
}
