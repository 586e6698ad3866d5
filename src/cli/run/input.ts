/** Turns commander's result into the typed input of a plan. */
import type { Command } from '../model/model.ts';
import type { Value } from '../model/values.ts';
import { kebab } from '../model/values.ts';
import type { Io } from '../terminal/io.ts';
import { readValue } from './read-value.ts';

/** The words in the order of the arguments (a list for a repeatable one), and the flags by name. */
export interface Typed {
  readonly words: readonly (string | readonly string[] | undefined)[];
  readonly flags: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
}

/** Every argument and flag by its name; omitted flags are undefined. */
export async function readInput(
  command: Command,
  typed: Typed,
  io: Pick<Io, 'stdin'>,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [index, [name, argument]] of Object.entries(command.arguments).entries())
    input[name] = await readTyped(argument.value, typed.words[index], `<${kebab(name)}>`, io);
  for (const [name, value] of Object.entries(command.flags))
    input[name] = await readTyped(value, typed.flags[name], `--${kebab(name)}`, io);
  return input;
}

/** The value of one flag or argument; undefined if omitted. */
export async function readTyped(
  value: Value,
  typed: string | readonly string[] | boolean | undefined,
  name: string,
  io: Pick<Io, 'stdin'>,
): Promise<unknown> {
  if (typed === undefined || typeof typed === 'boolean') return typed;
  if (typeof typed === 'string') return readValue(value, typed, name, io);
  if (typed.length === 0) return undefined;
  // Lists of names may be given with commas or by repeating the flag.
  const texts = value.kind === 'choice' ? typed.flatMap((text) => text.split(',')) : typed;
  const values: unknown[] = [];
  for (const text of texts) values.push(await readValue(value, text, name, io));
  return values;
}

/** The argument or flag that sets a request field, as typed; undefined if none does. */
export function typedNameOf(command: Command, field: string): string | undefined {
  const exact = field.replace(/\[\d+\]/g, '');
  const all = [
    ...Object.entries(command.arguments).map(([name, { value }]) => ({
      name: `<${kebab(name)}>`,
      key: name,
      value,
    })),
    ...Object.entries(command.flags).map(([name, value]) => ({ name: `--${kebab(name)}`, key: name, value })),
  ];
  return all.find(({ key, value }) => (value.field ?? kebab(key).replaceAll('-', '_')) === exact)?.name;
}
