/** Turns the rows of --from into plans. */
import { Readable } from 'node:stream';
import { CliError, UsageError } from '../errors/errors.ts';
import { hashOf } from '../model/key.ts';
import type { Command } from '../model/model.ts';
import { snake } from '../model/names.ts';
import type { Plan } from '../model/plan.ts';
import type { Value } from '../model/values.ts';
import { checkRequest } from '../run/check.ts';
import { readInput, type Typed } from '../run/input.ts';
import { readValue } from '../run/read-value.ts';
import type { Io } from '../terminal/io.ts';
import type { Row } from './rows.ts';

export interface Item {
  readonly line: number;
  /** The values of the row, by name. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly plan: Plan;
  /** A hash of the request; the same in every run. */
  readonly key: string;
  /** The local file to upload. */
  readonly file?: string;
}

/** An input that a row can set: an omitted argument, or a flag that the command allows. */
interface Place {
  readonly key: string;
  readonly name: string;
  readonly value: Value;
  readonly needed: boolean;
}

/** The names that a row can use. */
export const namesOf = (command: Command): string[] =>
  [...Object.keys(command.arguments), ...(command.bulk?.flags ?? [])].map(snake);

/** Makes the item of a row. Throws a UsageError that names the line. */
export type Make = (row: Row) => Promise<Item>;

/** Makes a function that turns rows into plans; the contract checks each. */
export async function itemMaker(command: Command, typed: Typed, io: Io): Promise<Make> {
  const { from: _, resume: __, concurrency: ___, ...flags } = typed.flags;
  const base = await readInput(command, { ...typed, flags }, io);
  const places = placesOf(command, base);
  return async (row) => {
    if (row.fault) throw row.fault;
    return itemOf(command, base, places, row).catch((error: unknown) => {
      throw atLine(error, row.line);
    });
  };
}

function atLine(error: unknown, line: number): unknown {
  if (!(error instanceof CliError)) return error;
  const { message, hint, next } = error.failure;
  return new UsageError(`--from, line ${line}: ${message}`, {
    ...(hint ? { hint } : {}),
    ...(next ? { next } : {}),
  });
}

function placesOf(command: Command, base: Readonly<Record<string, unknown>>): Place[] {
  const open = Object.entries(command.arguments).filter(([key]) => base[key] === undefined);
  return [
    ...open.map(([key, { value, optional }]) => ({
      key,
      name: snake(key),
      value,
      needed: optional !== true,
    })),
    ...(command.bulk?.flags ?? []).flatMap((key) => {
      const value = command.flags[key];
      return value && base[key] === undefined ? [{ key, name: snake(key), value, needed: false }] : [];
    }),
  ];
}

async function itemOf(
  command: Command,
  base: Readonly<Record<string, unknown>>,
  places: readonly Place[],
  row: Row,
): Promise<Item> {
  const input: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  // The id of a row fills the last argument that is still missing.
  const own = places.filter(({ key }) => key in command.arguments).at(-1);
  for (const place of places) {
    const found = row.fields[place.name] ?? (place === own ? idIn(command, row, base) : undefined);
    if (found === undefined || found === null) {
      if (place.needed) throw new UsageError(`${place.name} is missing`);
      continue;
    }
    given[place.name] = found;
    const text = typeof found === 'string' ? found : JSON.stringify(found);
    const value = await readValue(place.value, text, place.name, nothing);
    input[place.key] = place.value.repeated ? [value] : value;
  }
  const plan = command.plan({ ...base, ...input });
  if (plan.kind === 'call') await checkRequest(command, plan.request);
  const asked = plan.kind === 'call' ? plan.request : { command: command.name, base, given };
  return { line: row.line, input: given, plan, key: hashOf(asked) };
}

/** The id of a row: its `id`, or what the command builds from other fields. */
const idIn = (command: Command, { fields }: Row, base: Readonly<Record<string, unknown>>): unknown =>
  command.bulk?.id?.(fields, base) ?? fields.id;

/** A row cannot refer to standard input: the rows may come from there. */
const nothing = {
  get stdin() {
    return Readable.from([]);
  },
};
