import type { ModalityInput } from '../port.ts';

/** Says that a recogniser does not use the vocabulary; empty if there is none. */
export function unusedVocabulary({ hearing }: Pick<ModalityInput, 'hearing'>): string {
  return hearing && hearing.vocabulary.length > 0
    ? ' It takes no vocabulary: the names and terms were not used.'
    : '';
}
