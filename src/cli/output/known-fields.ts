/** The fields that the API defines in a response, by dotted path. */
import * as z from 'zod';

export interface KnownFields {
  /** True for a field of the API, and wherever the API allows any field. */
  has(path: string): boolean;
  /** The field names at a path, for suggestions. */
  namesAt(path: string): string[];
}

/** The parts of a JSON Schema that define fields. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** @param answer response schema of an operation in the contract */
export function knownFields(answer: z.ZodType): KnownFields {
  const root = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as Schema;
  const at = (path: string) =>
    names(path).reduce((here, name) => inside(root, here, name), shapes(root, [root]));
  return {
    has: (path) => at(path).length > 0,
    namesAt: (path) => objectsIn(root, at(path)).flatMap(({ properties = {} }) => Object.keys(properties)),
  };
}

const names = (path: string): string[] => path.split('.').filter((name) => name !== '');

/** The schemas below a name; in a list, below that name in its items. */
function inside(root: Schema, schemas: readonly Schema[], name: string): Schema[] {
  if (/^\d+$/.test(name)) {
    const items = schemas.flatMap((schema) => schema.items ?? []);
    if (items.length > 0) return shapes(root, items);
  }
  const within = objectsIn(root, schemas).flatMap(
    ({ type, properties = {}, additionalProperties = true }) => {
      if (Object.hasOwn(properties, name)) return [properties[name] ?? {}];
      // Text, numbers and null have no fields.
      if ((type !== undefined && type !== 'object') || additionalProperties === false) return [];
      return [additionalProperties === true ? {} : additionalProperties];
    },
  );
  return shapes(root, within);
}

/** The schemas, with each list replaced by its items. */
const objectsIn = (root: Schema, schemas: readonly Schema[]): Schema[] =>
  schemas.flatMap((schema) => (schema.items ? objectsIn(root, shapes(root, [schema.items])) : [schema]));

/** Resolves references, and each alternative separately. */
function shapes(root: Schema, schemas: readonly Schema[], depth = 0): Schema[] {
  if (depth > 20) return [{}];
  return schemas.flatMap((schema) => {
    const { $ref, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined)
      return shapes(root, [$ref === '#' ? root : (root.$defs?.[$ref.slice(8)] ?? {})], depth + 1);
    const choices = anyOf ?? oneOf ?? allOf;
    return choices ? shapes(root, choices, depth + 1) : [schema];
  });
}
