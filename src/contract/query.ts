import type * as z from 'zod';

/**
 * Converts between query strings and values: schemas use numbers, booleans and arrays, query strings only
 * text. Arrays are read as `a=x,y`, `a=x&a=y` and `a[]=x&a[]=y`, and written in the second form.
 */

type Raw = Record<string, string[]>;

/**
 * Converts a query string to the types of its schema, without checking it. A value that cannot be converted
 * stays text, so that the schema's message names the parameter. Unknown parameters are omitted.
 */
export function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const raw = gather(search);
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const texts = raw[name];
    const type = bare(field);
    const value = texts && readValue(type, texts);
    // A list without items asks for nothing; for what is no list, it is wrong.
    const isNothing = type._zod.def.type === 'array' && Array.isArray(value) && value.length === 0;
    if (value !== undefined && !isNothing) values[name] = value;
  }
  return values;
}

/** The first parameter that is repeated although its schema takes one value; undefined if there is none. */
export function repeatedParameter(schema: z.ZodObject, search: URLSearchParams): string | undefined {
  const raw = gather(search);
  return Object.entries(schema.shape).find(
    ([name, field]) => (raw[name]?.length ?? 0) > 1 && bare(field)._zod.def.type !== 'array',
  )?.[0];
}

/** Writes values as query parameters; undefined ones are omitted. */
export function writeQuery(values: Record<string, unknown>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value])
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
  }
  return search;
}

function gather(search: URLSearchParams): Raw {
  const raw: Raw = Object.create(null);
  for (const [key, value] of search) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    raw[name] ??= [];
    raw[name].push(value);
  }
  return raw;
}

function readValue(schema: z.core.$ZodType, texts: string[]): unknown {
  const { type } = schema._zod.def;
  const last = texts.at(-1) ?? '';
  if (type === 'array') return listIn(texts);
  if (type === 'number') return readNumber(last);
  if (type === 'boolean') return last === 'true' ? true : last === 'false' ? false : last;
  if (type === 'object') return readJson(last);
  return last;
}

function listIn(texts: readonly string[]): string[] {
  const items = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  return items.filter((text) => text !== '');
}

/** Accepts plain decimal notation only: not an empty text, 0x10 or Infinity. */
function readNumber(text: string): number | string {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The schema inside optional, default and nullable. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType };
  return def.innerType ? bare(def.innerType) : schema;
}
