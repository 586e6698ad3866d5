import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { check } from '../../src/contract/check.ts';
import { operationIds, operationOf } from '../../src/contract/operations/index.ts';
import { isPlainRequest, outlined } from '../../src/contract/operations/outline.ts';
import { isPlainly, type Plain, plainOf } from '../../src/contract/plain.ts';
import { text } from '../../src/contract/values/scalars.ts';

const id = '0b8f3c1e-51f0-4d7e-8a5c-2f6f6f1f0a11';

/** Values near what a plain form accepts, on both sides of each bound. */
function near(plain: Plain): unknown[] {
  const strange = [null, '', 'x', '\0', '\ud800', 0, -1, 1.5, Number.NaN, 2 ** 60, true, [], {}, [null]];
  return [...strange, ...inside(plain)];
}

function inside(plain: Plain): unknown[] {
  switch (plain.is) {
    case 'text':
      return [id, ...edges(plain, 300).map((length) => 'a'.repeat(length))];
    case 'number':
      return edges(plain, 5).flatMap((bound) => [bound, bound + 0.5]);
    case 'one of':
      return [...plain.values];
    case 'list':
      return edges(plain, 3).flatMap((length) =>
        near(plain.of).map((item) => Array.from({ length }, () => item)),
      );
    case 'object': {
      const fields = Object.entries(plain.fields);
      const whole = Object.fromEntries(
        fields.map(([name, { as }]) => [name, inside(as).find((value) => isPlainly(as, value))]),
      );
      return [
        whole,
        { ...whole, other: 1 },
        ...fields.flatMap(([name, { as }]) => [
          { ...whole, [name]: undefined },
          ...near(as).map((value) => ({ ...whole, [name]: value })),
        ]),
      ];
    }
    case 'boolean':
      return [true, false];
    case 'unsure':
      return [];
  }
}

/** Both sides of each bound. */
const edges = ({ least = 0, most = 3 }: { least?: number; most?: number }, longest: number): number[] =>
  [least - 1, least, most, most + 1].filter((size) => size >= 0 && size <= Math.max(longest, most + 1));

const parts = operationIds.flatMap((operation) => {
  const { params, query, body } = operationOf(operation);
  return Object.entries({ params, query, ...(body ? { body } : {}) }).map(
    ([part, schema]) => [operation, part, schema] as const,
  );
});

describe('what is plainly valid', () => {
  it.each(parts)('in %s, %s, its schema accepts', (_, __, schema) => {
    const plain = plainOf(schema);
    const accepted = near(plain).filter((value) => isPlainly(plain, value));
    for (const value of accepted)
      expect(check(schema, value), JSON.stringify(value)).toMatchObject({ ok: true });
    if (plain.is === 'object' && Object.values(plain.fields).every(({ optional }) => optional))
      expect(accepted).not.toEqual([]);
  });

  it('is every request of a list and most requests for one thing', async () => {
    const plain = await Promise.all(
      operationIds.map(async (operation) => {
        const { params } = operationOf(operation);
        const filled = Object.fromEntries(Object.keys(params.shape).map((name) => [name, id]));
        return isPlainRequest(operation, { params: filled, query: {} });
      }),
    );
    const isGet = (operation: string) => operationOf(operation as never).method === 'GET';
    const gets = operationIds.filter(isGet);
    const plainly = operationIds.filter((operation, at) => isGet(operation) && plain[at]);
    expect(plainly.length).toBeGreaterThan(gets.length * 0.8);
    expect(plainly).toContain('collection.list');
  });

  it.each([
    ['a check of its own', z.string().refine((value) => value !== 'a'), 'a'],
    ['a change of the value', z.string().trim().min(1), ' '],
    ['a check of the whole', z.object({ a: z.string() }).refine(() => false), { a: 'a' }],
    [
      'an optional value that is checked',
      z.object({
        a: z
          .string()
          .optional()
          .refine(() => false),
      }),
      {},
    ],
    ['other conversions', z.object({ a: z.coerce.number() }), { a: 1 }],
    ['an exclusive bound', z.number().gt(1), 1],
    ['a pattern of two', z.string().regex(/a/).regex(/b/), 'a'],
  ])('is nothing where a schema has %s', (_, schema, value) => {
    expect(isPlainly(plainOf(schema), value)).toBe(false);
  });

  it('is a text with bounds, but none that is not whole', () => {
    const plain = plainOf(text().min(1).max(2));
    expect(['', 'a', 'ab', 'abc', '\0', '\ud800'].map((value) => isPlainly(plain, value))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('survives as JSON, as the build keeps it', () => {
    for (const operation of operationIds) {
      const outline = outlined(operationOf(operation));
      expect(JSON.parse(JSON.stringify(outline))).toEqual(outline);
    }
  });
});
