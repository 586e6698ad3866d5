import nlp from 'compromise';
import type { EntityType, Mention, Passage } from '../types.ts';

/** Capitalised words before a word for an organization, or such a word followed by `of` and capitalised words. */
const BY_ENDING =
  /\b(?:University|Bank|Museum|Institute|Ministry|Department|Board|Bureau)\s+of\s+(?:the\s+)?\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+){0,3}|\b(?!(?:The|A|An|Our|This|That)\s)(?:\p{Lu}[\p{L}&.'-]*\s+(?:(?:&|and)\s+(?=\p{Lu}))?){1,5}(?:Inc|Ltd|Limited|LLC|LLP|GmbH|AG|KG|BV|Oy|Corp|Corporation|Company|PLC|plc|Group|Holdings|Industries|Technologies|Pharmaceuticals|Airlines|Airways|University|Institute|Foundation|Bank|Museum|Association|Agency|Council|Ministry|Commission)\b\.?/gu;

const NAME = String.raw`(?<name>\p{Lu}[\p{L}\p{N}'-]+(?:\s(?:&\s)?\p{Lu}[\p{L}\p{N}'-]+){0,3})`;
const KIND =
  '(?:company|firm|supplier|client|customer|vendor|start-?up|manufacturer|agency|employer|competitor|contractor|brand|retailer|publisher|airline|insurer|carrier)';

/** What is said around the names of companies. */
const BY_CONTEXT = [
  `\\b${KIND}\\s+(?:(?:is|was)\\s+)?(?:called|named)\\s+${NAME}`,
  `\\b(?:[Oo]ur|[Mm]y|[Tt]heir|[Hh]is|[Hh]er|[Ii]ts|[Tt]he)\\s+(?:(?:new|old|former|main|biggest)\\s+)?${KIND},?\\s+${NAME}`,
  `(?<!\\b[Ii]n\\s|\\b[Ff]rom\\s|\\b[Aa]t\\s|\\b[Nn]ear\\s|[\\p{L}-]\\s)\\b${NAME},\\s+(?:an?|the|our|my|their)\\s+(?:[\\p{L}-]+\\s+){0,3}${KIND}\\b`,
  `\\b(?:(?:works?|worked|working|job|interned?)\\s+(?:at|for)|employed\\s+(?:at|by))\\s+${NAME}`,
  `\\b(?:order(?:ed|ing)?|b(?:uy|ought)|rent(?:ed)?|hired?|lease[ds]?|got|gets?|sourced?|comes?|deliver(?:y|ies|ed))\\s+(?:(?!from\\b)[\\p{L}\\d-]+\\s+){0,5}from\\s+${NAME}`,
  `\\b(?:quotes?|offers?|invoices?|bills?|estimates?|tenders?|bids?|proposals?|deliver(?:y|ies)|shipments?|contracts?|orders?)\\s+(?:from|with|by)\\s+${NAME}`,
  `\\b(?:supplied|made|manufactured|insured|sponsored|delivered|serviced|maintained|bought)\\s+by\\s+${NAME}`,
  `\\b(?:switch(?:ed|ing)?|move[ds]?|moving|sold|sell|outsourced?)\\s+(?:(?!to\\b)[\\p{L}-]+\\s+){0,4}to\\s+${NAME}(?=[,.;]|\\s+(?:because|for|as|since|last|next|instead|in\\s+\\d))`,
  `\\b(?:calling|phoning|ringing|writing)\\s+from\\s+${NAME}`,
  `\\b(?:the\\s+(?:people|guys|team|folks)|account|customers?)\\s+(?:at|with)\\s+${NAME}`,
  `${NAME}\\s+(?:charges?|quoted|invoiced|delivers|supplies|manufactures|sells)\\b`,
  `\\b(?:CEO|chief executive|founders?|co-founders?|shareholders?|headquarters)\\s+of\\s+${NAME}`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** A place that does not end in a name of its own kind is known as one; these are not. */
const PLACE =
  /\b(?:Street|Road|Avenue|Lane|Station|Airport|Park|Square|House|Hall|Church|School|College|Home|Beach|Hill|Christmas|Easter|Night|Day)$/;
/** Words with a capital at the start of a sentence. */
const OPENER =
  /^(?:In|At|From|Near|On|For|With|By|Then|So|And|But|Now|Here|There|This|That|These|Those|I|We|You|He|She|It|They)\b/;

/** A place in a text, in characters. */
interface Place {
  readonly from: number;
  readonly length: number;
}

/** Organizations with an ending of their own: `Kestrel Ltd`. */
function companiesByEnding(text: string): Place[] {
  return [...text.matchAll(BY_ENDING)].map(({ 0: whole, index }) => ({ from: index, length: whole.length }));
}

/** Names that the words around them make companies, and that are neither a person's nor a place's. */
function companiesByContext(text: string): Place[] {
  return BY_CONTEXT.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, groups, index }) => {
      const name = groups?.name?.replace(/['’]s$/, '') ?? '';
      if (!isCompany(name)) return [];
      return [{ from: index + whole.indexOf(name), length: name.length }];
    }),
  );
}

function isCompany(name: string): boolean {
  if (PLACE.test(name) || OPENER.test(name)) return false;
  const doc = nlp(name);
  return !doc.people().found && !doc.places().found && !doc.has('(#Pronoun|#Date|#Actor|#Honorific)');
}

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
