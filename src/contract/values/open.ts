/**
 * What the API reference leaves open: enums that may have more values, and bounds that each service sets itself. This
 * service refuses other values; a client sends them all the same, because another service may know them.
 */
import type * as z from 'zod';

const undecided = new WeakSet<z.core.$ZodType>();

/** Marks a schema. Apply it last, before `optional`, `default` and `describe`: methods of a schema return a copy. */
export function open<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  undecided.add(schema);
  return schema;
}

/** Whether a problem is only that a value is not one of this service's own: another service may accept it. */
export function isOpen(schema: z.core.$ZodType, { code, path, ...issue }: z.core.$ZodIssue): boolean {
  const isNumber = 'origin' in issue && !['string', 'array', 'set', 'file'].includes(String(issue.origin));
  const may = code === 'invalid_value' || code === 'too_big' || (code === 'too_small' && isNumber);
  return may && schemasAt(schema, path).some((one) => undecided.has(one));
}

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: readonly z.core.$ZodType[];
};

/** The schemas of a place in a value: several with wrappers and unions. */
function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  const def = schema._zod.def as Def;
  const [step, ...rest] = path;
  const inner = [def.innerType, def.in, ...(def.options ?? [])].filter((one) => one !== undefined);
  const below = step === undefined ? undefined : (def.shape?.[String(step)] ?? def.element ?? def.valueType);
  return [
    ...(step === undefined ? [schema] : []),
    ...inner.flatMap((one) => schemasAt(one, path)),
    ...(below ? schemasAt(below, rest) : []),
  ];
}
