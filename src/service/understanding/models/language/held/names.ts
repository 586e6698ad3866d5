import { editDistance } from '../../../../text/edit-distance.ts';
import { unitOf } from './figures/units.ts';
import type { Lexicon } from './lexicon.ts';
import { formOf, isGerman, lemmaOf, type Word, wordsOf } from './word-forms.ts';

/** The words of some lines, for the names of a statement. */
export interface SaidNames {
  readonly lexicon: Lexicon;
  readonly forms: ReadonlySet<string>;
  readonly lemmas: ReadonlySet<string>;
  /** How the words sound, also two neighbours as one. */
  readonly sounds: ReadonlyMap<string, string>;
  /** Names that stand directly after and before a name. */
  readonly after: ReadonlyMap<string, ReadonlySet<string>>;
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
}

export function saidNames(texts: readonly string[], lexicon: Lexicon): SaidNames {
  const forms = new Set<string>();
  const sounds = new Map<string, string>();
  const after = new Map<string, Set<string>>();
  const before = new Map<string, Set<string>>();
  for (const text of texts) {
    const words = wordsOf(text);
    words.forEach((word, at) => {
      const next = words[at + 1];
      for (const part of [word.form, ...word.form.split("'")]) forms.add(part);
      sounds.set(soundOf(word.form), word.form);
      if (!next) return;
      sounds.set(soundOf(word.form + next.form), word.form + next.form);
      if (
        !isWritten(word, lexicon) ||
        !isWritten(next, lexicon) ||
        !/^\s+$/.test(text.slice(word.to, next.from))
      )
        return;
      after.set(word.form, (after.get(word.form) ?? new Set()).add(next.form));
      before.set(next.form, (before.get(next.form) ?? new Set()).add(word.form));
    });
  }
  return { forms, lemmas: new Set([...forms].map(lemmaOf)), lexicon, sounds, after, before };
}

/** Capitalised, and not a word that any sentence can begin with. */
function isWritten({ text, form }: Word, lexicon: Lexicon): boolean {
  return /^\p{Lu}/u.test(text) && lexicon.knownAs(form) !== 'ordinary';
}

/** Forms of address that say nothing about a person. */
const ADDRESS = /^(?:mr|mrs|ms|miss|mister|herr|frau|i|ok|okay|tv|am|pm)$/;
/** They have a capital, and are checked as dates. */
const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwoch|januar[y]?|februar[y]?|march|marz|april|ma[yi]|jun[ei]|jul[yi]|august|september|o[ck]tober|november|de[cz]ember|english|q[1-4])$/;

