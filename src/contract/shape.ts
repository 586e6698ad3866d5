/** What an answer is roughly to be. Unknown fields, unknown values and missing fields pass; another thing does not. */
import type * as z from 'zod';

type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * Why a value cannot be what a schema describes, as the end of a sentence: `must be an object with id, status: it is a
 * list`. Looks at the outermost level alone, and is quick whatever the size.
 * @returns undefined when the value may be it
 */
export function misfit(schema: z.ZodType, value: unknown): string | undefined {
  const shape = 'shape' in schema ? (schema.shape as Shape) : undefined;
  if (!shape) return undefined;
  const names = Object.keys(shape);
  const rows = rowsOf(shape);
  const wanted = rows ? `must be an object with a list in ${rows}` : `must be an object with ${some(names)}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${wanted}: it is ${kindOf(value)}`;
  if (rows && !Array.isArray((value as Record<string, unknown>)[rows]))
    return `${wanted}: it is ${rows in value ? `${kindOf((value as Record<string, unknown>)[rows])} there` : kindOf(value)}`;
  return names.some((name) => name in value) ? undefined : `${wanted}: it is ${kindOf(value)}`;
}

/** The field that holds the rows of a page of a list; undefined where the shape is no page. */
function rowsOf(shape: Shape): string | undefined {
  if (!('total' in shape)) return undefined;
  const lists = Object.keys(shape).filter((name) => shape[name]?.def.type === 'array');
  return lists.length === 1 ? lists[0] : undefined;
}

const some = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and so on` : names.join(' and ');

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
  return Object.keys(value).length === 0 ? 'an empty object' : 'another object';
}
