import { isFunctionWord } from './word-forms.ts';

/** What a word is known as: a name, an ordinary word, or either ("mark"). */
export type Known = 'name' | 'either' | 'ordinary';

/** English words and names. */
export interface Lexicon {
  /** @param form see `formOf`. Undefined for a word that it does not have. */
  knownAs(form: string): Known | undefined;
}

const NAMES = /^(?:MaleName|FemaleName|LastName|Person|City|Country|Region|Place|Organization|SportsTeam)$/;

type Tags = Readonly<Record<string, string | readonly string[]>>;

let loaded: Promise<Lexicon> | undefined;

/** The lexicon of the typed extractors: 24,000 words. Its loading takes a quarter of a second, so it is loaded on first use. */
export function loadLexicon(): Promise<Lexicon> {
  loaded ??= import('compromise').then(({ default: nlp }) => {
    const { one } = nlp.model() as { one?: { lexicon?: Tags } };
    return lexiconOf(one?.lexicon ?? {});
  });
  return loaded;
}

function lexiconOf(words: Tags): Lexicon {
  const own = (form: string): Known | undefined => {
    const tags = Object.hasOwn(words, form) ? [words[form] ?? []].flat() : [];
    if (tags.length === 0) return undefined;
    // The lexicon's FirstName is one that is an ordinary word too: Mark, Grace.
    if (tags.includes('FirstName')) return 'either';
    return tags.some((tag) => NAMES.test(tag)) ? 'name' : 'ordinary';
  };
  const knownAs = (form: string) => {
    if (isFunctionWord(form)) return 'ordinary';
    return own(form) ?? (basesOf(form).some((base) => own(base) === 'ordinary') ? 'ordinary' : undefined);
  };
  return { knownAs };
}

/** What a word may be a form of. */
function basesOf(form: string): string[] {
  const verb = form.replace(/(?:ed|ing|er|ers|ly)$/, '');
  const bases = [
    form.replace(/s$/, ''),
    form.replace(/es$/, ''),
    form.replace(/ies$/, 'y'),
    verb,
    `${verb}e`,
  ];
  return bases.filter((base) => base.length > 2 && base !== form);
}
