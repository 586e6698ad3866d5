import type { Evidence } from '../../../../contract/index.ts';
import type { EntityType, Mention, Passage, Task } from './types.ts';

/** An entity with all its mentions, in order. */
export interface Thing {
  readonly type: EntityType;
  /** As first mentioned. */
  readonly text: string;
  readonly value?: string | number;
  readonly unit?: string;
  readonly task?: Task;
  readonly mentions: readonly [Mention, ...Mention[]];
}

/** Groups the mentions of each thing, in order of first mention. */
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
  const [{ type, text, value, unit, task }] = mentions;
  return {
    type,
    text,
    ...(value !== undefined && { value }),
    ...(unit !== undefined && { unit }),
    ...(task && { task }),
    mentions,
  };
}

/** A part of a single person's name refers to that person, unless another has it too. The whole name comes first. */
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

/** Maps each name part that only one person has to the whole name. */
function wholeNames(mentions: readonly Mention[]): Map<string, string> {
  const names = new Map<string, string | undefined>();
  for (const key of new Set(mentions.map((mention) => mention.key)))
    if (key.includes(' '))
      for (const part of new Set(key.split(' '))) names.set(part, names.has(part) ? undefined : key);
  return new Map([...names].flatMap(([part, name]) => (name === undefined ? [] : [[part, name] as const])));
}

/** Maximum number of places to report per value. */
const MOST_PLACES = 3;
const QUOTE_CHARACTERS = 320;

/** Where a thing was mentioned, as evidence for a value. */
export function evidenceOf(path: string, { mentions }: Thing): Evidence[] {
  return mentions.slice(0, MOST_PLACES).map(({ passage, from, text, value }) => ({
    ...quoteOf(path, passage, from, text.length),
    ...(value !== undefined && value !== text && { value }),
  }));
}

/** The words around a place in a passage. @param from in characters; negative for the whole passage */
export function quoteOf(path: string, passage: Passage, from: number, length: number): Evidence {
  const { source, text, confidence } = passage;
  const start = text.length <= QUOTE_CHARACTERS ? 0 : Math.max(0, from + length - QUOTE_CHARACTERS / 2);
  const quote = text.slice(start, start + QUOTE_CHARACTERS);
  const sure = confidence === undefined ? {} : { confidence };
  return { path, quote, source, ...timesOf(passage, from, length), ...sure };
}

/** When the words at a place were spoken: their own times if known, otherwise the passage's. */
function timesOf(passage: Passage, from: number, length: number): Pick<Evidence, 'start_time' | 'end_time'> {
  const { text, words = [], start, end } = passage;
  if (start === undefined || end === undefined) return {};
  const said = wordsAt(text, words, from, from + length);
  const [first, last] = [said[0], said.at(-1)];
  if (from < 0 || !first || !last) return { start_time: start, end_time: end };
  return { start_time: first.start, end_time: last.end };
}

/** The words between two places of their text; none where the text does not have them in their order. */
function wordsAt(text: string, words: NonNullable<Passage['words']>, from: number, to: number) {
  let at = 0;
  const found: (typeof words)[number][] = [];
  for (const one of words) {
    const place = text.indexOf(one.word, at);
    if (place < 0) return [];
    at = place + one.word.length;
    if (at > from && place < to) found.push(one);
  }
  return found;
}
