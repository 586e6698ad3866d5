import type * as z from 'zod';
import { check, describeProblems, readQuery } from '../../contract/index.ts';
import { badRequest, unsupportedMedia } from '../errors.ts';
import { isTooDeep, MOST_NESTED } from './nesting.ts';

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
 * @throws 400 for what is no JSON or breaks the contract, naming the field; 415 for another content type or coding
 */
export async function parseJsonBody(
  schema: z.ZodType,
  request: Request,
): Promise<{ sent: unknown; body: unknown }> {
  const bytes = await request.arrayBuffer();
  if (new TextDecoder().decode(bytes).trim() === '') return { sent: {}, body: accept(schema, {}, 'field') };
  const type = request.headers.get('content-type') ?? 'application/json';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a body of type ${type.slice(0, 100)}`, 'application/json');
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^\s*identity\s*$/i.test(coding))
    throw unsupportedMedia(`a body with content-encoding ${coding.slice(0, 100)}`, 'identity, which is none');
  const sent = parseJson(decode(bytes), 'the body');
  return { sent, body: accept(schema, sent, 'field') };
}

/** JSON is UTF-8 (RFC 8259); bytes that are not are refused, so that none is kept as something else. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('the body is not valid JSON: its bytes are not UTF-8');
  }
}

/**
 * @param what names the text in the error: `the body`, `field metadata`
 * @throws 400 where it is no JSON, or is nested too deeply
 */
export function parseJson(text: string, what: string): unknown {
  if (isTooDeep(text)) throw badRequest(`${what} is nested deeper than the ${MOST_NESTED} levels allowed`);
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
