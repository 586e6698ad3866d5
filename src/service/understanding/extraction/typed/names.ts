import nlp from 'compromise';
import type { EntityType, Mention, Passage } from '../types.ts';
import { companiesByContext, companiesByEnding } from './companies.ts';

/** Punctuation around a match. */
const BEFORE = /^[\s"'“”‘’([]*/;
const AFTER = /[\s"'“”‘’)\].,;:!?…-]+$/u;
const ARTICLE = /^(?:the|a|an|our|this|that)\s+/i;
/** Days and months are capitalised too. */
const CALENDAR =
  /^(?:christmas|easter|halloween|thanksgiving|ramadan|hanukkah|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
const TITLES = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|captain|president|the)\.?$/i;

interface Part {
  readonly offset?: { readonly start: number; readonly length: number };
}

/**
 * People, places and organizations in a passage. Written names have capitals; without capitals a name needs two words.
 */
export function namesIn(passage: Passage): Mention[] {
  const { text, speaker } = passage;
  const found: Mention[] = [];
  const add = (type: EntityType, from: number, length: number) => {
    for (const name of namesAt(text, from, length, type !== 'organizations')) {
      const to = name.from + name.text.length;
      if (found.some((one) => name.from < one.from + one.text.length && to > one.from)) continue;
      found.push({ type, ...name, key: keyOf(type, name.text), passage });
    }
  };
  for (const { from, length } of companiesByEnding(text)) {
    const [name] = namesAt(text, from, length, false);
    if (name?.text.includes(' ')) add('organizations', from, length);
  }
  for (const { from, length } of companiesByContext(text)) add('organizations', from, length);
  const doc = nlp(text);
  for (const [type, view] of [
    ['organizations', doc.organizations()],
    ['people', doc.people()],
    ['places', doc.places()],
  ] as const)
    for (const { offset } of view.json({ offset: true }) as Part[])
      if (offset) add(type, offset.start, offset.length);
  return speaker === undefined ? found : [...found, ...speakerIn(passage, speaker)];
}

/** The speaker in a voice tag; a person if it is a name, not a role or number. */
function speakerIn(passage: Passage, text: string): Mention[] {
  const speaker: Mention = { type: 'speakers', text, key: text.toLowerCase(), passage, from: -1 };
  const person: Mention = { ...speaker, type: 'people', key: keyOf('people', text) };
  return isPersonsName(text) ? [person, speaker] : [speaker];
}

/** `Ben` and `Ada Byron` are names; `Keeper` and `Speaker 2` are not. */
function isPersonsName(label: string): boolean {
  if (/\d/.test(label)) return false;
  return /^\p{Lu}\p{L}+(?:\s\p{Lu}[\p{L}.'-]+)+$/u.test(label) || nlp(label).people().found;
}

/** The names at a place, without surrounding words. @param list whether commas separate several names */
function namesAt(
  whole: string,
  from: number,
  length: number,
  list: boolean,
): { text: string; from: number }[] {
  const written = /\p{Lu}/u.test(whole) && /\p{Ll}/u.test(whole);
  const pieces = whole.slice(from, from + length).split(list ? /(?<=,)/ : /(?!)/);
  let at = from;
  return pieces.flatMap((piece) => {
    const start = at;
    at += piece.length;
    const ended = piece.replace(AFTER, '').replace(/['’]s$/, '');
    const before = written
      ? /^(?:[^\p{Lu}]*\s)?[^\p{L}\p{N}]*(?=\p{Lu})/u.exec(ended)?.[0]
      : BEFORE.exec(ended)?.[0];
    if (before === undefined) return [];
    const skipped = before.length + (ARTICLE.exec(ended.slice(before.length))?.[0].length ?? 0);
    const text = ended.slice(skipped);
    return isName(text, written) ? [{ text, from: start + skipped }] : [];
  });
}

function isName(text: string, written: boolean): boolean {
  if (!/\p{L}{2}/u.test(text) || TITLES.test(text) || CALENDAR.test(text) || text.length > 80) return false;
  return written || text.includes(' ');
}

/** Case, dots and titles do not distinguish people. */
function keyOf(type: EntityType, text: string): string {
  const plain = text.toLowerCase().replace(/[.,]/g, '').replace(/\s+/g, ' ');
  return type === 'people' ? plain.replace(/^(?:mr|mrs|ms|miss|dr|prof|professor|sir)\s+/, '') : plain;
}
