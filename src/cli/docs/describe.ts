/**
 * The command model as documents: JSON for `vau commands` (here, in brief or whole), JSON Schema, the tables of docs/,
 * the manual, completions, and what agents read.
 */

import * as z from 'zod';
import { type OperationId, operationOf } from '../../contract/operations/index.ts';
import { entryOf, type Group, nounOf } from '../model/catalogue/catalogue.ts';
import type { Example } from '../model/examples.ts';
import type { Command } from '../model/model.ts';
import type { Value, ValueKind } from '../model/values.ts';
import { kebab, snake } from '../model/values.ts';
import { type StatusMeaning, speaksToService, statusesOf } from './exit-statuses.ts';

export interface ValueDescription {
  /** As typed: `--title`, or `file-id` for an argument. */
  name: string;
  type: ValueKind;
  help: string;
  /** The allowed values, if they are a fixed list. */
  enum?: readonly string[];
  /** True if other values are sent too, with a warning: another service may know them. */
  open?: boolean;
  default?: unknown;
  /** May be given several times. */
  repeated: boolean;
  /** Dotted path of the request field that it sets. */
  field?: string;
}

export interface FlagDescription extends ValueDescription {
  short?: string;
  /** Placeholder of the value in help. */
  placeholder?: string;
  /** Has a --no- form. */
  negatable: boolean;
}

export interface CommandDescription {
  name: string;
  noun: string;
  verb: string | null;
  group: Group;
  summary: string;
  about?: string;
  /** One of the thirteen documented endpoints. */
  documented: boolean;
  /** Sends API requests. */
  speaks_to_service: boolean;
  operation?: string;
  method?: string;
  path?: string;
  arguments: (ValueDescription & { required: boolean })[];
  flags: FlagDescription[];
  examples: Example[];
  columns: string[];
  exit_statuses: StatusMeaning[];
}

/** A command in brief: all of them together must be short enough for a program that pays for each word. */
export interface CommandOutline {
  readonly name: string;
  readonly summary: string;
  /** Names separated by spaces, optional ones in brackets. */
  readonly arguments?: string;
  /** Names without dashes, separated by spaces. */
  readonly flags?: string;
}

/** A command in brief; `describeCommand` has the rest. */
export function outlineCommand(command: Command): CommandOutline {
  const names = Object.entries(command.arguments).map(([key, { optional }]) =>
    optional ? `[${kebab(key)}]` : kebab(key),
  );
  const flags = Object.keys(command.flags).map(kebab);
  return {
    name: command.name,
    summary: entryOf(command.name).summary,
    ...(names.length > 0 ? { arguments: names.join(' ') } : {}),
    ...(flags.length > 0 ? { flags: flags.join(' ') } : {}),
  };
}

/** Describes a command for programs. */
export function describeCommand(command: Command): CommandDescription {
  const { name, about } = command;
  const { group, summary, operation: id } = entryOf(name);
  const noun = nounOf(name);
  const operation = id && operationOf(id);
  const defaults = id ? defaultsOf(id) : () => undefined;
  return {
    name,
    noun,
    verb: name.slice(noun.length + 1) || null,
    group,
    summary,
    ...(about ? { about } : {}),
    documented: group === 'documented',
    speaks_to_service: speaksToService(name),
    ...(operation ? { operation: operation.id, method: operation.method, path: operation.path } : {}),
    arguments: Object.entries(command.arguments).map(([key, { value, optional }]) => ({
      ...describeValue(kebab(key), key, value, defaults),
      required: !optional,
    })),
    flags: describeFlags(command.flags, defaults),
    examples: command.examples.map(({ does, line }) => ({ does, line: `vau ${line}` })),
    columns: (command.columns ?? []).map(({ header }) => header),
    exit_statuses: statusesOf(command),
  };
}

/** Describes flags, by their names on the command line. */
export function describeFlags(
  flags: Readonly<Record<string, Value>>,
  defaults: Defaults = () => undefined,
): FlagDescription[] {
  return Object.entries(flags).map(([key, value]) => ({
    ...describeValue(`--${kebab(key)}`, key, value, defaults),
    ...(value.short ? { short: `-${value.short}` } : {}),
    ...(value.placeholder ? { placeholder: value.placeholder } : {}),
    negatable: value.negatable === true,
  }));
}

/** The default of a request field, from the contract; undefined if there is none. */
type Defaults = (field: string) => unknown;

function describeValue(name: string, key: string, value: Value, defaults: Defaults): ValueDescription {
  const { kind, help, choices, open = false, repeated = false } = value;
  const field = value.field ?? snake(key);
  const fallback = defaults(field) ?? /\(default ([^)]+)\)/.exec(help)?.[1];
  return {
    name,
    type: kind,
    help,
    ...(choices ? { enum: choices } : {}),
    ...(open ? { open } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    repeated,
    ...(field ? { field } : {}),
  };
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly default?: unknown;
}

function defaultsOf(id: OperationId): Defaults {
  const { query, body } = operationOf(id);
  const schemas = [query, ...(body ? [body] : [])].map(
    (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema,
  );
  return (field) =>
    schemas.map((schema) => at(schema, field.split('.'))?.default).find((value) => value !== undefined);
}

function at(schema: Schema, [head, ...rest]: readonly string[]): Schema | undefined {
  if (head === undefined) return schema;
  for (const one of [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const inside = one.properties?.[head];
    const found = inside && at(inside, rest);
    if (found) return found;
  }
  return undefined;
}
