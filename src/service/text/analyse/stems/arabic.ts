import { stemmer } from '@orama/stemmers/arabic';

/** A conjunction or preposition with the article, before at least three letters. */
const CLITICS = /^[وف]?(?:[بك]?ال|لل)(?=.{3})/;
/** The conjunction `and`, before at least four letters. */
const AND = /^و(?=.{4})/;

/** Removes a conjunction before the article (`والعقد`), which the Snowball stemmer keeps, then stems. */
export function arabicStem(word: string): string {
  const bare = word.replace(CLITICS, '');
  return stemmer(bare === word ? word.replace(AND, '') : bare);
}
