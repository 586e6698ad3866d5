import { isRecord } from '../../../../contract/record.ts';

type Data = Readonly<Record<string, unknown>>;

/** A schema that passed the contract's check: an object of scalars and of arrays of scalars. */
interface Schema {
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
}

interface Field {
  readonly type: string;
  readonly enum?: readonly unknown[];
  readonly items?: Field;
}

/**
 * The fields that match a schema. A field that does not match is left out.
 * @returns undefined without data or without a schema; `invalid` if a required field is missing
 */
export function checkedData(schema: unknown, data: Data | undefined): Data | undefined | 'invalid' {
  if (schema === undefined || data === undefined) return undefined;
  const { properties, required = [] } = schema as Schema;
  const kept = Object.entries(data).filter(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return field !== undefined && matches(field, value);
  });
  const found = new Set(kept.map(([name]) => name));
  if (!isRecord(data) || !required.every((name) => found.has(name))) return 'invalid';
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function matches(field: Field, value: unknown): boolean {
  if (field.type === 'array') {
    const { items } = field;
    return items !== undefined && Array.isArray(value) && value.every((item) => matches(items, item));
  }
  return isOfType(field.type, value) && (field.enum === undefined || field.enum.includes(value));
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}
