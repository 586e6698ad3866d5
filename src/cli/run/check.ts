/** Checks a request against the contract before it is sent. */

import * as z from 'zod';
import { type Checked, check } from '../../contract/check.ts';
import type { Operation } from '../../contract/operation.ts';
import { loadOperation } from '../../contract/operations/load.ts';
import { isPlainRequest } from '../../contract/operations/outline.ts';
import type { Problem } from '../../contract/problem.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import type { Command } from '../model/model.ts';
import type { Request } from '../model/plan.ts';
import { typedNameOf } from './input.ts';

/**
 * Checks parameters and body by the same rules as the service. What the API leaves open is sent all the same: another
 * service may accept it.
 * @param warn called with what only the service can decide
 * @throws UsageError that names each invalid flag or argument and what it allows
 */
export async function checkRequest(
  command: Command,
  request: Request,
  warn: (text: string) => void,
): Promise<void> {
  const problems = await problemsIn(request);
  if (problems.length === 0) return;
  const operation = await loadOperation(request.operation);
  const wrong = problems.filter(({ open }) => !open);
  if (wrong.length > 0) {
    const hint = suggestion(operation, wrong);
    throw new UsageError(wrong.map((problem) => sentence(command, problem)).join('\n'), {
      problems: wrong,
      ...(hint ? { hint } : {}),
    });
  }
  for (const problem of problems) {
    const hint = suggestion(operation, [problem]);
    warn(
      `Warning: as far as vau knows, ${sentence(command, problem)}. ${hint ? `${hint} ` : ''}The service decides`,
    );
  }
}

/** All problems of a request, by the path of the field. */
export async function problemsIn(request: Request): Promise<readonly Problem[]> {
  if (await isPlainRequest(request.operation, request)) return [];
  const operation = await loadOperation(request.operation);
  return [
    ...problemsOf(check(operation.params, request.params)),
    ...problemsOf(check(operation.query, request.query)),
    ...(operation.body
      ? problemsOf(check(operation.body, { ...asObject(request.body), ...request.files }))
      : []),
  ];
}

const problemsOf = (checked: Checked<unknown>): readonly Problem[] => (checked.ok ? [] : checked.problems);

/** `file_id` as a flag. */
const kebab = (field: string): string => field.replaceAll('_', '-');

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

/** Also names the field by its path if its flag has another name: the value may come from a file. */
function sentence(command: Command, { path, message }: Problem): string {
  const name = typedNameOf(command, path);
  if (!name) return `${path} ${message}`.trim();
  const same = name === `<${kebab(path)}>` || name === `--${kebab(path)}`;
  return same || name.startsWith('<') ? `${name} ${message}` : `${path} (${name}) ${message}`;
}

/** What was probably meant by a property or a value that the contract does not know. */
// Which properties a schema has at a path, for suggestions.

/**
 * The names of the properties of the object at a path; empty if there is no object.
 * @param path dots and indexes, as in a problem: `criterion.anchors`
 */
function propertiesAt(schema: z.ZodType | undefined, path: string): readonly string[] {
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

/** One sentence for each problem that has a likely mend; undefined if none has. */
function suggestion({ body }: Operation, problems: readonly Problem[]): string | undefined {
  const said = problems.flatMap((problem) => propertyMeant(body, problem) ?? valueMeant(problem) ?? []);
  return said.length > 0 ? [...new Set(said)].join(' ') : undefined;
}

function propertyMeant(body: Operation['body'], { path, message }: Problem): string | undefined {
  if (message !== 'is not an allowed property') return undefined;
  const at = path.lastIndexOf('.');
  const [parent, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
  const own = propertiesAt(body, parent);
  return levelMeant(body, parent, name, own) ?? nearestOf(parent, name, own);
}

/** A property one level too deep, or one too high. */
function levelMeant(
  body: Operation['body'],
  parent: string,
  name: string,
  own: readonly string[],
): string | undefined {
  if (parent !== '' && name === parent.slice(parent.lastIndexOf('.') + 1))
    return `${parent} contains another ${name}: leave out one of the two levels.`;
  const above = parent.slice(0, Math.max(0, parent.lastIndexOf('.')));
  if (parent !== '' && propertiesAt(body, above).includes(name))
    return `${name} belongs beside ${parent}, not in it: {"${parent}": {...}, "${name}": ...}.`;
  const inside = own.filter((one) => propertiesAt(body, parent ? `${parent}.${one}` : one).includes(name));
  return inside.length === 1
    ? `${name} belongs in ${inside[0]}: {"${inside[0]}": {"${name}": ...}}.`
    : undefined;
}

function nearestOf(parent: string, name: string, own: readonly string[]): string | undefined {
  const near = closest(name, own);
  if (near) return `Did you mean ${parent ? `${parent}.` : ''}${near}?`;
  return own.length > 0 ? `${parent || 'The body'} takes ${own.join(', ')}.` : undefined;
}

/** `must be one of speech, scene_text (got "speach")`. */
function valueMeant({ message }: Problem): string | undefined {
  const [, values = '', typed = ''] = /^must be one of (.+) \(got "(.*)"\)$/.exec(message) ?? [];
  const near = closest(typed, values.split(', '));
  return typed && near ? `Did you mean ${near}?` : undefined;
}
