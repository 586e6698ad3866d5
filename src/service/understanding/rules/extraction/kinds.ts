import { tokens } from '../../../text/split-words.ts';
import { stem } from '../../../text/stem.ts';
import type { EntityType } from './types.ts';

/**
 * The words that name each type in properties and prompts. The last known word of a property's name decides:
 * `companies_mentioned`, `contact_email`, `cityNames`.
 */
const KINDS: Readonly<Record<EntityType, readonly string[]>> = {
  people: [
    'people',
    'person',
    'attendee',
    'participant',
    'author',
    'character',
    'host',
    'guest',
    'employee',
    'actor',
  ],
  places: ['place', 'location', 'city', 'country', 'town', 'venue', 'region', 'landmark', 'destination'],
  organizations: [
    ...['organization', 'organisation', 'company', 'brand', 'institution', 'business', 'employer', 'vendor'],
    ...['agency', 'university', 'competitor', 'firm', 'supplier'],
  ],
  dates: ['date', 'day', 'deadline', 'birthday', 'year'],
  times: ['time'],
  money: ['money', 'price', 'amount', 'cost', 'fee', 'budget', 'revenue', 'salary', 'payment'],
  percentages: ['percent', 'percentage', 'pct'],
  quantities: [
    'quantity',
    'measurement',
    'measure',
    'distance',
    'duration',
    'weight',
    'length',
    'height',
    'temperature',
  ],
  emails: ['email', 'mail', 'e-mail'],
  urls: ['url', 'uri', 'link', 'website', 'webpage', 'homepage'],
  phone_numbers: ['phone', 'telephone', 'fax', 'mobile'],
  speakers: ['speaker'],
  topics: ['topic', 'keyword', 'tag', 'theme', 'subject'],
  action_items: ['todo', 'task'],
};

const byStem = new Map<string, EntityType>(
  (Object.entries(KINDS) as [EntityType, readonly string[]][]).flatMap(([type, words]) =>
    words.map((word) => [stem(word), type] as const),
  ),
);

/** Words of a name that mean nothing on their own. */
const EMPTY = new Set([
  ...[
    'name',
    'names',
    'full',
    'list',
    'all',
    'mentioned',
    'mention',
    'mentions',
    'named',
    'said',
    'spoken',
    'shown',
  ],
  ...[
    'discussed',
    'visited',
    'found',
    'text',
    'value',
    'values',
    'title',
    'number',
    'numbers',
    'address',
    'addresses',
  ],
  ...['involved', 'present', 'usd', 'eur', 'gbp', 'total', 'string', 'label', 'referenced'],
]);

/** Names of action items that take two words. */
const ACTION_ITEM = /\b(?:action (?:item|point)|to do|next step|follow up)(?=s?\b)/gi;

/** The words of a name in any spelling: snake_case, camelCase, kebab-case, with spaces. */
export function wordsOf(name: string): string[] {
  const apart = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/e-?mail/gi, 'email');
  const plain = apart.replace(/[_.-]+/g, ' ').replace(ACTION_ITEM, 'todo');
  return tokens(plain).map(({ word }) => word);
}

/**
 * The type of a property, by its name; by its description if the name says nothing and the description names a single
 * type. Undefined otherwise.
 */
export function kindOf(name: string, description?: string): EntityType | undefined {
  const named = wordsOf(name);
  const head = named.filter((word) => !EMPTY.has(word)).at(-1);
  if (head !== undefined) {
    const type = byStem.get(stem(head));
    if (type || !description) return type;
  }
  const types = kindsIn(description ?? '');
  return types.length === 1 ? types[0] : undefined;
}

/** The types named in a text, in order. */
export function kindsIn(text: string): EntityType[] {
  return [...new Set(wordsOf(text).flatMap((word) => byStem.get(stem(word)) ?? []))];
}

/** Whether a name says no more than the type of its value: `city`, `date_of`, `priceUsd`. */
export function isBareKind(name: string): boolean {
  const named = wordsOf(name).filter((word) => !EMPTY.has(word));
  return named.length > 0 && named.every((word) => byStem.has(stem(word)) || ASKED.has(word));
}

/** Words that ask for a type. */
const ASKED = new Set(['who', 'where', 'when']);
