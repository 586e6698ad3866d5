import { type Operation, openapi } from '../../../src/contract/index.ts';

/** Where an operation takes the id of something: a path or query parameter, or a field of the body (`a.b`, `a[]`). */
export interface IdPlace {
  readonly where: 'path' | 'query' | 'body';
  readonly name: string;
}

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  type?: string;
  description?: string;
}

interface Described {
  parameters?: { in: 'path' | 'query'; name: string; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openapi() as unknown as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** Every place of an operation that takes an id, or a URL that may be the URI of a file. */
export function idPlaces({ path, method }: Operation): IdPlace[] {
  const { parameters = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
  const inUrl = parameters
    .filter((one) => one.in === 'path' || isId(one.name, { ...one.schema, description: one.description }))
    .map((one): IdPlace => ({ where: one.in, name: one.name }));
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const inBody = schema ? fieldsOf(schema, '').map((name): IdPlace => ({ where: 'body', name })) : [];
  return [...inUrl, ...inBody];
}

/** Lists whose items are ids have no `_id` in their name. */
const LISTS = ['collections[]', 'files[]'];

function isId(name: string, { description }: { description?: string | undefined }): boolean {
  return /(^|[._])id$/.test(name) || description?.includes('URI of a file') === true || isList(name);
}

const isList = (name: string) => LISTS.some((list) => name === list || name.endsWith(`.${list}`));

function fieldsOf(schema: Schema, at: string, above: readonly Schema[] = []): string[] {
  if (above.includes(schema)) return [];
  const inner = (one: Schema | undefined, name: string) =>
    one ? fieldsOf(one, name, [...above, schema]) : [];
  const named = schema.$ref?.split('/').at(-1);
  const found = [
    ...(named ? inner(document.components.schemas[named], at) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => inner(one, at)),
    ...inner(schema.items, `${at}[]`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      inner(one, at === '' ? name : `${at}.${name}`),
    ),
    ...(schema.type === 'string' && isId(at, schema) ? [at] : []),
  ];
  return [...new Set(found)];
}
