import { isSure } from '../../../contract/index.ts';
import { type SpokenLine, sentencesOf } from '../chapters/sentences.ts';
import { tells } from './telling.ts';
import type { Quotable, QuotedSentence } from './types.ts';

/** The spoken sentences of some lines of any modality that are sure and say something, in order of time. */
export function spokenSentences(lines: readonly (Quotable & Pick<SpokenLine, 'words'>)[]): QuotedSentence[] {
  return sentencesOf(lines.filter(({ modality }) => modality === 'speech'))
    .filter((sentence) => isSure(sentence) && tells(sentence.text))
    .map(({ text, start, end, speaker }) => ({
      modality: 'speech',
      ...{ text, start, end },
      ...(speaker !== undefined && { speaker }),
    }));
}
