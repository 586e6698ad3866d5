/** The schema for editors, checked by another validator. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { criterionFileSchema } from '../../src/contract/criterion-schema.ts';
import { refusedSchemas } from './refused-schemas.ts';

const file = fileURLToPath(new URL('../../assets/criterion.schema.json', import.meta.url));
const accepts = new Ajv({ strict: false }).compile(criterionFileSchema());
const criterion = { name: 'promise', instructions: 'Find promises.' };

describe('the schema of criterion files', () => {
  it('is committed as generated', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(criterionFileSchema());
  });

  it.each([
    ['a criterion', criterion],
    ['a criterion that names its schema', { $schema: './criterion.schema.json', ...criterion }],
    ['an attach body', { criterion, signals_required: ['scene_text'], min_duration_seconds: 1 }],
    [
      'anchors and scoring',
      {
        ...criterion,
        anchors: { a: { required: true, description: 'd' } },
        scoring: { key: 's', min: 0, max: 1 },
      },
    ],
    [
      'a list of words',
      {
        ...criterion,
        moment_schema: { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } },
      },
    ],
  ])('accepts %s', (_, value) => {
    expect(accepts(value), JSON.stringify(accepts.errors)).toBe(true);
  });

  it.each([
    ['a name with capitals', { ...criterion, name: 'Promise' }],
    ['empty instructions', { ...criterion, instructions: '' }],
    ['a mistyped field', { ...criterion, momentschema: {} }],
    ['a mistyped field beside the criterion', { criterion, signals: [] }],
    ['a signal there is not', { criterion, signals_required: ['smell'] }],
    ['scoring without a maximum', { ...criterion, scoring: { key: 's', min: 0 } }],
  ])('refuses %s', (_, value) => {
    expect(accepts(value)).toBe(false);
  });

  /** What only a program can check: --check does. */
  const beyond = new Set(['enum_type', 'required_unknown']);

  it.each(Object.entries(refusedSchemas).filter(([code]) => !beyond.has(code)))(
    'refuses a moment schema with %s',
    (_, [schema]) => {
      expect(accepts({ ...criterion, moment_schema: schema })).toBe(false);
    },
  );
});
