import type { ModalityInput } from '../port.ts';

/**
 * Says that a recogniser does not use the vocabulary; empty if there is none.
 * @param why the reason, as a sentence
 */
export function unusedVocabulary({ hearing }: Pick<ModalityInput, 'hearing'>, why?: string): string {
  if (!hearing || hearing.vocabulary.length === 0) return '';
  return ` It takes no vocabulary: the names and terms were not used.${why === undefined ? '' : ` ${why}`}`;
}
