/**
 * Fills a schema with typed entities: the things found in passages come in; an object goes out with the properties
 * that they can answer, in single values (scalar.ts) or records (records.ts). The rest is left out.
 */

import type { Evidence, ExtractSchema } from '../../../../../contract/index.ts';
import { isStopWord, type Token, tokens } from '../../../../text/split-words.ts';
import type { Answers } from '../asked/choose.ts';
import { allowsNull, typeOf } from '../schema-types.ts';
import { evidenceOf, quoteOf, type Thing } from '../things.ts';
import type { Entities, EntityType, Passage } from '../types.ts';
import { recordOf, recordTakes } from './records.ts';
import { kindFor, measures, scalarsOf, unitFor } from './scalar.ts';

/** Where a value was said. */
interface Said<Value> {
  readonly value: Value;
  readonly passage: Passage;
  readonly from: number;
  readonly length: number;
  readonly times: number;
}

type Value = string | number | boolean | null;

/** The values of an enum that were said, apart from inflection, most frequent first. */
function saidValues(values: readonly Value[], passages: readonly Passage[]): Said<Value>[] {
  const read = passages.map((passage) => ({ passage, words: tokens(passage.text) }));
  return values
    .flatMap((value) => {
      const wanted =
        typeof value === 'string' || typeof value === 'number' ? tokens(apart(String(value))) : [];
      if (wanted.length === 0 || wanted.every(({ word }) => isStopWord(word))) return [];
      const places = read.flatMap(({ passage, words }) =>
        words.flatMap((word, at) =>
          runs(words, at, wanted) ? [{ passage, word, last: words[at + wanted.length - 1] ?? word }] : [],
        ),
      );
      const [first] = places;
      if (!first) return [];
      const { passage, word, last } = first;
      return [{ value, passage, from: word.from, length: last.to - word.from, times: places.length }];
    })
    .sort((one, other) => other.times - one.times);
}

function runs(words: readonly Token[], at: number, wanted: readonly Token[]): boolean {
  return wanted.every(({ stem }, offset) => words[at + offset]?.stem === stem);
}

/** `in_progress` and `inProgress` are two words each. */
function apart(value: string): string {
  return value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
}

/** The input and output of filling a schema. */
export interface Filling {
  readonly passages: readonly Passage[];
  readonly things: ReadonlyMap<EntityType, readonly Thing[]>;
  /** The answers to the questions that the scalar fields are. */
  readonly answers: Answers;
  readonly evidence: Evidence[];
  /** Properties that no typed extractor can answer. */
  readonly unanswerable: Set<string>;
  readonly warnings: Set<string>;
}

/** A value, or why there is none: nothing was said about it, or no extractor can answer it. */
type Answer = { readonly value: unknown } | 'not said' | 'unanswerable';

/** Maximum number of items in an array. */
const MOST_ITEMS = 1_000;

/**
 * Fills the properties of an object that typed entities can answer, and leaves out the rest.
 * @param path of the object, for evidence and warnings
 */
export function fillObject(filling: Filling, schema: ExtractSchema, path: string): Entities {
  const filled: [string, unknown][] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const place = path ? `${path}.${name}` : name;
    const answer = answerOf(filling, property, name, place);
    if (typeof answer === 'object') filled.push([name, answer.value]);
    else {
      const required = schema.required?.includes(name) === true;
      if (required && allowsNull(property)) filled.push([name, null]);
      if (answer === 'unanswerable') filling.unanswerable.add(place);
      else if (required && !allowsNull(property))
        filling.warnings.add(`${place} is required, but nothing about it was heard, read or seen`);
    }
  }
  return Object.fromEntries(filled);
}

function answerOf(filling: Filling, schema: ExtractSchema, name: string, path: string): Answer {
  const type = typeOf(schema);
  if (!schema.enum && type === 'object') {
    const value = fillObject(filling, schema, path);
    return Object.keys(value).length > 0 ? { value } : 'not said';
  }
  if (!schema.enum && type === 'array') return listOf(filling, schema, name, path);
  return askedOf(filling, path);
}

/** Candidates named in one warning. */
const MOST_NAMED = 20;

