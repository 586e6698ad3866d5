import type * as z from 'zod';
import { check, describeProblems, readQuery } from '../../contract/index.ts';
import { badRequest, unsupportedMedia } from '../errors.ts';

/** Path parameters as the contract wants them. @throws 400 naming the parameter and its value, before any look-up */
export function parseParams(schema: z.ZodObject, params: Record<string, string>): unknown {
  return accept(schema, params, 'path parameter');
}

/** The query as the contract wants it; unknown parameters are ignored. @throws 400 naming the parameter */
export function parseQuery(schema: z.ZodObject, search: URLSearchParams): unknown {
  return accept(schema, readQuery(schema, search), 'query parameter');
}

/** The text fields of a multipart form. @throws 400 naming the field */
export function parseFields(schema: z.ZodType, fields: ReadonlyMap<string, unknown>): unknown {
  return accept(schema, Object.fromEntries(fields), 'field');
}

/**
 * A JSON body; none at all counts as an empty object, whatever its content type.
 * @returns the body as it was sent, and as the contract wants it
 * @throws 400 for what is no JSON or breaks the contract, naming the field; 415 for another content type
 */
export async function parseJsonBody(
  schema: z.ZodType,
  request: Request,
): Promise<{ sent: unknown; body: unknown }> {
  const text = await request.text();
  if (text.trim() === '') return { sent: {}, body: accept(schema, {}, 'field') };
  const type = request.headers.get('content-type') ?? 'application/json';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a body of type ${type.slice(0, 100)}`, 'application/json');
  const sent = parseJson(text, 'the body');
  return { sent, body: accept(schema, sent, 'field') };
}

/** @param what names the text in the error: `the body`, `field metadata`. @throws 400 where it is no JSON */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw badRequest(`${what} is not valid JSON: ${reason.slice(0, 200)}`);
  }
}

function accept(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = check(schema, value);
  if (result.ok) return result.value;
  const problems = result.problems.slice(0, 3);
  throw badRequest(`${problems[0]?.path ? where : 'the body'} ${describeProblems(problems)}`);
}
