import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as hindi } from '@orama/stopwords/indian';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as japanese } from '@orama/stopwords/japanese';
import { stopwords as lithuanian } from '@orama/stopwords/lithuanian';
import { stopwords as chinese } from '@orama/stopwords/mandarin';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { isStopWord as isEnglishStopWord } from '../split-words.ts';
import { fold, written } from './fold.ts';

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  de: german,
  el: greek,
  es: spanish,
  fi: finnish,
  fr: french,
  hi: hindi,
  hu: hungarian,
  id: indonesian,
  it: italian,
  ja: japanese,
  lt: lithuanian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
  zh: chinese,
};

/** The languages that have a list of stop words. */
export const LANGUAGES_WITH_STOP_WORDS: readonly string[] = ['en', ...Object.keys(LISTS)];

const sets = new Map<string, ReadonlySet<string>>();

/** Whether a folded word is a stop word of a language; false if there is no list for it. */
export function isStopWordOf(form: string, language: string): boolean {
  return language === 'en' ? isEnglishStopWord(form) : setOf(language).has(form);
}

function setOf(language: string): ReadonlySet<string> {
  const set = sets.get(language) ?? new Set((LISTS[language] ?? []).map((word) => fold(written(word))));
  sets.set(language, set);
  return set;
}
