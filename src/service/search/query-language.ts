import { cut, fold, isStopWordOf, languageOf, written } from '../text/analyse/index.ts';

/** The language that most small words of a query are from, among those that may be; else the first of these. */
export function languageOfQuery(text: string, languages: readonly string[]): string {
  const forms = cut(text).map((run) => fold(written(run.text)));
  const counts = languages.map((language) => forms.filter((form) => isStopWordOf(form, language)).length);
  return languages[counts.indexOf(Math.max(...counts))] ?? 'en';
}

/** Whether a word of a query in that language says nothing; Chinese and Japanese are taken together. */
export function isSmallWord(word: string, language: string): boolean {
  const form = fold(word);
  const own = languageOf(word, language);
  if (own === 'zh' || own === 'ja') return isStopWordOf(form, 'zh') || isStopWordOf(form, 'ja');
  return isStopWordOf(form, own);
}
