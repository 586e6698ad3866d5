import { cut } from './cut.ts';
import { fold, written } from './fold.ts';
import { languageOfScript, type Script, SHARED, scriptOf, scriptOfLanguage } from './scripts.ts';
import { isStopWordOf } from './stop-words.ts';

/** The part of the language recogniser that we use. */
interface Eld {
  detect(text: string): {
    readonly language: string;
    isReliable(): boolean;
    getScores(): Readonly<Record<string, number>>;
  };
}

let loaded: Promise<Eld> | undefined;

/** Loads the recogniser on first use: it is 1 MB, and searches do not need it. */
export function loadRecogniser(): Promise<Eld> {
  loaded ??= import('eld/extrasmall').then(({ eld }) => eld);
  return loaded;
}

/** Maximum length of the sample for a film's language. */
const SAMPLE = 4_000;
/** A shorter line takes the film's language: short lines look like any language. */
const LINE_LETTERS = 24;
/** How much higher another language must score for a line than the film's. */
const CLEARLY = 1.15;
/** A film with fewer letters takes the script's default language, unless it has a non-ASCII letter. */
const FILM_LETTERS = 12;

/**
 * Recognises the language of each line of a film (ISO 639-1): by script, then by the film's language in that script. A
 * line gets another language only if it clearly is in it. The default for Latin letters is English.
 * @param lines speech and on-screen text in any order; returns one language per line
 */
export async function recogniseLanguages(lines: readonly string[]): Promise<string[]> {
  const scripts = lines.map(scriptOf);
  const shared = SHARED.filter((script) => scripts.includes(script));
  const eld = shared.length > 0 ? await loadRecogniser() : undefined;
  const spoken = new Map<Script, string>();
  for (const script of shared) {
    const sample = lines
      .filter((_, at) => scripts[at] === script)
      .join('\n')
      .slice(0, SAMPLE);
    spoken.set(script, ofFilm(sample, script, eld));
  }
  const usual = spoken.get(mostOf(scripts, shared)) ?? 'en';
  const japanese = scripts.includes('Kana');
  return lines.map((line, at) => {
    const script = scripts[at];
    if (script === undefined) return usual;
    if (script === 'Hani') return japanese ? 'ja' : 'zh';
    const film = spoken.get(script);
    return film === undefined || eld === undefined
      ? languageOfScript(script)
      : ofLine(line, film, script, eld);
  });
}

function mostOf(scripts: readonly (Script | undefined)[], shared: readonly Script[]): Script {
  const counts = shared.map((script) => scripts.filter((one) => one === script).length);
  return shared[counts.indexOf(Math.max(...counts))] ?? 'Latn';
}

function ofFilm(sample: string, script: Script, eld: Eld | undefined): string {
  const found = eld?.detect(sample);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const speaking = letters >= FILM_LETTERS || (script === 'Latn' && /[^\0-\x7f]/.test(sample));
  const sure = found !== undefined && speaking && found.isReliable();
  return sure && scriptOfLanguage(found.language) === script ? found.language : languageOfScript(script);
}

function ofLine(line: string, film: string, script: Script, eld: Eld): string {
  if (line.length < LINE_LETTERS || hasStopWords(line, film)) return film;
  const found = eld.detect(line);
  const { language } = found;
  if (language === film || !found.isReliable() || scriptOfLanguage(language) !== script) return film;
  const scores = found.getScores();
  return (scores[language] ?? 0) > (scores[film] ?? 0) * CLEARLY ? language : film;
}

/** True if at least two words and a quarter of them are stop words of that language, so the recogniser is not needed. */
function hasStopWords(line: string, language: string): boolean {
  const words = cut(line).map(({ text }) => fold(written(text)));
  const small = words.filter((word) => isStopWordOf(word, language)).length;
  return small >= 2 && small * 4 >= words.length;
}
