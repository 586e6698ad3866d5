import type { Db } from '../store/sql/schema.ts';
import { compoundWordsWith, knownCompoundWords } from '../store/words/write-terms.ts';
import { fold, stemOf } from '../text/analyse/index.ts';

/** Languages that write compounds as one word, with the endings of a part at the end of a compound. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  de: ['e', 'en', 'er', 'ern', 'n', 's', 'es'],
  nl: ['en', 's', 'e'],
  sv: ['en', 'et', 'ar', 'or', 'er', 'n', 'na', 's'],
  da: ['en', 'et', 'er', 'e', 'ne', 's'],
  no: ['en', 'et', 'er', 'e', 'ne', 's'],
  fi: ['n', 't', 'a', 'ssa', 'sta', 'in'],
  hu: ['ok', 'ek', 'ak', 't', 'ban', 'ben'],
};
/** Linking elements between the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ens', 'ns', 'o', 'u'];
/** Minimum length of a part to search for: shorter ones are in many unrelated words. */
const SHORTEST = 4;
const SHORTEST_REST = 3;
/** A part of this length counts even if the rest of the compound is not a known word. */
const TRUSTED = 5;
const MOST = 100;

/** Indexed compounds that end (`Sitzung`) or start (`Haushalt`) with a word. */
export async function compoundsWith(db: Db, word: string, languages: readonly string[]): Promise<string[]> {
  const parts = partsToLookFor(word, languages).filter((part) => part.length >= SHORTEST);
  const found = await Promise.all(
    parts.map(async (part) =>
      (await compoundWordsWith(db, part, MOST)).map((whole) => ({ whole, part, rest: restOf(whole, part) })),
    ),
  );
  const candidates = found.flat().filter(({ rest }) => rest.length >= SHORTEST_REST);
  const known = await knownCompoundWords(
    db,
    candidates.flatMap(({ rest }) => withoutLinks(rest)),
  );
  const wholes = candidates.filter(({ part, rest }) => isWord(rest, part, known)).map(({ whole }) => whole);
  return [...new Set(wholes)].slice(0, MOST);
}

/** The two parts of a compound, if both are indexed words. */
export async function partsOf(db: Db, word: string, languages: readonly string[]): Promise<string[][]> {
  if (!languages.some((language) => language in ENDINGS)) return [];
  const form = fold(word);
  const splits: [string, string][] = [];
  for (let at = SHORTEST_REST; at <= form.length - SHORTEST; at += 1)
    splits.push([form.slice(0, at), form.slice(at)]);
  const known = await knownCompoundWords(
    db,
    splits.flatMap(([head, tail]) => [tail, ...withoutLinks(head)]),
  );
  return splits.flatMap(([head, tail]) => {
    const first = withoutLinks(head).find((one) => known.has(one));
    return first !== undefined && known.has(tail) ? [[first], [tail]] : [];
  });
}

/** The folded word, its stem, and the stem with each ending. */
function partsToLookFor(word: string, languages: readonly string[]): string[] {
  const parts = languages.flatMap((language) => {
    const endings = ENDINGS[language];
    if (endings === undefined) return [];
    const stem = stemOf(word, language);
    return [fold(word), stem, ...endings.map((ending) => stem + ending)];
  });
  return [...new Set(parts)];
}

/** The rest of a compound without the part. */
function restOf(whole: string, part: string): string {
  return whole.endsWith(part) ? whole.slice(0, -part.length) : whole.slice(part.length);
}

function withoutLinks(part: string): string[] {
  return LINKS.flatMap((link) => {
    const inside = [
      part.endsWith(link) ? part.slice(0, part.length - link.length) : '',
      part.startsWith(link) ? part.slice(link.length) : '',
    ];
    return inside.filter((one) => one.length >= SHORTEST_REST);
  });
}

function isWord(rest: string, part: string, known: ReadonlySet<string>): boolean {
  if (withoutLinks(rest).some((one) => known.has(one))) return true;
  return part.length >= TRUSTED && rest.length >= SHORTEST && /[aeiouy]/.test(rest);
}
