import { isRecord } from '../../../../contract/record.ts';
import type { Entities } from '../types.ts';

const MOST_ITEMS = 1_000;

/** Merges the results of all parts: lists are concatenated, for anything else the first value wins. */
export function merged(all: readonly Entities[]): Entities {
  return all.length === 1 ? (all[0] ?? {}) : (all.reduce<unknown>(both, {}) as Entities);
}

function both(one: unknown, other: unknown): unknown {
  if (one === null || one === undefined) return other;
  if (other === null || other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other)) {
    const known = new Map([...one, ...other].map((item) => [JSON.stringify(item), item]));
    return [...known.values()].slice(0, MOST_ITEMS);
  }
  if (!isRecord(one) || !isRecord(other)) return one;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, both(one[name], other[name])]));
}
