import { stemmer } from '@orama/stemmers/german';

/** Reads `ae`, `oe` and `ue` as umlauts, except after a vowel or `q` (`neue`, `Quelle`), then stems. */
export function germanStem(word: string): string {
  const umlauts = word.replace(/(?<![aeiouq])(ae|oe|ue)/g, (pair) => UMLAUTS[pair] ?? pair);
  return stemmer(umlauts);
}

const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
