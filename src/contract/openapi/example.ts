import { isRecord } from '../record.ts';

type Json = Readonly<Record<string, unknown>>;

const UUID = '3f6c1d2e-8a4b-4c5d-9e6f-7a8b9c0d1e2f';

/** Values of fields by name, where they fit the schema; what a film, a share and their times look like. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  filename: 'launch.mp4',
  name: 'Product films',
  title: 'Launch day',
  query: 'When is the launch?',
  label: 'speaker',
  value: 'Ada Berg',
  text: 'The launch is on Friday.',
  instructions: 'Find promises that someone makes.',
  prompt: 'People and prices',
  endpoint: 'https://example.com/hook',
  url: 'https://media.example.com/launch.mp4',
  uri: `vau://files/${UUID}`,
  start_time_seconds: 10,
  end_time_seconds: 70,
  start_time: 12.5,
  end_time: 18,
  duration_seconds: 62.4,
  score: 0.87,
  total: 1,
  min: 1,
  max: 5,
  limit: 50,
  offset: 0,
  role: 'user',
  detector: 'content',
  content: 'When is the launch?',
  key: 'weight',
  include: 'Ada Berg',
  exclude: 'Narrator',
};

/** A schema that callers write, as of the moments of a criterion. */
const OWN_SCHEMA = {
  type: 'object',
  properties: { promise: { type: 'string' }, weight: { type: 'integer' } },
};

/** Texts for patterns and formats. The first that fits is taken. */
const TEXTS = [
  UUID,
  'example',
  'en',
  '2026-01-01',
  '2026-01-01T09:00:00Z',
  'https://example.com/a',
  '#1f6feb',
  '12.5',
  'vau_example',
];

const FORMATS: Readonly<Record<string, string>> = {
  uuid: UUID,
  uri: 'https://media.example.com/launch.mp4',
  url: 'https://media.example.com/launch.mp4',
  'date-time': '2026-01-01T09:00:00Z',
  date: '2026-01-01',
};

/** The moment of all times in examples, in Unix milliseconds. */
const MOMENT = 1_767_258_000_000;

/** Schemas inside of schemas that are followed; deeper ones are left out. */
const DEEPEST = 7;

/** Options of an example. */
export interface ExampleOptions {
  /** Named schemas, by the end of their reference. */
  readonly schemas: Json;
  /** Leave out what is optional. */
  readonly brief?: boolean;
}

/** A value that fits a JSON Schema, made from its types, formats and bounds and the names of its fields. */
export function exampleOf(schema: unknown, options: ExampleOptions, name = '', depth = 0): unknown {
  if (!isRecord(schema)) return 'example';
  if (name === 'moment_schema' || name === 'finding_schema') return OWN_SCHEMA;
  const inner = (next: unknown, nextName = name, step = 1) =>
    exampleOf(next, options, nextName, depth + step);
  if (typeof schema.$ref === 'string') return inner(options.schemas[schema.$ref.split('/').at(-1) ?? '']);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.includes(BY_NAME[name]) ? BY_NAME[name] : schema.enum[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray) as readonly unknown[] | undefined;
  if (choices) return inner(choices.find((one) => !isNull(one)) ?? choices[0]);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((one) => inner(one) as object));
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'object') return objectOf(schema, options, depth);
  if (type === 'array') return listOf(schema, (next) => inner(next), depth);
  if (type === 'string') return textOf(schema, name);
  if (type === 'number' || type === 'integer') return numberOf(schema, name, type === 'integer');
  if (type === 'boolean') return true;
  return type === 'null' ? null : (BY_NAME[name] ?? {});
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'null';
}

function objectOf(schema: Json, options: ExampleOptions, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const shown = properties.filter(
    ([name]) => required.includes(name) || (options.brief !== true && depth < DEEPEST),
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleOf(property, options, name, depth + 1)]),
  );
}

function listOf(schema: Json, inner: (item: unknown) => unknown, depth: number): unknown[] {
  if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map(inner);
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  if (schema.items === undefined || (least === 0 && depth >= DEEPEST)) return [];
  return Array.from({ length: Math.max(1, least) }, () => inner(schema.items));
}

function textOf({ format, pattern, minLength = 0, maxLength = 1e6 }: Json, name: string): string {
  const asked = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (asked === undefined || asked.test(text));
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  const own = name === 'id' || name.endsWith('_id') ? UUID : BY_NAME[name];
  return (
    [known, own, name.endsWith('_url') ? FORMATS.uri : undefined, 'example', ...TEXTS].find(fits) ?? 'example'
  );
}

function numberOf(schema: Json, name: string, whole: boolean): number {
  const own = name.endsWith('_at') ? MOMENT : BY_NAME[name];
  const wanted = typeof own === 'number' && !(whole && own % 1 !== 0) ? own : 1;
  const least = Number(schema.minimum ?? Number.NEGATIVE_INFINITY);
  const most = Number(schema.maximum ?? Number.POSITIVE_INFINITY);
  if (wanted >= least && wanted <= most) return wanted;
  return Number.isFinite(least) ? least : most;
}
