import * as z from 'zod';
import { badRequest, unsupportedMedia } from '../errors.ts';
import { check } from './issues.ts';

/** Path parameters as the contract wants them. @throws 400 naming the parameter and its value, before any look-up */
export function parseParams(schema: z.ZodObject, params: Record<string, string>): unknown {
  return accept(schema, params, 'path parameter');
}

/** The query as the contract wants it; unknown parameters are ignored. @throws 400 naming the parameter */
export function parseQuery(schema: z.ZodObject, search: URLSearchParams): unknown {
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = [...search.getAll(name), ...search.getAll(`${name}[]`)];
    if (values.length > 0) given[name] = fromText(field, values, `query parameter ${name}`);
  }
  return accept(schema, given, 'query parameter');
}

/** The text fields of a multipart form: JSON where the contract wants an object. @throws 400 naming the field */
export function parseFields(schema: z.ZodType, fields: ReadonlyMap<string, string>): unknown {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const given: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const field = shape[name];
    given[name] = field ? fromText(field, [value], `field ${name}`) : value;
  }
  return accept(schema, given, 'field');
}

/** @returns the body as sent and as the contract wants it */
export async function parseJsonBody(
  schema: z.ZodType,
  request: Request,
): Promise<{ sent: unknown; body: unknown }> {
  const text = await request.text();
  if (text.trim() === '') return { sent: {}, body: accept(schema, {}, 'field') };
  const type = request.headers.get('content-type') ?? 'application/json';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a body of type ${type.slice(0, 100)}`, 'application/json');
  const sent = fromJson(text, 'the body');
  return { sent, body: accept(schema, sent, 'field') };
}

function accept(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = check(schema, value, where);
  if (!result.ok) throw badRequest(result.error);
  return result.value;
}

function fromJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw badRequest(`${what} is not valid JSON: ${reason.slice(0, 200)}`);
  }
}

/** Turns text into what the schema expects; what does not look like it stays text, and the schema says so. */
function fromText(schema: z.core.$ZodType, values: readonly string[], what: string): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray)
    return values
      .flatMap((value) => value.split(','))
      .map((value) => fromText(inner.element, [value.trim()], what));
  const text = values.at(-1) ?? '';
  if (inner instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (inner instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return fromJson(text, what);
  return text;
}

/** The schema inside optional, default, nullable and pipes. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapped(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.in);
  return schema;
}
