import { tokens } from '../../../../text/split-words.ts';
import { typeOf } from '../schema-types.ts';
import { dimensionOf } from '../units.ts';
import type { Question } from './questions.ts';
import { converted } from './said/numbers.ts';
import { nameWords } from './said/takes.ts';
import type { Value } from './said/values.ts';

/** A value in the form that a field's schema asks for. */
export interface Formed {
  readonly value: string | number;
  /** The same for values that are the same. */
  readonly key: string;
  /** 0..1: how well unit and form suit the field. */
  readonly fit: number;
}

const MONTH =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/i;
const WEEKDAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/i;

/** Several for the ends of a range. @returns none where a value has no such form: a weight is no distance, and `3 March` no whole date */
export function formed(question: Question, value: Value): Formed[] {
  const type = typeOf(question.schema);
  if (type !== 'string') return some(numberOf(question, value));
  const { form = '' } = value;
  const ranged =
    question.schema.format && (value.type === 'date' || value.type === 'time') && form.includes('/');
  const ends = ranged ? form.split('/').map((end) => ({ ...value, form: end })) : [value];
  return ends.flatMap((end) => some(textOf(question, end)));
}

const some = (one: Formed | undefined) => (one ? [one] : []);

/** Articles and case make no difference. */
export function keyOf(text: string): string {
  return tokens(text)
    .filter(({ word }) => !/^(?:the|a|an|my|our|his|her|their|your)$/.test(word))
    .map(({ word }) => word)
    .join(' ');
}

function numberOf(question: Question, value: Value): Formed | undefined {
  const { schema, unit, dimension } = question;
  let { number } = value;
  let fit = 1;
  if (value.type === 'date' || number === undefined) return undefined;
  if (value.type === 'quantity') {
    const own = value.unit ?? '';
    if (unit !== undefined) {
      number = converted(number, own, unit) ?? (isDegrees(own, unit) ? number : undefined);
      if (own !== unit) fit = 0.6;
    } else if (dimension !== undefined && dimensionOf(own) !== dimension) return undefined;
  }
  if (value.type === 'count' && unit !== undefined) {
    const named = value.nouns?.[0] ?? '';
    if (named !== '' && unit.toLowerCase().startsWith(named)) fit = 2.5;
  }
  if (
    number === undefined ||
    (value.type !== 'year' &&
      looksLikeYear(value) &&
      question.takes.count !== undefined &&
      !value.nouns?.length)
  )
    return undefined;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (number < minimum || number > maximum) return undefined;
  if (typeOf(schema) === 'integer' && !Number.isInteger(number)) return undefined;
  return {
    value: number,
    key: String(number),
    fit: fit * countFit(question, value) * rateFit(question, value),
  };
}

/** Fields of these words take an ordinal or a label: `floor`, `rank`. */
const ORDERED =
  /^(?:floor|level|rank|place|position|minute|grade|edition|round|day|week|stage|chapter|page|step|lesson|series|season|episode|room|bed|platform|gate|number)$/;

/** A number that counts suits a field better than an ordinal, a label or a plain `one`. */
function countFit({ path }: Question, { type, ordinal, label, text }: Value): number {
  if (type === 'quantity' && /^an?\s/i.test(text)) return 0.6;
  if (type !== 'count') return 1;
  const names = nameWords(path.split('.').at(-1) ?? '');
  if (names.some((word) => ORDERED.test(word))) return 1;
  if (label !== undefined && !names.includes(label)) return 0.3;
  return ordinal ? 0.3 : /^one$/i.test(text) ? 0.4 : 1;
}

/** `8 euros a flat` is no total. */
function rateFit({ path }: Question, { type, rate }: Value): number {
  if (type !== 'money' || !rate) return 1;
  return nameWords(path).some((word) => RATES.test(word)) ? 1 : 0.4;
}

const RATES =
  /^(?:per|each|price|rate|rent|salary|wage|fee|charge|monthly|weekly|yearly|annual|hourly|daily|fare|ticket|unit|cost)$/;

function isDegrees(own: string, unit: string): boolean {
  return own === 'degrees' && unit.startsWith('°');
}

/** 1999 without anything that it counts is a year, not an amount. */
function looksLikeYear({ text }: Value): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

function textOf({ schema: { format }, dimension, part }: Question, value: Value): Formed | undefined {
  const { type, text, form, number, unit } = value;
  if (type === 'quantity' && dimension !== undefined && dimensionOf(unit ?? '') !== dimension)
    return undefined;
  if (part && type === 'date') {
    const found = (part === 'month' ? MONTH : WEEKDAY).exec(text)?.[0];
    return found ? { value: found, key: found.toLowerCase(), fit: 1 } : undefined;
  }
  switch (format) {
    case undefined: {
      const own = type === 'email' || (type === 'url' && !text.includes('.')) ? (form ?? text) : text;
      const key =
        type === 'time' && form ? form : number === undefined ? keyOf(own) : `${number} ${unit ?? ''}`;
      return { value: own, key, fit: 1 };
    }
    case 'date':
      return whole(/^\d{4}-\d\d-\d\d(?=T|$)/.exec(form ?? '')?.[0]);
    case 'date-time':
      return whole(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.exec(form ?? '')?.[0]);
    case 'time': {
      const time = /(?:^|T)(\d\d:\d\d)$/.exec(form ?? '')?.[1];
      return whole(time && `${time}:00`);
    }
    case 'phone':
      return whole(form ?? text);
    default:
      return whole(form ?? text);
  }
}

function whole(value: string | undefined): Formed | undefined {
  return value === undefined ? undefined : { value, key: value.toLowerCase(), fit: 1 };
}
