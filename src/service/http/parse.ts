import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import {
  check,
  describeProblems,
  formatPath,
  limits,
  readQuery,
  repeatedParameter,
} from '../../contract/index.ts';
import { badRequest, unsupportedMedia } from '../errors.ts';
import type { Target } from './access/env.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Why a JSON text is not parsed: it is nested too deeply or has too many values. Undefined if it may be parsed. Code
 * that walks the values recurses for each level and spends time on each value.
 */
function jsonExcess(text: string, { depth, values } = limits.json): string | undefined {
  let [level, count, quoted] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted && code === BACKSLASH) at += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (OPENING.has(code)) level += 1;
    else if (CLOSING.has(code)) level -= 1;
    else if (code === COMMA) count += 1;
    if (level > depth) return `is nested deeper than the ${depth} levels allowed`;
    if (count > values) return `has more than the ${values} values allowed`;
  }
  return undefined;
}

/** Quickly tells most texts, which have no number that could lose digits. */
const MAY_LOSE = /\d{16}|\d[eE]/;

/** A number of JSON, where it begins. */
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;

/**
 * A number of a JSON text that the service could only keep as another one: an integer with more digits than a double holds, or
 * one that is too large or too small for it. Digits after the point may be rounded, as everywhere in JSON.
 * @returns it as it was written, and its path; undefined if there is none that JSON.parse would take
 */
function lossyNumber(text: string): { readonly literal: string; readonly path: string } | undefined {
  if (!MAY_LOSE.test(text)) return undefined;
  const mark = randomUUID();
  let [marked, kept, quoted] = ['', 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted && code === BACKSLASH) at += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (!quoted && (code === MINUS || (code >= ZERO && code <= NINE))) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(text)?.[0] ?? '-';
      if (isLossy(literal)) {
        marked += `${text.slice(kept, at)}"${mark}${literal}"`;
        kept = at + literal.length;
      }
      at += literal.length - 1;
    }
  }
  // A later member of the same name replaces an earlier one: only what is still there counts.
  return kept === 0 ? undefined : findMarked(JSON.parse(marked + text.slice(kept)), mark, []);
}

function findMarked(
  value: unknown,
  mark: string,
  path: readonly PropertyKey[],
): { literal: string; path: string } | undefined {
  if (typeof value === 'string' && value.startsWith(mark))
    return { literal: value.slice(mark.length), path: formatPath(path) };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findMarked(part, mark, [...path, Array.isArray(value) ? Number(name) : name]);
    if (found) return found;
  }
  return undefined;
}

function isLossy(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  const [digits, exponent] = decimal(literal);
  if (value === 0) return digits !== '';
  const [kept, power] = decimal(String(value));
  return exponent >= 0 && (digits !== kept || exponent !== power);
}

/** The digits of a number without zeros at either end, and the power of ten of the last one. */
function decimal(literal: string): [digits: string, exponent: number] {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // No /0+$/, which takes the square of the time for many zeros before another digit.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return [digits.slice(0, end), Number(power) - fraction.length + digits.length - end];
}

/** Checks path parameters against the contract. @throws 400 naming the parameter and its value, before any look-up */
export function parseParams(schema: z.ZodObject, params: Record<string, string>): unknown {
  // Only the full check takes note of what was given, for its messages; it takes several times as long.
  const quick = schema.safeParse(params);
  return quick.success ? quick.data : accept(schema, params, 'path parameter');
}

/** The values of an empty query, by schema: the defaults. */
const emptyQueries = new WeakMap<z.ZodObject, unknown>();

/**
 * Checks the query of a URL against the contract; unknown parameters are ignored.
 * @throws 400 naming the parameter, also if a single-valued parameter is given twice
 */
export function parseQuery(schema: z.ZodObject, target: Target): unknown {
  if (target.search === '') {
    const known = emptyQueries.get(schema);
    if (known !== undefined) return known;
    const defaults = Object.freeze(accept(schema, {}, 'query parameter'));
    emptyQueries.set(schema, defaults);
    return defaults;
  }
  // Read no earlier: it is made when it is read.
  const { searchParams } = target;
  const repeated = repeatedParameter(schema, searchParams);
  if (repeated !== undefined)
    throw badRequest(`query parameter ${repeated} is given more than once; give it once`);
  return accept(schema, readQuery(schema, searchParams), 'query parameter');
}

/** Checks the text fields of a multipart form. @throws 400 naming the field */
export function parseFields(schema: z.ZodType, fields: ReadonlyMap<string, unknown>): unknown {
  return accept(schema, Object.fromEntries(fields), 'field');
}

/**
 * Parses and checks a JSON body. A missing body counts as an empty object, whatever its content type.
 * @returns the body as sent, and as parsed by the contract
 * @throws 400 naming the field if it is not JSON or breaks the contract; 415 for another content type or encoding
 */
export function parseJsonBody(
  schema: z.ZodType,
  headers: Headers,
  bytes: Uint8Array,
): { sent: unknown; body: unknown } {
  if (isBlank(bytes)) return { sent: {}, body: accept(schema, {}, 'field') };
  checkType(headers);
  const sent = parseJson(decode(bytes), 'the body');
  return { sent, body: accept(schema, sent, 'field') };
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length < 100 && new TextDecoder().decode(bytes).trim() === '';
}

/** A body without a content type is read as JSON. JSON has only one charset. */
function checkType(headers: Headers): void {
  const type = headers.get('content-type')?.trim() || 'application/json';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a body of type ${type.slice(0, 100)}`, 'application/json');
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw unsupportedMedia(`a body with charset ${charset.slice(0, 100)}`, 'utf-8');
  const coding = headers.get('content-encoding')?.trim() || 'identity';
  if (!/^identity$/i.test(coding))
    throw unsupportedMedia(`a body with content-encoding ${coding.slice(0, 100)}`, 'identity (no encoding)');
}

/** JSON is UTF-8 (RFC 8259). Other bytes are refused, so that no text is stored garbled. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('the body is not valid JSON: its bytes are not UTF-8');
  }
}

/**
 * @param what names the text in the error: `the body`, `field metadata`
 * @throws 400 if it is not JSON, is nested too deeply, has too many values, or a number that would lose digits
 */
export function parseJson(text: string, what: string): unknown {
  const excess = jsonExcess(text);
  if (excess !== undefined) throw badRequest(`${what} ${excess}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw badRequest(`${what} is not valid JSON: ${reason.slice(0, 200)}`);
  }
  const lossy = lossyNumber(text);
  if (!lossy) return value;
  const { path, literal } = lossy;
  const where = what.startsWith('field ') ? [what, path].filter(Boolean).join('.') : `field ${path}`;
  throw badRequest(
    `${path === '' ? what : where} is ${shortened(literal)}, a number that would lose digits here; send it as text: "${shortened(literal)}"`,
  );
}

const shortened = (literal: string): string => (literal.length > 60 ? `${literal.slice(0, 60)}…` : literal);

function accept(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = check(schema, value);
  if (result.ok) return result.value;
  const problems = result.problems.slice(0, 3);
  throw badRequest(`${problems[0]?.path ? where : 'the body'} ${describeProblems(problems)}`);
}
