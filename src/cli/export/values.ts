/** Values inside a nested result. */
import { writeJson } from '../../client/json.ts';
import { isRecord } from '../../contract/record.ts';

export interface Leaf {
  /** `people[0].name` */
  readonly path: string;
  /** `people.name` */
  readonly field: string;
  readonly value: string;
}

/** Every text, number and truth value inside a result, with its path; null and empty lists have none. */
export function leavesOf(result: unknown, path = '', field = ''): Leaf[] {
  if (result === null || result === undefined) return [];
  if (Array.isArray(result))
    return result.flatMap((item, index) => leavesOf(item, `${path}[${index}]`, field));
  if (isRecord(result))
    return Object.entries(result).flatMap(([name, inner]) =>
      leavesOf(inner, path ? `${path}.${name}` : name, field ? `${field}.${name}` : name),
    );
  return [{ path, field, value: typeof result === 'string' ? result : writeJson(result) }];
}
