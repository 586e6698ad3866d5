import { snake } from './names.ts';
import type { Argument, Value } from './values.ts';

declare const fromFlags: unique symbol;

/** Fields of a request made from flags. They are checked against the contract before they are sent, not by the compiler. */
export interface Fields {
  readonly [fromFlags]: true;
}

type Declared = Readonly<Record<string, Value | Argument>>;

/**
 * The part of a request that these flags and arguments make: each one given stands at its field (`Value.field`, else
 * its name in snake case); dots lead into objects. A flag is named once, where it is declared. A flag for a field of
 * an object overrides that field of an object that another flag gives whole.
 * @param declared flags and arguments, by their names in the model; local ones are left out
 * @param input what the plan was given; names that are not declared are left alone
 */
export function fieldsOf(declared: Declared, input: Readonly<Record<string, unknown>>): Fields {
  const given = Object.entries(declared).flatMap(([name, one]) => {
    const { field = snake(name), local = false } = 'value' in one ? one.value : one;
    return local || input[name] === undefined ? [] : [{ path: field.split('.'), value: input[name] }];
  });
  // Whole objects first: what flags set inside of them comes on top.
  given.sort((a, b) => a.path.length - b.path.length);
  return given.reduce<JsonFields>((body, { path, value }) => put(body, path, value), {}) as unknown as Fields;
}

type JsonFields = Readonly<Record<string, unknown>>;

/** A copy with the value at a path: what the caller gave stays as it is. */
function put(target: JsonFields, [first = '', ...rest]: readonly string[], value: unknown): JsonFields {
  if (rest.length === 0) return { ...target, [first]: value };
  return { ...target, [first]: put((target[first] ?? {}) as JsonFields, rest, value) };
}
