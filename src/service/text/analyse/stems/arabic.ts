import { stemmer } from '@orama/stemmers/arabic';

/** A conjunction or preposition together with the article, before at least three letters. */
const CLITICS = /^[وف]?(?:[بك]?ال|لل)(?=.{3})/;
/** `and` alone, before at least four letters. */
const AND = /^و(?=.{4})/;

/** Snowball leaves a conjunction before the article alone (`والعقد`): both go first. */
export function arabicStem(word: string): string {
  const bare = word.replace(CLITICS, '');
  return stemmer(bare === word ? word.replace(AND, '') : bare);
}
