/** Invalid and hostile values for parameters, queries and bodies, and almost valid bodies. */
import type { Seeded } from '../../support/seeded.ts';

type Schema = Record<string, unknown>;

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Texts for path and query parameters. */
export const texts: readonly string[] = [
  ...['', ' ', '.', '..', '../../etc/passwd', '..%2f..%2fetc%2fpasswd', '/', '\\', '\0', '%00', '%', '%zz'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'true',
    '[]',
    '{}',
    '[object Object]',
  ],
  ...['0', '-1', '1', '1e309', '-0', '0x10', '9'.repeat(400), '1.5', '2147483648', '9007199254740993'],
  ...[
    "' or 1=1 --",
    '"; drop table files; --',
    '<script>alert(1)</script>',
    '$' + '{7*7}',
    '*',
    'a:b',
    'NEAR(',
  ],
  ...['2026-01-01', '2026-02-30', '0000-00-00', '99999-01-01', '2026-01-01T00:00:00Z', 'tomorrow'],
  ...['é', '𝕏', '\u202e', '\ufeff', '\ud800', 'a\r\nset-cookie: x=1', '\x1b[31m', 'x'.repeat(4000)],
  ...[
    '{"__proto__":{"polluted":true}}',
    '{"metadata":[{"path":"__proto__.x","operator":"Equal","valueText":"1"}]}',
  ],
  ...['{"file":[{"path":"bytes","operator":"GreaterThan","valueText":"NaN"}]}', '['.repeat(5000), NOBODY],
];

/** A JSON text with arrays or objects nested this deep. */
export const nested = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

const polluting = (): unknown =>
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}');

/** Values for any place in a JSON body. */
const values: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0,
  () => 1e308,
  () => 1.5,
  () => Number.MAX_SAFE_INTEGER,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => Array.from({ length: 5000 }, () => 0),
  () => Array.from({ length: 300 }, () => NOBODY),
  polluting,
  () => JSON.parse(nested(90, '[', ']')),
  () => 'http://127.0.0.1:1/',
  () => 'vau://files/../../etc/passwd',
  () => 'data:image/png;base64,AAAA',
  () => 'x'.repeat(100_000),
  () => '(a+)+$'.repeat(50),
];

/** Any value; texts are as frequent as all others together. */
export function hostile(chance: Seeded): unknown {
  return chance.below(2) === 0 ? chance.pick(texts) : chance.pick(values)();
}

/**
 * A body according to its JSON Schema, with something hostile in about one of `calm` places; 0: nowhere.
 * @param known existing ids
 */
export function bodyFor(
  schema: Schema,
  parts: Schema,
  chance: Seeded,
  calm: number,
  known: readonly string[],
): unknown {
  const make = (node: Schema, depth: number): unknown => {
    if (calm > 0 && chance.below(calm) === 0) return hostile(chance);
    const target =
      typeof node.$ref === 'string' ? (parts[node.$ref.split('/').at(-1) ?? ''] as Schema) : node;
    const ways = (target.anyOf ?? target.oneOf ?? target.allOf) as Schema[] | undefined;
    if (ways && ways.length > 0) return make(chance.pick(ways), depth);
    if (target.const !== undefined) return target.const;
    if (Array.isArray(target.enum)) return chance.pick(target.enum);
    switch (target.type) {
      case 'object':
        return objectOf(target, depth);
      case 'array':
        return depth > 6
          ? []
          : Array.from({ length: 1 + chance.below(2) }, () =>
              make((target.items ?? {}) as Schema, depth + 1),
            );
      case 'number':
      case 'integer':
        return Math.max(
          Number(target.minimum ?? 0),
          Math.min(Number(target.maximum ?? 100), chance.below(30)),
        );
      case 'boolean':
        return chance.below(2) === 0;
      default:
        return textOf(target);
    }
  };
  const textOf = ({ format }: Schema): string => {
    if (format === 'uuid') return chance.pick([...known, NOBODY]);
    return chance.pick([
      'words',
      'a_name',
      'http://192.0.2.1/film.mp4',
      ...known.map((id) => `vau://files/${id}`),
    ]);
  };
  const objectOf = (target: Schema, depth: number): unknown => {
    const required = (target.required ?? []) as string[];
    const entries = Object.entries((target.properties ?? {}) as Record<string, Schema>)
      .filter(([name]) => required.includes(name) || (depth < 6 && chance.below(3) > 0))
      .map(([name, part]): [string, unknown] => [name, make(part, depth + 1)]);
    return Object.fromEntries(chance.below(4) === 0 ? [...entries, ['unknown', hostile(chance)]] : entries);
  };
  return make(schema, 0);
}
