/** Which argument or flag sets which field. */
import type { Command } from '../../model/model.ts';
import type { Value } from '../../model/values.ts';
import { kebab, snake } from '../../model/values.ts';

export interface Setter {
  readonly key: string;
  /** The name as typed. */
  readonly name: string;
  /** Dotted path of the field that it sets. */
  readonly field: string;
  readonly value: Value;
}

/** All arguments, then all flags. */
export function settersOf(command: Command): Setter[] {
  const fieldOf = (key: string, value: Value) => value.field ?? snake(key);
  return [
    ...Object.entries(command.arguments).map(([key, { value }]) => ({
      key,
      name: `<${kebab(key)}>`,
      field: fieldOf(key, value),
      value,
    })),
    ...Object.entries(command.flags).map(([key, value]) => ({
      key,
      name: `--${kebab(key)}`,
      field: fieldOf(key, value),
      value,
    })),
  ];
}
