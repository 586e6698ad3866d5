import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stem as english } from '../../stem.ts';
import { fold } from '../fold.ts';
import { arabicStem } from './arabic.ts';
import { germanStem } from './german.ts';
import { koreanStem } from './korean.ts';
import { turkishStem } from './turkish.ts';

type Stemmer = (word: string) => string;

/** Most stemmers take words with their diacritics; stemOf folds their results. */
const STEMMERS: Readonly<Record<string, Stemmer>> = {
  ar: (word) => fold(arabicStem(fold(word))),
  bg: bulgarian,
  da: danish,
  de: germanStem,
  el: greek,
  en: (word) => english(fold(word)),
  es: spanish,
  fi: finnish,
  fr: french,
  hi: (word) => hindi(fold(word)),
  hu: hungarian,
  id: indonesian,
  it: italian,
  ko: koreanStem,
  lt: lithuanian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: (word) => russian(fold(word)),
  sv: swedish,
  tr: turkishStem,
  uk: ukrainian,
};

const LONGEST = 64;
/** The folded stem of a written word in a language; the folded word if the language has no stemmer. */
export function stemOf(word: string, language: string): string {
  const stemmer = STEMMERS[language];
  if (stemmer === undefined || word.length > LONGEST || /\d/.test(word)) return fold(word);
  return fold(stemmer(word)) || fold(word);
}