/** Words that begin a sentence or stand after a mark, so that their capital says nothing. */
const BEGINS = /(?:^|[.!?:;–—…"“”„«»([]\s*|\n\s*)$/u;

/**
 * The first name of a statement that the lines do not say; undefined if they say all of them, or nearly: as it sounds.
 * Mixed names count as unsaid: "Marta Byron" of Marta Kowal and Ada Byron.
 */
export function unsaidName(text: string, said: SaidNames): string | undefined {
  const names = namesOf(text, said);
  const missing = names.find((word) => !isSaid(word.form, said));
  if (missing) return missing.text;
  for (const [at, name] of names.entries()) {
    const next = names[at + 1];
    if (next && /^\s+$/.test(text.slice(name.to, next.from)) && isMixed(name.form, next.form, said))
      return text.slice(name.from, next.to);
  }
  return undefined;
}

function namesOf(text: string, said: SaidNames): Word[] {
  const words = wordsOf(text);
  const written = words.filter(({ text: word }) => /^\p{L}/u.test(word));
  const german = isGerman(text);
  const capitals = written.filter(({ text: word }) => /^\p{Lu}/u.test(word)).length;
  // Titles Often Have a Capital in Every Word.
  const everywhere = written.length > 1 && capitals > written.length * 0.6;
  return words.filter((word, at) => {
    const { text: own, form, from } = word;
    if (
      !/^\p{L}/u.test(own) ||
      ADDRESS.test(form) ||
      CALENDAR.test(form) ||
      (form.includes("'") && /^i'/.test(form))
    )
      return false;
    if (unitOf(form)) return false;
    const known = said.lexicon.knownAs(form);
    if (!/\p{Lu}/u.test(own)) return known === 'name' && !said.lemmas.has(lemmaOf(form)) && form.length > 3;
    const first = BEGINS.test(text.slice(0, from));
    if (/^\p{Lu}{2,}$/u.test(own) && !everywhere) return true;
    if (german) return known === 'name' || (!first && isGermanName(words, at));
    if (!first && !everywhere) return true;
    if (known === 'either') return first && isFollowedByVerb(words[at + 1]);
    return known === 'name' || (known === undefined && !isDerived(form));
  });
}

/** "Mark paid", but not "Mark of the king". */
function isFollowedByVerb(next: Word | undefined): boolean {
  return (
    next !== undefined &&
    (/^\p{Lu}/u.test(next.text) ||
      /(?:s|ed|t|d|ll)$/.test(next.form) ||
      /^(?:has|is|was|will)$/.test(next.form))
  );
}

/** An ordinary word by its ending: at the start of a sentence more likely than a name. */
function isDerived(form: string): boolean {
  return (
    /(?:ing|tion|sion|ment|ness|ings|tions|ments|ists|ity|ities|able|ible|ful|less|ous|ally|ers|ors|ies|ure|ures|ance|ances|ence|ences|ship|ships|hood|ages|als|isms|ism|ives)$/.test(
      form,
    ) && form.length > 6
  );
}

const BEFORE_NOUN =
  /^(?:d(?:er|ie|as|en|em|es)|eine?[mnrs]?|k?eine?[mnrs]?|[mds]eine?[mnrs]?|ihre?[mnrs]?|unsere?[mnrs]?|im|am|vom|zum|zur|beim|ins|ans|diese[mnrs]?|jede[mnrs]?|alle[mnrs]?|viele|zwei|drei|vier|funf)$/;

/** Capitals say little in German: a name is one of two together, or one without an article that is no plural. */
function isGermanName(words: readonly Word[], at: number): boolean {
  const { text = '', form = '' } = words[at] ?? {};
  const [before, next] = [words[at - 1], words[at + 1]];
  if (before && ADDRESS.test(before.form)) return true;
  const capital = (word: Word | undefined) =>
    word !== undefined && /^\p{Lu}/u.test(word.text) && !CALENDAR.test(word.form);
  if (capital(next) || (capital(before) && at > 1)) return true;
  if (words.slice(Math.max(0, at - 3), at).some((one) => BEFORE_NOUN.test(one.form) || /^\d/.test(one.text)))
    return false;
  return /^\p{Lu}/u.test(text) && !/(?:en|er|e|ung|heit|keit|schaft|s|tum|nis)$/.test(form);
}

function isSaid(form: string, said: SaidNames): boolean {
  const parts = form.split("'");
  // Its digits are checked as a number: "C12" of "C twelve".
  if (/\d/.test(form))
    return (form.match(/\p{L}+/gu) ?? []).every((letters) => said.forms.has(letters) || said.forms.has(form));
  if (said.forms.has(form) || parts.some((part) => part.length > 2 && said.forms.has(part))) return true;
  if (said.lemmas.has(lemmaOf(form))) return true;
  for (const other of said.forms)
    if (isOfCountry(form, other, said.lexicon) || isCompound(form, other, said.lexicon)) return true;
  const sound = soundOf(form);
  if (sound.length < 3) return false;
  if (said.sounds.has(sound)) return true;
  const most = sound.length < 6 ? 0 : sound.length < 9 ? 1 : 2;
  if (most === 0) return false;
  // Two names that both exist are not one that was misheard.
  return [...said.sounds].some(
    ([other, heard]) =>
      editDistance(sound, other, most) <= most &&
      !(said.lexicon.knownAs(form) === 'name' && said.lexicon.knownAs(heard) !== undefined),
  );
}

/** "German" and "Germany", "Italian" and "Italy". */
function isOfCountry(one: string, other: string, { knownAs }: Lexicon): boolean {
  const isFrom = (people: string, country: string) => {
    const root = /^(\p{L}{4,})(?:ian|an|ish|ese|n)s?$/u.exec(people)?.[1];
    return (
      COUNTRIES[people] === country ||
      (root !== undefined && country.startsWith(root) && knownAs(country) === 'name')
    );
  };
  return isFrom(one, other) || isFrom(other, one);
}

const COUNTRIES: Readonly<Record<string, string>> = {
  french: 'france',
  spanish: 'spain',
  british: 'britain',
  english: 'england',
  welsh: 'wales',
  irish: 'ireland',
  polish: 'poland',
  danish: 'denmark',
  swedish: 'sweden',
  finnish: 'finland',
  turkish: 'turkey',
  greek: 'greece',
};

/** A part of a word that is written as one in some languages. */
function isCompound(form: string, other: string, { knownAs }: Lexicon): boolean {
  return (
    form.length > 4 &&
    other.length > form.length + 3 &&
    (other.startsWith(form) || other.endsWith(form)) &&
    knownAs(form) !== 'name'
  );
}

/** Whether the lines have two names, and each only beside another. */
function isMixed(one: string, next: string, { after, before }: SaidNames): boolean {
  const [followers, leaders] = [after.get(one), before.get(next)];
  return followers !== undefined && leaders !== undefined && !followers.has(next);
}

/** How a name sounds, roughly: letters that sound alike become one, doubled ones single, silent ones none. */
function soundOf(name: string): string {
  return formOf(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/ph/g, 'f')
    .replace(/(?:tch|sch|sh|ch)/g, 'x')
    .replace(/ck|c(?![eiy])|q/g, 'k')
    .replace(/c|z/g, 's')
    .replace(/w|v/g, 'f')
    .replace(/[ea][iy]/g, 'e')
    .replace(/y|ie/g, 'i')
    .replace(/ou|oo/g, 'u')
    .replace(/h/g, '')
    .replace(/(.)\1+/gu, '$1');
}
