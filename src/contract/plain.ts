/**
 * What a schema accepts for certain, as data: values that pass need no schema, which takes time to build. What does not pass
 * may still be valid: only the schema knows, and only it says what is wrong.
 */
import type * as z from 'zod';
import { isRecord } from './record.ts';

/** Values that are certainly valid. Bounds are inclusive. */
export type Plain =
  | { readonly is: 'text'; readonly least?: number; readonly most?: number; readonly pattern?: string }
  | { readonly is: 'number'; readonly whole?: true; readonly least?: number; readonly most?: number }
  | { readonly is: 'boolean' }
  | { readonly is: 'one of'; readonly values: readonly unknown[] }
  | { readonly is: 'list'; readonly of: Plain; readonly least?: number; readonly most?: number }
  | { readonly is: 'object'; readonly fields: Readonly<Record<string, PlainField>> }
  /** No value is certain. */
  | typeof unsure;

const unsure = { is: 'unsure' } as const;

export interface PlainField {
  readonly as: Plain;
  /** It may be missing. */
  readonly optional?: true;
}

/** Whether a text has no NUL and no lone surrogate, which not every store and reader preserves. */
export const isWholeText = (value: string): boolean => !/[\0\p{Cs}]/u.test(value);

/** Longer lists are left to the schema, which bounds all lists of a request together. */
const longestList = 100;

/** Whether a value is certainly valid. */
export function isPlainly(plain: Plain, value: unknown): boolean {
  switch (plain.is) {
    case 'text':
      return (
        typeof value === 'string' &&
        isWholeText(value) &&
        isWithin(plain, value.length) &&
        (plain.pattern === undefined || new RegExp(plain.pattern).test(value))
      );
    case 'number':
      return (
        Number.isFinite(value) &&
        (!plain.whole || Number.isSafeInteger(value)) &&
        isWithin(plain, value as number)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'one of':
      return plain.values.includes(value);
    case 'list':
      return (
        Array.isArray(value) &&
        value.length <= longestList &&
        isWithin(plain, value.length) &&
        value.every((item) => isPlainly(plain.of, item))
      );
    case 'object':
      return isRecord(value) && hasPlainFields(plain.fields, value);
    case 'unsure':
      return false;
  }
}

function hasPlainFields(
  fields: Readonly<Record<string, PlainField>>,
  value: Readonly<Record<string, unknown>>,
): boolean {
  if (Object.keys(value).some((name) => !Object.hasOwn(fields, name))) return false;
  return Object.entries(fields).every(([name, { as, optional }]) => {
    const field = value[name];
    return field === undefined ? optional === true : isPlainly(as, field);
  });
}

const isWithin = ({ least, most }: { least?: number; most?: number }, size: number): boolean =>
  (least === undefined || size >= least) && (most === undefined || size <= most);

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  entries?: Record<string, unknown>;
  values?: readonly unknown[];
  coerce?: boolean;
  pattern?: RegExp;
};

/** A check as zod describes it; that of a format is the schema itself. */
interface Check {
  readonly check?: string;
  readonly fn?: unknown;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: RegExp;
}

/** What a schema accepts for certain, as far as that can be said as data. */
export function plainOf(schema: z.core.$ZodType): Plain {
  const def = schema._zod.def as Def;
  const checks = checksOf(def);
  if (!checks || def.coerce) return unsure;
  switch (def.type) {
    case 'string':
      return { is: 'text', ...checks };
    case 'number':
      return { is: 'number', ...checks };
    case 'boolean':
      return isEmpty(checks) ? { is: 'boolean' } : unsure;
    case 'enum':
      return isEmpty(checks) ? { is: 'one of', values: Object.values(def.entries ?? {}) } : unsure;
    case 'literal':
      return isEmpty(checks) ? { is: 'one of', values: def.values ?? [] } : unsure;
    case 'array': {
      const of = def.element ? plainOf(def.element) : unsure;
      return of.is === 'list' || of.is === 'object' ? unsure : { is: 'list', of, ...checks };
    }
    case 'object':
      return isEmpty(checks) ? { is: 'object', fields: fieldsOf(def.shape ?? {}) } : unsure;
    default:
      return unsure;
  }
}

function fieldsOf(shape: Record<string, z.core.$ZodType>): Record<string, PlainField> {
  const entries = Object.entries(shape).map(([name, schema]): [string, PlainField] => {
    const { type, innerType, checks = [] } = schema._zod.def as Def & { checks?: readonly unknown[] };
    const wrapped = (type === 'optional' || type === 'default') && checks.length === 0 && innerType;
    const as = wrapped ? plainOf(unwrapped(wrapped)) : plainOf(schema);
    return [name, wrapped ? { as, optional: true } : { as }];
  });
  return Object.fromEntries(entries);
}

/** Without further `optional` and `default`, which accept what is inside them. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, innerType, checks = [] } = schema._zod.def as Def & { checks?: readonly unknown[] };
  const isWrapper = type === 'optional' || type === 'default';
  return isWrapper && checks.length === 0 && innerType ? unwrapped(innerType) : schema;
}

interface Bounds {
  least?: number;
  most?: number;
  whole?: true;
  pattern?: string;
}

const isEmpty = (bounds: Bounds): boolean => Object.keys(bounds).length === 0;

/** The checks of a schema as bounds; undefined if one of them is none. */
function checksOf(def: Def & { checks?: readonly z.core.$ZodCheck[] }): Bounds | undefined {
  const own = 'check' in def ? [def as Check] : [];
  const bounds: Bounds = {};
  for (const check of [...own, ...(def.checks ?? []).map((one) => one._zod.def as Check)]) {
    if (!take(bounds, check)) return undefined;
  }
  return bounds;
}

/** Adds a check to the bounds. @returns false if it is none */
function take(bounds: Bounds, { check, fn, value, inclusive, minimum, maximum, format, pattern }: Check) {
  const atLeast = (least: number) => {
    bounds.least = Math.max(least, bounds.least ?? least);
    return true;
  };
  const atMost = (most: number) => {
    bounds.most = Math.min(most, bounds.most ?? most);
    return true;
  };
  if (check === 'min_length' && minimum !== undefined) return atLeast(minimum);
  if (check === 'max_length' && maximum !== undefined) return atMost(maximum);
  if (check === 'greater_than' && inclusive && typeof value === 'number') return atLeast(value);
  if (check === 'less_than' && inclusive && typeof value === 'number') return atMost(value);
  if (check === 'number_format' && format === 'safeint') {
    bounds.whole = true;
    return true;
  }
  if (check === 'string_format' && (format === 'guid' || format === 'regex') && pattern) {
    if (bounds.pattern !== undefined || pattern.flags !== '') return false;
    bounds.pattern = pattern.source;
    return true;
  }
  return check === 'custom' && fn === isWholeText;
}
