import { describe, expect, it } from 'vitest';
import { checkMomentSchema, type MomentSchemaCode, momentSchemaCodes } from '../../src/contract/index.ts';
import { refusedSchemas } from './refused-schemas.ts';

describe('moment schemas', () => {
  it.each(Object.entries(refusedSchemas))(
    'refuses %s with its own code, and names the field',
    (code, [schema, path]) => {
      expect(checkMomentSchema(schema, 's')).toEqual([
        { code, path, message: momentSchemaCodes[code as MomentSchemaCode] },
      ]);
    },
  );

  it('accepts every documented shape', () => {
    const schema = {
      type: 'object',
      description: 'One sale',
      properties: {
        who: { type: 'string', description: 'Who speaks' },
        mood: { type: 'string', enum: ['glad', 'sad'] },
        count: { type: 'integer', enum: [1, 2] },
        share: { type: 'number' },
        done: { type: 'boolean' },
        words: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      },
      required: ['who'],
      additionalProperties: false,
    };
    expect(checkMomentSchema(schema, 's')).toEqual([]);
  });

  it('finds every problem of a schema, not only the first', () => {
    const schema = { type: 'object', properties: { a: { type: 'date' }, b: { type: 'array' } } };
    expect(checkMomentSchema(schema, 's').map(({ code }) => code)).toEqual([
      'field_type_unknown',
      'array_items_missing',
    ]);
  });
});
