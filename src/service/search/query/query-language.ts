import {
  cut,
  fold,
  isStopWordOf,
  languageOf,
  languageOfScript,
  scriptOf,
  scriptOfLanguage,
  written,
} from '../../text/analyse/index.ts';

/** The one of these languages with the most stop words in a query; the first one of the query's script in a tie. */
export function languageOfQuery(text: string, languages: readonly string[]): string {
  const forms = cut(text).map((run) => fold(written(run.text)));
  const script = scriptOf(text) ?? 'Latn';
  const own = languages.filter((language) => scriptOfLanguage(language) === script);
  const counts = own.map((language) => forms.filter((form) => isStopWordOf(form, language)).length);
  return own[counts.indexOf(Math.max(...counts))] ?? languageOfScript(script);
}

/** Whether a word of a query is a stop word; Chinese and Japanese lists are used together. */
export function isSmallWord(word: string, language: string): boolean {
  const form = fold(word);
  const own = languageOf(word, language);
  if (own === 'zh' || own === 'ja') return isStopWordOf(form, 'zh') || isStopWordOf(form, 'ja');
  return isStopWordOf(form, own);
}
