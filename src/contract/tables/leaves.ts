import { isRecord } from '../record.ts';

/** A value inside a nested result: a row of the table `entities`. */
export interface Leaf {
  /** `people[0].name` */
  readonly path: string;
  /** `people.name` */
  readonly field: string;
  readonly value: string;
}

/**
 * Every text, number and truth value inside a result, with its path; null and empty lists have none.
 * @param write a number or truth value as text
 */
export function leavesOf(result: unknown, write: (value: unknown) => string, path = '', field = ''): Leaf[] {
  if (result === null || result === undefined) return [];
  if (Array.isArray(result))
    return result.flatMap((item, index) => leavesOf(item, write, `${path}[${index}]`, field));
  if (isRecord(result))
    return Object.entries(result).flatMap(([name, inner]) =>
      leavesOf(inner, write, path ? `${path}.${name}` : name, field ? `${field}.${name}` : name),
    );
  return [{ path, field, value: typeof result === 'string' ? result : write(result) }];
}
