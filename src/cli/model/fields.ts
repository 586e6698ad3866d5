import { isRecord } from '../../contract/record.ts';
import type { Argument, Value } from './values.ts';
import { snake } from './values.ts';

declare const fromFlags: unique symbol;

/** Request fields made from flags. The contract checks them before they are sent; the compiler does not. */
export interface Fields {
  readonly [fromFlags]: true;
}

type Declared = Readonly<Record<string, Value | Argument>>;

/**
 * The request fields that flags and arguments set, each at its `Value.field` (default: its name in snake case); dots
 * lead into objects. A flag is named once, where it is declared. A flag for a field of an object overrides that field
 * in a whole object from another flag.
 * @param base fields to start from: a whole body
 * @param declared flags and arguments, by their names in the model; local ones are omitted
 * @param input the plan's input; undeclared names are ignored
 */
export function fieldsOf(
  declared: Declared,
  input: Readonly<Record<string, unknown>>,
  base: JsonFields = {},
): Fields {
  const given = Object.entries(declared).flatMap(([name, one]) => {
    const { field = snake(name), local = false } = 'value' in one ? one.value : one;
    return local || input[name] === undefined ? [] : [{ path: field.split('.'), value: input[name] }];
  });
  // Whole objects first: flags for their fields override them.
  given.sort((a, b) => a.path.length - b.path.length);
  return given.reduce<JsonFields>(
    (body, { path, value }) => put(body, path, value),
    base,
  ) as unknown as Fields;
}

type JsonFields = Readonly<Record<string, unknown>>;

/** A copy with the value at a path; the given object does not change. */
function put(target: JsonFields, [first = '', ...rest]: readonly string[], value: unknown): JsonFields {
  if (rest.length === 0) return { ...target, [first]: value };
  const inner = target[first];
  return { ...target, [first]: put(isRecord(inner) ? inner : {}, rest, value) };
}
