import { type Analysis, analyse, indexText, recogniseLanguages } from '../../text/analyse/index.ts';
import type { SearchContext } from '../context.ts';

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu']);
const LONGEST_COMPOUND = 48;
/** Lines to analyse before other work gets a turn. */
const PORTION = 200;

/** The analysed words of one file. */
export interface FilmWords {
  /** The language of a line (ISO 639-1); the file's most frequent one for an unknown line. */
  languageOf(text: string): string;
  /** The terms of a text of one or more lines, for store/words/write-terms.ts. */
  termsOf(text: string): string;
  /** The languages of its lines. */
  readonly languages: ReadonlySet<string>;
  /** Folded words and compounds of languages that write compounds as one word. */
  readonly compoundWords: readonly string[];
}

/**
 * Recognises the language of each line of a file and analyses it. Call it before the transaction that writes.
 * @param heard languages that a recogniser of speech told, by text
 */
export async function filmWords(
  ctx: Pick<SearchContext, 'yieldTurn'>,
  texts: readonly string[],
  heard: ReadonlyMap<string, string> = new Map(),
): Promise<FilmWords> {
  const lines = [...new Set(texts.flatMap(linesOf))];
  const languages = await recogniseLanguages(lines);
  return filmWordsIn(ctx, new Map(lines.map((line, at) => [line, heard.get(line) ?? languages[at] ?? 'en'])));
}

/** The same with known languages by line. */
export async function filmWordsIn(
  { yieldTurn }: Pick<SearchContext, 'yieldTurn'>,
  languages: ReadonlyMap<string, string>,
): Promise<FilmWords> {
  const usual = mostFrequent([...languages.values()]);
  const known = new Map<string, Analysis>();
  const analysisOf = (line: string): Analysis => {
    const analysis = known.get(line) ?? analyse(line, languages.get(line) ?? usual);
    known.set(line, analysis);
    return analysis;
  };
  const compoundWords = new Set<string>();
  for (const [at, [line, language]] of [...languages].entries()) {
    const { words } = analysisOf(line);
    if (COMPOUNDING.has(language))
      for (const { form } of words) if (isCompoundWord(form)) compoundWords.add(form);
    if (at % PORTION === PORTION - 1) await yieldTurn();
  }
  return {
    languageOf: (text) => languages.get(linesOf(text)[0] ?? '') ?? usual,
    termsOf: (text) => indexText(linesOf(text).map(analysisOf)),
    languages: new Set(languages.values()),
    compoundWords: [...compoundWords],
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function isCompoundWord(form: string): boolean {
  return form.length >= 3 && form.length <= LONGEST_COMPOUND && /^\p{L}+$/u.test(form);
}

function mostFrequent(languages: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'en';
}
