import type * as z from 'zod';
import { formatPath, type Problem } from './problem.ts';
import { isRecord } from './record.ts';
import { limits } from './values/limits.ts';
import { isOpen } from './values/open.ts';

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: readonly z.core.$ZodType[];
  discriminator?: string;
};

/**
 * The first list that is longer than its schema allows; `limits.listItems` limits all lists together. It only
 * checks lengths and runs before the real check, which validates each item: a million invalid items would
 * block everyone else.
 */
function overlongList(schema: z.core.$ZodType, value: unknown): Problem | undefined {
  let left: number = limits.listItems;
  const look = (node: z.core.$ZodType, part: unknown, path: PropertyKey[]): Problem | undefined => {
    const def = node._zod.def as Def;
    const inner = def.innerType ?? def.in;
    if (inner) return look(inner, part, path);
    if (def.options) return first(optionsFor(def, part).map((option) => () => look(option, part, path)));
    if (def.shape && isRecord(part)) {
      const fields = Object.entries(def.shape).filter(([name]) => Object.hasOwn(part, name));
      return first(
        fields.map(
          ([name, field]) =>
            () =>
              look(field, part[name], [...path, name]),
        ),
      );
    }
    const { element } = def;
    if (!element || !Array.isArray(part)) return undefined;
    const most = mostItems(def);
    left -= part.length;
    if (part.length > most) return tooMany(path, `must have at most ${most} items (got ${part.length})`);
    if (left < 0)
      return tooMany(
        path,
        `is one list too many: all lists together may have at most ${limits.listItems} items`,
      );
    return first(part.map((item, at) => () => look(element, item, [...path, at])));
  };
  return look(schema, value, []);
}

/** The maximum set by `.max()`, at most `limits.listItems`. */
function mostItems({ checks = [] }: Def): number {
  const bounds = checks.map(({ _zod: { def } }) =>
    'maximum' in def ? Number(def.maximum) : Number.POSITIVE_INFINITY,
  );
  return Math.min(...bounds, limits.listItems);
}

/** For a union with a discriminator, the option that it names; for any other union, all options. */
function optionsFor({ options = [], discriminator }: Def, value: unknown): readonly z.core.$ZodType[] {
  if (discriminator === undefined || !isRecord(value)) return options;
  const named = value[discriminator] as z.core.util.Primitive;
  return options.filter((option) => option._zod.propValues?.[discriminator]?.has(named));
}

function first(looks: readonly (() => Problem | undefined)[]): Problem | undefined {
  for (const look of looks) {
    const problem = look();
    if (problem) return problem;
  }
  return undefined;
}

function tooMany(path: readonly PropertyKey[], message: string): Problem {
  return { path: formatPath(path), message };
}

/** A valid value, or its problems. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; problems: Problem[] };

/**
 * Checks a value before it is sent or after it has arrived. @returns the value with defaults applied, or
 * every problem with the path of its field and what is allowed
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const overlong = overlongList(schema, value);
  if (overlong) return { ok: false, problems: [overlong] };
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: result.error.issues.flatMap((issue) => toProblems(schema, issue)) };
}

/**
 * Paths of the fields in a value that its schema does not name. @param known the parsed value: zod
 * omits unknown fields
 */
export function strays(value: unknown, known: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = (typeof known === 'object' && known !== null ? known : {}) as Record<string, unknown>;
  return Object.entries(value).flatMap(([name, part]) => {
    const at = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    return Object.hasOwn(fields, name) ? strays(part, fields[name], at) : [at];
  });
}

/**
 * The problems of a value that is to be sent. A field that its schema does not name is an open one: a service passes over it,
 * and another one may know it.
 */
export function problemsToSend(schema: z.ZodType, value: unknown): Problem[] {
  const checked = check(schema, value);
  if (!checked.ok) return checked.problems;
  return strays(value, checked.value).map((path) => ({ path, message: NOT_A_PROPERTY, open: true }));
}

/** What is said of a field that a schema does not have. */
export const NOT_A_PROPERTY = 'is not an allowed property';

/** All problems in one sentence. */
export function describeProblems(problems: readonly Problem[]): string {
  const [first, ...rest] = problems.map(({ path, message }) => (path ? `${path} ${message}` : message));
  return rest.length > 0 ? `${first}; ${rest.join('; ')}` : (first ?? 'invalid');
}

/** Maximum number of unknown properties to name per object, and of characters per name. */
const [KEYS_NAMED, KEY_CHARACTERS] = [20, 100];

function toProblems(schema: z.ZodType, issue: z.core.$ZodIssue): Problem[] {
  const path = formatPath(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, KEYS_NAMED).map((key) => ({
      path: formatPath([...issue.path, key.slice(0, KEY_CHARACTERS)]),
      message: issue.message.startsWith('Unrecognized') ? NOT_A_PROPERTY : issue.message,
    }));
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return [
    {
      path,
      message: sentence(issue),
      ...(typeof code === 'string' ? { code } : {}),
      ...(isOpen(schema, issue) ? { open: true } : {}),
    },
  ];
}

/** What is allowed, and what was given. Messages of the contract itself are unchanged. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.input === undefined && issue.code !== 'invalid_union') return 'is required';
  return `${allowed(issue)}${received(issue.input)}`;
}

function allowed(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${articles[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return (
        formats[issue.format] ??
        (issue.message.startsWith('Invalid') ? `must be a valid ${issue.format}` : issue.message)
      );
    case 'invalid_union':
      return unionSentence(issue);
    default:
      return issue.message;
  }
}

const formats: Record<string, string> = {
  guid: 'must be a UUID',
  uuid: 'must be a UUID',
  date: 'must be a date written YYYY-MM-DD',
};

const articles: Record<string, string> = {
  int: 'an integer',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === 'string')
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
  if (issue.origin === 'array')
    return `must have at least ${issue.minimum} item${issue.minimum === 1 ? '' : 's'}`;
  return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
  if (issue.origin === 'array') return `must have at most ${issue.maximum} items`;
  return `must be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`;
}

function unionSentence(issue: z.core.$ZodIssueInvalidUnion): string {
  const { discriminator, options } = issue as { discriminator?: string; options?: unknown[] };
  return discriminator && options ? `must be one of ${options.join(', ')}` : 'has none of the allowed types';
}

/** Shows short values, so that typing errors are easy to see. */
function received(input: unknown): string {
  if (typeof input === 'number' || typeof input === 'boolean') return ` (got ${input})`;
  if (typeof input === 'string' && input.length > 0 && input.length <= 60)
    return ` (got ${JSON.stringify(input)})`;
  return '';
}
