import type { Evidence } from '../../../contract/index.ts';
import { tokens } from '../../text/words.ts';
import type { EntityType, Mention, Passage } from './types.ts';

/** One entity, with every mention of it, in order. */
export interface Thing {
  readonly type: EntityType;
  /** As it was said first. */
  readonly text: string;
  readonly value?: string | number;
  readonly unit?: string;
  readonly mentions: readonly [Mention, ...Mention[]];
}

/** Puts the mentions of each thing together, those first that were said first. */
export function thingsOf(mentions: readonly Mention[]): ReadonlyMap<EntityType, readonly Thing[]> {
  const byType = new Map<EntityType, Mention[]>();
  for (const mention of mentions) append(byType, mention.type, mention);
  return new Map([...byType].map(([type, own]) => [type, grouped(type, own).map((group) => thingOf(group))]));
}

function append<Key>(groups: Map<Key, Mention[]>, key: Key, mention: Mention): void {
  const group = groups.get(key);
  if (group) group.push(mention);
  else groups.set(key, [mention]);
}

function thingOf(mentions: [Mention, ...Mention[]]): Thing {
  const [{ type, text, value, unit }] = mentions;
  return { type, text, ...(value !== undefined && { value }), ...(unit !== undefined && { unit }), mentions };
}

/** A part of one person's name is that person, where no other has it. The whole name stands first. */
function grouped(type: EntityType, mentions: readonly Mention[]): [Mention, ...Mention[]][] {
  const whole = type === 'people' ? wholeNames(mentions) : new Map<string, string>();
  const nameOf = ({ key }: Mention) => whole.get(key) ?? key;
  const groups = new Map<string, Mention[]>();
  for (const mention of mentions) append(groups, nameOf(mention), mention);
  return [...groups.values()].flatMap((group) => {
    const [first, ...rest] = [
      ...group.filter((one) => nameOf(one) === one.key),
      ...group.filter((one) => nameOf(one) !== one.key),
    ];
    return first ? [[first, ...rest]] : [];
  });
}

/** The whole name of each part of a name that just one person has. */
function wholeNames(mentions: readonly Mention[]): Map<string, string> {
  const names = new Map<string, string | undefined>();
  for (const key of new Set(mentions.map((mention) => mention.key)))
    if (key.includes(' '))
      for (const part of new Set(key.split(' '))) names.set(part, names.has(part) ? undefined : key);
  return new Map([...names].flatMap(([part, name]) => (name === undefined ? [] : [[part, name] as const])));
}

/** At most so many places of one value are reported. */
const MOST_PLACES = 3;
const QUOTE_CHARACTERS = 320;

/** Where a thing was said or shown, as evidence for a value. */
export function evidenceOf(path: string, { mentions }: Thing): Evidence[] {
  return mentions.slice(0, MOST_PLACES).map(({ passage, from, text, value }) => ({
    ...quoteOf(path, passage, from, text.length),
    ...(value !== undefined && value !== text && { value }),
  }));
}

/** The words around a place in a passage. @param from characters; below 0 for the passage as a whole */
export function quoteOf(path: string, passage: Passage, from: number, length: number): Evidence {
  const { source, text } = passage;
  const start = text.length <= QUOTE_CHARACTERS ? 0 : Math.max(0, from + length - QUOTE_CHARACTERS / 2);
  const quote = text.slice(start, start + QUOTE_CHARACTERS);
  return { path, quote, source, ...timesOf(passage, from, length) };
}

/** When the words at a place were said: their own times where the passage has them, else the passage's. */
function timesOf(passage: Passage, from: number, length: number): Pick<Evidence, 'start_time' | 'end_time'> {
  const { text, words = [], start, end } = passage;
  if (start === undefined || end === undefined) return {};
  const before = tokens(text.slice(0, Math.max(0, from))).length;
  const own = tokens(text.slice(Math.max(0, from), Math.max(0, from) + length)).length;
  const [first, last] = [words[before], words[before + own - 1]];
  if (from < 0 || words.length !== tokens(text).length || !first || !last)
    return { start_time: start, end_time: end };
  return { start_time: first.start, end_time: last.end };
}
