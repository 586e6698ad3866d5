import { snake } from './names.ts';
import type { Argument, Value } from './values.ts';

declare const fromFlags: unique symbol;

/** Fields of a body made from flags. They are checked against the contract before they are sent, not by the compiler. */
export interface Fields {
  readonly [fromFlags]: true;
}

/**
 * The part of a request that these flags and arguments make: each one given stands at its field (`Value.field`, else
 * its name in snake case); dots lead into objects. A flag is named once, where it is declared.
 * @param declared flags and arguments, by their names in the model
 * @param input what the plan was given; names that are not declared are left alone
 */
export function fieldsOf(
  declared: Readonly<Record<string, Value | Argument>>,
  input: Readonly<Record<string, unknown>>,
): Fields {
  const body: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(declared)) {
    const value = input[name];
    if (value === undefined) continue;
    const { field = snake(name) } = 'value' in one ? one.value : one;
    put(body, field.split('.'), value);
  }
  return body as unknown as Fields;
}

function put(
  target: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>;
  target[first] = inner;
  put(inner, rest, value);
}
