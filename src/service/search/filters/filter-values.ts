import type { FilterCondition } from '../../../contract/index.ts';

/** Values at a dotted path. Arrays are searched element by element, and a final array gives its elements. */
export function valuesAt(root: unknown, path: string): unknown[] {
  let here: unknown[] = [root];
  for (const key of path.split('.')) {
    here = here.flatMap(spread).flatMap((value) => {
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return [];
      return [(value as Record<string, unknown>)[key]];
    });
  }
  return here.flatMap(spread).filter((value) => value !== null && value !== undefined);
}

function spread(value: unknown): unknown[] {
  return Array.isArray(value) ? value.flatMap(spread) : [value];
}

type Test = (values: readonly string[], wanted: string, list: readonly string[]) => boolean;

/** Negative, 0 or positive: compares numbers as numbers, otherwise by code points (which orders ISO dates) as SQLite does. */
function compare(one: string, other: string): number {
  const [left, right] = [toNumber(one), toNumber(other)];
  if (left !== undefined && right !== undefined) return left - right;
  return byCodePoints(one, other);
}

function byCodePoints(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Halves of a character stand for code points above all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

/** A text as a number; undefined if it is none, or not finite. */
export function toNumber(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const same = (one: string, other: string) => compare(one, other) === 0;

/** The operators, applied to the values at the path as text. A path without a value meets only NotEqual. */
const TESTS: Record<FilterCondition['operator'], Test> = {
  Equal: (values, wanted) => values.some((value) => same(value, wanted)),
  NotEqual: (values, wanted) => !values.some((value) => same(value, wanted)),
  LessThan: (values, wanted) => values.some((value) => compare(value, wanted) < 0),
  GreaterThan: (values, wanted) => values.some((value) => compare(value, wanted) > 0),
  Like: (values, wanted) => values.some((value) => like(value, wanted)),
  In: (values, _, list) => values.some((value) => list.some((item) => same(value, item))),
  ContainsAny: (values, _, list) => list.some((item) => values.some((value) => same(value, item))),
  ContainsAll: (values, _, list) => list.every((item) => values.some((value) => same(value, item))),
};

/**
 * Whether the values at the condition's path meet it. Numbers and booleans are compared by value. Like ignores case;
 * `*` or `%` matches any text, `?` or `_` one character, and a pattern without wildcards matches anywhere in the value.
 */
export function meets(condition: FilterCondition, values: readonly unknown[]): boolean {
  const texts = values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
  return TESTS[condition.operator](texts, condition.valueText ?? '', condition.valueTextArray ?? []);
}

/** Wildcard match with two pointers: linear except for the retries of one star (no regular expression). */
function like(value: string, pattern: string): boolean {
  const folded = pattern.toLowerCase().replaceAll('%', '*').replaceAll('_', '?');
  if (!/[*?]/.test(folded)) return value.toLowerCase().includes(folded);
  const [text, wanted] = [[...value.toLowerCase()], [...folded]];
  let [at, star, mark] = [0, -1, 0];
  for (let here = 0; here < text.length; ) {
    if (wanted[at] === '*') {
      star = at;
      mark = here;
      at += 1;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === text[here])) {
      at += 1;
      here += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      here = mark;
    } else return false;
  }
  return wanted.slice(at).every((character) => character === '*');
}
