import { sentencesOf } from '../chapters/sentences.ts';
import type { SpeechLine } from '../lines.ts';
import type { Quotable, QuotedSentence } from './types.ts';

/** The spoken sentences of some lines of any modality, in order of time. */
export function spokenSentences(lines: readonly (Quotable & Pick<SpeechLine, 'words'>)[]): QuotedSentence[] {
  const speech = lines.flatMap(({ modality, text, start, end, speaker, words }) =>
    modality === 'speech'
      ? [{ text, start, end, ...(speaker !== undefined && { speaker }), ...(words && { words }) }]
      : [],
  );
  return sentencesOf(speech).map(({ text, start, end, speaker }) => ({
    modality: 'speech',
    ...{ text, start, end },
    ...(speaker !== undefined && { speaker }),
  }));
}
