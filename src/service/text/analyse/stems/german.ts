import { stemmer } from '@orama/stemmers/german';

/** `ae`, `oe` and `ue` are ways to write an umlaut, but not after a vowel or `q` (`neue`, `Quelle`). */
export function germanStem(word: string): string {
  const umlauts = word.replace(/(?<![aeiouq])(ae|oe|ue)/g, (pair) => UMLAUTS[pair] ?? pair);
  return stemmer(umlauts);
}

const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
