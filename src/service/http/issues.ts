import type * as z from 'zod';
import { formatPath } from '../../contract/index.ts';

/**
 * Checks a value against a schema of the contract.
 * @param where what the message calls a field: `query parameter`, `path parameter`, `field`
 * @returns the parsed value, or one sentence that names each wrong field (three at most) and what is allowed
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: string,
): { ok: true; value: z.output<Schema> } | { ok: false; error: string } {
  const result = schema.safeParse(value, { error: phrase, reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  const sentences = result.error.issues.slice(0, 3).map((issue) => sentence(issue, where));
  return { ok: false, error: sentences.join('; ') };
}

function sentence(issue: z.core.$ZodIssue, where: string): string {
  const inner = issue.code === 'invalid_union' ? closest(issue.errors) : undefined;
  if (inner) return sentence({ ...inner, path: [...issue.path, ...inner.path] }, where);
  const name = formatPath(issue.path);
  return name === '' ? `the body ${issue.message}` : `${where} ${name} ${issue.message}`;
}

/** Of a union's branches, the one that got furthest into the value: its complaint is the useful one. */
function closest(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const firsts = branches.flatMap((issues) => issues.slice(0, 1));
  return firsts.sort((one, other) => other.path.length - one.path.length)[0];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

const FORMATS: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  date: 'a day as YYYY-MM-DD',
  url: 'a URL',
  email: 'an e-mail address',
};

/** What zod found, in words that follow the field's name. A message given in the contract wins over this one. */
function phrase(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${TYPES[String(issue.expected)] ?? String(issue.expected)}${got(issue.input)}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}${got(issue.input)}`;
    case 'invalid_format':
      if (issue.format === 'regex') return `must match ${String(issue.pattern)}${got(issue.input)}`;
      return `must be ${FORMATS[issue.format] ?? `a valid ${issue.format}`}${got(issue.input)}`;
    case 'too_small':
      return `must ${boundary(issue.origin, issue.inclusive === false ? 'above' : 'at least', issue.minimum)}${got(issue.input)}`;
    case 'too_big':
      return `must ${boundary(issue.origin, issue.inclusive === false ? 'below' : 'at most', issue.maximum)}${got(issue.input)}`;
    case 'unrecognized_keys':
      return `takes no ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    default:
      return issue.message ?? 'is not allowed';
  }
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String);
  return words.length === 1 ? words.join('') : `one of ${words.join(', ')}`;
}

function boundary(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'string') return `have ${relation} ${bound} character${bound === 1 ? '' : 's'}`;
  if (origin === 'array' || origin === 'set')
    return `hold ${relation} ${bound} item${bound === 1 ? '' : 's'}`;
  return `be ${relation} ${bound}`;
}

function got(input: unknown): string {
  if (typeof input === 'string')
    return `, not ${JSON.stringify(input.length > 60 ? `${input.slice(0, 60)}…` : input)}`;
  if (typeof input === 'number' || typeof input === 'boolean' || input === null) return `, not ${input}`;
  return '';
}
