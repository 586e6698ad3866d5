/** Which properties a schema has at a path, for suggestions. */
import * as z from 'zod';

/**
 * The names of the properties of the object at a path; empty if there is no object.
 * @param path dots and indexes, as in a problem: `criterion.anchors`
 */
export function propertiesAt(schema: z.ZodType | undefined, path: string): readonly string[] {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '' && !/^\d+$/.test(part));
  let here: unknown = bare(schema);
  for (const part of parts) here = here instanceof z.ZodObject ? bare(here.shape[part]) : undefined;
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

/** A schema without its wrappers; of a list, the schema of its items. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return bare(schema.unwrap());
  return schema instanceof z.ZodArray ? bare(schema.element) : schema;
}
