import type { ExtractSchema } from '../../../../../contract/index.ts';
import { isStopWord, tokens } from '../../../../text/split-words.ts';
import { stem } from '../../../../text/stem.ts';
import { isBareKind } from '../kinds.ts';
import { typeOf } from '../schema-types.ts';
import { unitNamed } from '../units.ts';
import { saidFor } from './cues.ts';
import { nameWords, type Wanted, wantedBy } from './said/takes.ts';

/** Something that a field's name, its parents or its description says, and how it may be said in the talk. */
export interface Cue {
  readonly word: string;
  /** Sequences of stems; the field's own word first. */
  readonly said: readonly (readonly string[])[];
  /** How much it counts, 0 to 1. */
  readonly weight: number;
}

/** A field as a question to the file's statements. */
export interface Question extends Wanted {
  readonly path: string;
  readonly schema: ExtractSchema;
  readonly cues: readonly Cue[];
  /** The question in words, for an encoder: what the field is called, what its description says, and its enum's values. */
  readonly text: string;
  /**
   * Whether the name says no more than the type of the value, `city`, `date`, `price` or `weight_kg`: it is answered by the only such
   * value there is.
   */
  readonly plain: boolean;
}

/** Words of names that say nothing about what is asked. */
const EMPTY = new Set(
  `name names full text value values title number no num is was has have had are were be been does did do will should can
  the a an of in on at to for by from with and or if any per total amount date time type info information detail details
  description field string label mentioned said id usd eur gbp`.split(/\s+/),
);
/** Words of descriptions that say nothing about what is asked. */
const TOLD = new Set(
  `name date number time text value format iso yyyy mm dd whether true false e g example eg null optional string integer
  exact exactly person people given mentioned said stated speaker film video recording one amount whole word words short
  called many much`.split(/\s+/),
);
const BESIDE = 0.35;
const DESCRIBED = 0.35;
const PARENT = 0.5;

/** The scalar fields of a schema, as questions; those inside lists are no questions. */
export function questionsOf(schema: ExtractSchema, path = '', parents: readonly string[] = []): Question[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const place = path ? `${path}.${name}` : name;
    const type = typeOf(property);
    if (type === 'object' && !property.enum)
      return questionsOf(property, place, [...parents, ...nameWords(name)]);
    if (type === 'array' || type === 'null') return [];
    return [questionOf(name, property, place, parents)];
  });
}

function questionOf(name: string, schema: ExtractSchema, path: string, parents: readonly string[]): Question {
  const words = nameWords(name);
  const own = words.filter((word) => !EMPTY.has(word) && !isStopWord(word));
  const soft = words.filter(
    (word) => EMPTY.has(word) && !own.includes(word) && !isStopWord(word) && word !== 'name',
  );
  const above = parents.filter((word) => !EMPTY.has(word) && !words.includes(word));
  const { description = '', title = '' } = schema;
  const told = tokens(`${title}. ${description}`).map(({ word }) => word);
  const described = [...new Set(told)].filter(
    (word) => !TOLD.has(word) && !EMPTY.has(word) && !isStopWord(word) && !own.includes(word),
  );
  const cues = [
    ...own.map((word) => cueOf(word, 1)),
    ...(own.length === 0 ? soft.map((word) => cueOf(word, BESIDE)) : []),
    ...above.map((word) => cueOf(word, own.length === 0 ? 1 : PARENT)),
    ...described.map((word) => cueOf(word, own.length === 0 && above.length === 0 ? 1 : DESCRIBED)),
  ];
  const options = (schema.enum ?? [])
    .filter((one) => one !== null)
    .map((one) => nameWords(String(one)).join(' '))
    .join(', ');
  const spelled = [...parents, ...words].join(' ');
  return {
    path,
    schema,
    cues: withoutDoubles(cues),
    ...wantedFor(name, schema, parents),
    text: [`${spelled}${description ? `: ${description}` : ''}`, options].filter(Boolean).join(' '),
    plain: above.length === 0 && isPlain(name, words),
  };
}

/** A unit says of a number what a type's name says of a text. */
function isPlain(name: string, words: readonly string[]): boolean {
  const others = words.filter(
    (word) => unitNamed(word) === undefined && !/^(?:percent|pct|usd|eur|gbp)$/.test(word),
  );
  return (
    isBareKind(name) ||
    (others.length < words.length && (others.length === 0 || isBareKind(others.join(' '))))
  );
}

/** What `name` or `date` asks for is what its parent is called: `landlord: { name }`. */
function wantedFor(name: string, schema: ExtractSchema, parents: readonly string[]): Wanted {
  const words = nameWords(name);
  const bare = words.every((word) => EMPTY.has(word)) && parents.length > 0;
  return wantedBy(bare ? [...parents, ...words].join(' ') : name, schema);
}

function cueOf(word: string, weight: number): Cue {
  return { word, said: saidFor(word), weight };
}

function withoutDoubles(cues: readonly Cue[]): Cue[] {
  const known = new Map<string, Cue>();
  for (const cue of cues) {
    const key = cue.said[0]?.join(' ') ?? '';
    const before = known.get(key);
    if (!before || before.weight < cue.weight) known.set(key, cue);
  }
  return [...known.values()];
}

/** The words of an enum's value: `in_progress` and `inProgress` are two words each. */
export function optionStems(value: string | number): string[] {
  return nameWords(String(value)).map(stem);
}
