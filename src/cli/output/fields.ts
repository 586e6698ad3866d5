/** --fields: only these fields of each row. */
import { UsageError } from '../errors.ts';
import { closest } from '../nearest.ts';
import { at, type Column, withAt } from './columns.ts';

/**
 * The dotted paths of `a,b.c`.
 * @throws UsageError when there is nothing between two commas or two dots
 */
export function fieldsIn(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim());
  if (fields.some((field) => field.split('.').includes('')))
    throw new UsageError(`--fields must be names such as id,media_info.width (got ${JSON.stringify(text)})`);
  return fields;
}

/** The fields of a thing, nested as they are in it; null where it has none. What is no object stays as it is. */
export function pick(thing: unknown, fields: readonly string[]): unknown {
  if (typeof thing !== 'object' || thing === null) return thing;
  return fields.reduce<unknown>((picked, field) => withAt(picked, field, at(thing, field) ?? null), {});
}

/** A column for each field, written as the command's own column of that path is. */
export const fieldColumns = (fields: readonly string[], known: readonly Column[] = []): Column[] =>
  fields.map((field) => {
    const { format } = known.find(({ value }) => value === field) ?? {};
    return format ? { header: field, value: field, format } : { header: field, value: field };
  });

/** What to say of fields that no row has; undefined when there are none. A service may leave out what is empty. */
export function missingFields(fields: readonly string[], rows: readonly unknown[]): string | undefined {
  const missing = fields.filter((field) => rows.every((row) => at(row, field) === undefined));
  if (rows.length === 0 || missing.length === 0) return undefined;
  const names = [...new Set(rows.flatMap(namesIn))];
  return missing
    .map((field) => {
      const near = closest(field, names);
      return `Nothing shown has the field ${field}.${near ? ` Did you mean ${near}?` : ''}`;
    })
    .join('\n');
}

/** The names a row has, and those one level below. */
function namesIn(row: unknown): string[] {
  const below = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  return below(row).flatMap(([name, value]) => [name, ...below(value).map(([inner]) => `${name}.${inner}`)]);
}
