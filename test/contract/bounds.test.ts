import { describe, expect, it } from 'vitest';
import { check, describeProblems, limits, openapi, operations } from '../../src/contract/index.ts';

type Schema = Parameters<typeof check>[0];

const complaint = (schema: Schema, value: unknown) => {
  const result = check(schema, value);
  return result.ok ? undefined : describeProblems(result.problems.slice(0, 3));
};
const NOBODY = '6a6f8f0e-6f0c-4c1e-9d5b-0d6f0a4b1c2d';
const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
const filtered = (filter: unknown) => complaint(operations['file.list'].query, { filter });
const condition = { path: 'a', operator: 'Equal', valueText: 'x' };

describe('a filter', () => {
  it.each([
    [{ foo: [] }, 'filter.foo is unknown; allowed: metadata, video_info, file, source_metadata'],
    [
      { metadata: [{ ...condition, value: 'x' }] },
      'filter.metadata[0].value is unknown; allowed: path, operator, valueText, valueTextArray, scope',
    ],
    [
      { file: [{ ...condition, scope: 'segment' }] },
      'filter.file[0].scope is unknown; allowed: path, operator, valueText, valueTextArray',
    ],
    [{ file: many(51, condition) }, 'filter.file must have at most 50 items (got 51)'],
    [
      { file: many(30, condition), metadata: many(30, condition) },
      'filter must have at most 50 conditions in all (got 60)',
    ],
    [
      { file: many(2, { path: 'a', operator: 'In', valueTextArray: many(501, 'x') }) },
      'filter must have at most 1000 values in all (got 1002)',
    ],
    [
      { file: [{ path: 'a', operator: 'In', valueTextArray: many(1001, 'x') }] },
      'filter.file[0].valueTextArray must have at most 1000 items (got 1001)',
    ],
    [
      { file: [{ ...condition, path: many(17, 'a').join('.') }] },
      'filter.file[0].path must have at most 16 levels',
    ],
    [
      { file: [{ ...condition, path: 'a'.repeat(201) }] },
      'filter.file[0].path must have at most 200 characters',
    ],
    [
      { file: [{ ...condition, valueText: 'a'.repeat(2001) }] },
      'filter.file[0].valueText must have at most 2000 characters',
    ],
    [[], 'filter must be an object'],
  ])('%# is refused by name', (filter, sentence) => {
    expect(filtered(filter)).toBe(sentence);
  });

  it('names what an own __proto__ would hide', () => {
    expect(filtered(JSON.parse('{"__proto__": []}'))).toContain('__proto__');
  });

  it('may be as large as its limits', () => {
    const path = many(16, 'abcdefghijk').join('.');
    expect(filtered({ metadata: many(50, { ...condition, path, scope: 'segment' }) })).toBeUndefined();
    expect(filtered({})).toBeUndefined();
  });

  it('declares its limits, and that it takes no other keys', () => {
    const { components } = openapi() as { components: { schemas: Record<string, object> } };
    const { Filter, FilterInput } = components.schemas;
    const shown = JSON.stringify(FilterInput ?? Filter);
    expect(shown).toContain(`"maxItems":${limits.filter.conditions}`);
    expect(shown).toContain(`"maxItems":${limits.filter.values}`);
    expect(shown).toContain(`"maxLength":${limits.filter.pathCharacters}`);
    expect(shown).toContain('"additionalProperties":false');
  });

  const search = operations['search.run'].body;
  const body = { scope: 'file', collections: [NOBODY], query: 'x' };
  const heavy: [string, Schema, unknown][] = [
    ['wrong conditions', search, { ...body, filter: { metadata: many(500_000, 1) } }],
    [
      'wrong values',
      search,
      { ...body, filter: { file: [{ path: 'a', operator: 'In', valueTextArray: many(500_000, 1) }] } },
    ],
    ['wrong collections', search, { ...body, collections: many(500_000, 'x') }],
    [
      'wrong files in a knowledge base',
      operations['deep-search.run'].body,
      { query: 'x', knowledge_base: { source: 'files', files: many(500_000, 1) } },
    ],
    [
      'wrong values spread over many lists',
      search,
      { ...body, filter: { file: many(50, { path: 'a', operator: 'In', valueTextArray: many(900, 1) }) } },
    ],
    [
      'wrong segments',
      operations['segmentation.create'].body,
      { strategy: 'manual', manual_config: { segments: many(500_000, 1) } },
    ],
  ];

  it.each(heavy)(
    'of half a million %s is refused by its length, before its items are checked',
    (_, schema, value) => {
      expect(complaint(schema, value)).toMatch(/items/);
      const result = check(schema, value);
      expect(result.ok ? 0 : result.problems.length).toBe(1);
    },
  );

  it('of half a million unknown keys names only some of them', () => {
    const filter = Object.fromEntries(many(500_000, 0).map((_, at) => [`k${at}`, 1]));
    const result = check(operations['file.list'].query, { filter });
    expect(result.ok ? 0 : result.problems.length).toBe(20);
  });
});

describe('names', () => {
  const wrong = ['a\0b', '\ud800', 'a\udc00b'];
  const takers: [string, Schema, (name: string) => object][] = [
    [
      'a collection name',
      operations['collection.create'].body,
      (name) => ({ name, collection_type: 'metadata' }),
    ],
    ['a collection description', operations['collection.update'].body, (description) => ({ description })],
    ['a filename', operations['file.update'].body, (filename) => ({ filename })],
    ['a tag label', operations['tag.create'].body, (label) => ({ label, value: 'x', file_id: NOBODY })],
    ['a tag value', operations['tag.update'].body, (value) => ({ value })],
    ['a share title', operations['share.create'].body, (title) => ({ file_id: NOBODY, title })],
    ['a share description', operations['share.update'].body, (description) => ({ description })],
    ['a webhook description', operations['webhook.update'].body, (description) => ({ description })],
    ['an id in a path', operations['file.get'].params, (file_id) => ({ file_id })],
  ];

  it.each(takers)('%s contains no NUL and no lone surrogate', (_, schema, make) => {
    for (const name of wrong)
      expect(complaint(schema, make(name))).toMatch(/must not contain NUL or half a character/);
    for (const name of ['a\ud83d\ude00b', 'né', ' ']) expect(complaint(schema, make(name))).toBeUndefined();
  });
});
