import type { ExtractSchema } from '../../../../../contract/index.ts';
import { isRecord } from '../../../../../contract/record.ts';
import type { Said } from '../../../models/language/held/claims.ts';
import { allowsNull } from '../schema-types.ts';

/** What holds of a value that a model gave. */
export interface Grounded {
  /** Undefined if nothing of it was said. */
  readonly value: unknown;
  /** The values that were kept, with their paths in `value`. */
  readonly leaves: readonly Leaf[];
  /** Paths of values that nobody said, as the model gave them. */
  readonly dropped: readonly string[];
}

export interface Leaf {
  readonly path: string;
  readonly value: string | number;
  /** A choice of the model, such as one of an enum: it need not be said. */
  readonly judged: boolean;
}

/**
 * Drops what nobody said from values of a model. A boolean and a text of an enum are what the model judged, and stay; a
 * number, and a name in an enum, must be said. A required property without its value is null, if it can be.
 * @param schema of the value; without one nothing is a choice
 */
export function grounded(
  value: unknown,
  said: Said,
  schema?: ExtractSchema,
  path = '',
  given = path,
): Grounded {
  if (typeof value === 'boolean' || value === null || value === undefined)
    return { value, leaves: typeof value === 'boolean' ? [judgedAt(path, String(value))] : [], dropped: [] };
  if (Array.isArray(value)) return groundedList(value, said, schema, path, given);
  if (isRecord(value)) return groundedObject(value, said, schema, path, given);
  const leaf = leafOf(value as string | number, said, schema, path);
  if (!leaf) return { value: undefined, leaves: [], dropped: [given] };
  return { value, leaves: leaf.value === '' ? [] : [leaf], dropped: [] };
}

const judgedAt = (path: string, value: string): Leaf => ({ path, value, judged: true });

function leafOf(
  value: string | number,
  said: Said,
  schema: ExtractSchema | undefined,
  path: string,
): Leaf | undefined {
  if (typeof value === 'number') return said.saysNumber(value) ? { path, value, judged: false } : undefined;
  const text = value.trim();
  if (schema?.enum) return said.saysNamesOf(text) ? judgedAt(path, text) : undefined;
  return text === '' || said.saysValue(text) ? { path, value: text, judged: false } : undefined;
}

function groundedList(
  items: readonly unknown[],
  said: Said,
  schema: ExtractSchema | undefined,
  path: string,
  given: string,
): Grounded {
  const kept: Grounded[] = [];
  const dropped: string[] = [];
  for (const [at, item] of items.entries()) {
    const one = grounded(item, said, schema?.items, `${path}[${kept.length}]`, `${given}[${at}]`);
    dropped.push(...one.dropped);
    if (one.value !== undefined) kept.push(one);
  }
  return { value: kept.map(({ value }) => value), leaves: kept.flatMap(({ leaves }) => leaves), dropped };
}

function groundedObject(
  record: Readonly<Record<string, unknown>>,
  said: Said,
  schema: ExtractSchema | undefined,
  path: string,
  given: string,
): Grounded {
  const within = (place: string, name: string) => (place ? `${place}.${name}` : name);
  const all = Object.entries(record).map(([name, inner]) => {
    const property = schema?.properties?.[name];
    const own = grounded(inner, said, property, within(path, name), within(given, name));
    const required = schema?.required?.includes(name) && property && allowsNull(property);
    return { name, ...own, value: own.value === undefined && required ? null : own.value };
  });
  const dropped = all.flatMap((one) => one.dropped);
  const leaves = all.flatMap((one) => one.leaves);
  // What is left of a record of which all that was to be said is dropped says nothing.
  if (path !== '' && dropped.length > 0 && leaves.every(({ judged }) => judged))
    return { value: undefined, leaves: [], dropped };
  const kept = all.filter((one) => one.value !== undefined);
  return { value: Object.fromEntries(kept.map(({ name, value }) => [name, value])), leaves, dropped };
}
