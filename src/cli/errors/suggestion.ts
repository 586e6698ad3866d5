/** What was probably meant by a property or a value that the contract does not know. */

import * as z from 'zod';
import { NOT_A_PROPERTY } from '../../contract/check.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Problem } from '../../contract/problem.ts';
import { closest } from './nearest.ts';

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

/** One sentence for each problem that has a likely mend; undefined if none has. @param body the schema of the request's body */
export function suggestion(body: Operation['body'], problems: readonly Problem[]): string | undefined {
  const said = problems.flatMap((problem) => propertyMeant(body, problem) ?? valueMeant(problem) ?? []);
  return said.length > 0 ? [...new Set(said)].join(' ') : undefined;
}

function propertyMeant(body: Operation['body'], { path, message }: Problem): string | undefined {
  if (message !== NOT_A_PROPERTY) return undefined;
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