/** Values between which nothing tells give none; the warning names them. */
function askedOf({ answers, evidence, warnings }: Filling, path: string): Answer {
  const torn = answers.torn.get(path);
  if (torn) {
    const named = torn
      .slice(0, MOST_NAMED)
      .map(({ value }) => value)
      .join('; ');
    const more = torn.length > MOST_NAMED ? ` and ${torn.length - MOST_NAMED} more` : '';
    warnings.add(`${path}: left out, because ${torn.length} are mentioned: ${named}${more}`);
  }
  const found = answers.found.get(path);
  if (!found) return 'not said';
  const { value, passage, from, length } = found;
  const differs = typeof value !== 'boolean' && passage.text.slice(from, from + length) !== value;
  evidence.push({ ...quoteOf(path, passage, from, length), ...(differs && { value }) });
  return { value };
}

type Found = { readonly thing: Thing; readonly value: string | number };

/** The things that a property counts; undefined if its name does not say what is counted. */
function numbersOf(filling: Filling, schema: ExtractSchema, name: string): Found[] | undefined {
  const unit = unitFor(name, schema);
  const kind = kindFor(name, schema);
  if (kind === 'money' || kind === 'percentages') return formsOf(filling, schema, kind);
  if (kind === 'dates' && /year/i.test(name)) return formsOf(filling, schema, 'dates');
  if (unit === undefined) return undefined;
  return formsOf(filling, schema, 'quantities').filter(({ thing }) => thing.unit === unit);
}

/** The things of a type that match a schema and its name, each once. */
function formsOf({ things }: Filling, schema: ExtractSchema, kind: EntityType, name = ''): Found[] {
  const found = (things.get(kind) ?? []).flatMap((thing) => {
    const values = measures(name, thing) ? scalarsOf(thing, schema) : [];
    return values.map((value) => ({ thing, value }));
  });
  return [...new Map(found.toReversed().map((one) => [one.value, one])).values()].toReversed();
}

function listOf(filling: Filling, schema: ExtractSchema, name: string, path: string): Answer {
  const { items = {}, maxItems = MOST_ITEMS } = schema;
  const most = Math.min(maxItems, MOST_ITEMS);
  if (items.enum) {
    const said = saidValues(items.enum, filling.passages).slice(0, most);
    said.forEach(({ passage, from, length }, index) => {
      filling.evidence.push(quoteOf(`${path}[${index}]`, passage, from, length));
    });
    return { value: said.map(({ value }) => value) };
  }
  const type = typeOf(items);
  if (type === 'object') return recordsOf(filling, schema, name, path, most);
  const kind = kindFor(name, items.format || items.description || !schema.description ? items : schema);
  const found =
    type === 'string'
      ? kind && formsOf(filling, items, kind, name)
      : type === 'number' || type === 'integer'
        ? numbersOf(filling, items, name)
        : undefined;
  if (!found) return 'unanswerable';
  return { value: placed(filling, found, path, most).map(({ value }) => value) };
}

function placed(filling: Filling, found: readonly Found[], path: string, most: number): readonly Found[] {
  const taken = found.slice(0, most);
  taken.forEach(({ thing }, index) => {
    filling.evidence.push(...evidenceOf(`${path}[${index}]`, thing));
  });
  return taken;
}

function recordsOf(
  filling: Filling,
  schema: ExtractSchema,
  name: string,
  path: string,
  most: number,
): Answer {
  const properties = schema.items?.properties ?? {};
  const kinds = Object.entries(properties).flatMap(([own, property]) => kindFor(own, property) ?? []);
  const tasks = kinds.find((one) => one === 'action_items');
  const kind = kindFor(name, schema) ?? (new Set(kinds).size === 1 ? kinds[0] : tasks);
  if (!kind) return 'unanswerable';
  const { takes, left, main } = recordTakes(properties, kind);
  if (!main) return 'unanswerable';
  for (const one of left) filling.unanswerable.add(`${path}[].${one}`);
  const things = (filling.things.get(kind) ?? []).filter((thing) => measures(name, thing)).slice(0, most);
  const required = schema.items?.required ?? [];
  const value = things.map((thing, index) => {
    filling.evidence.push(...evidenceOf(`${path}[${index}]`, thing));
    const record = recordOf(thing, takes);
    for (const one of required)
      if (!Object.hasOwn(record, one) && properties[one] && allowsNull(properties[one])) record[one] = null;
    return record;
  });
  return { value };
}
