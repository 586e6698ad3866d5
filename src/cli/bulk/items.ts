/** Turns the rows of --from into plans. */
import { Readable } from 'node:stream';
import { writeJson } from '../../client/json/json.ts';
import { CliError, isInterruption, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { hashOf } from '../model/columns.ts';
import type { Command } from '../model/model.ts';
import type { Plan } from '../model/plan.ts';
import type { Value } from '../model/values.ts';
import { snake } from '../model/values.ts';
import { mayBeName } from '../names/may-be-name.ts';
import { checkRequest } from '../run/check.ts';
import { readInput, type Typed } from '../run/input.ts';
import { readValue } from '../run/read-value.ts';
import type { Io } from '../terminal/io.ts';
import { messageText } from '../terminal/message.ts';
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
  /** The same with ids in place of names; undefined if the row names nothing. Looks them up. */
  readonly named?: () => Promise<Item | undefined>;
}

/** A row's fields with ids in place of names; undefined if it names nothing. */
export type RowNames = (fields: Row['fields']) => Promise<Row['fields'] | undefined>;

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

/**
 * Makes a function that turns rows into plans; the contract checks each. A row that the contract refuses is looked at
 * once more with what the names in it mean.
 */
export async function itemMaker(command: Command, typed: Typed, io: Io, names: RowNames): Promise<Make> {
  const { from: _, resume: __, concurrency: ___, ...flags } = typed.flags;
  const base = await readInput(command, { ...typed, flags }, io);
  const places = placesOf(command, base);
  const warn = once((text) => io.err(`${messageText(io, text)}\n`));
  return async (row) => {
    if (row.fault) throw row.fault;
    return firstOrNamed(row, (one) => itemOf(command, { base, places, warn }, one), names).catch(
      (error: unknown) => {
        throw atLine(error, row.line);
      },
    );
  };
}

/** What a look-up says of a name counts; where it fails, what was wrong with the row does. */
function onlySaid(error: unknown): undefined {
  if (error instanceof UsageError || isNotFound(error) || isInterruption(error)) throw error;
}

const isNotFound = (error: unknown): error is CliError =>
  error instanceof CliError && error.failure.exitStatus === exit.notFound;

/** The item of a row, and how to make it with ids. What it shows, and its key, are of the row as it was written. */
async function firstOrNamed(row: Row, make: Make, names: RowNames): Promise<Item> {
  const named = async () => {
    const fields = await names(row.fields);
    return fields && make({ ...row, fields });
  };
  try {
    return { ...(await make(row)), named };
  } catch (error) {
    const item = mayBeName(error) ? await named().catch(onlySaid) : undefined;
    if (!item) throw error;
    const { fields } = row;
    const written = Object.entries(item.input).map(([name, id]) => [name, fields[name] ?? fields.id ?? id]);
    return { ...item, input: Object.fromEntries(written) };
  }
}

function atLine(error: unknown, line: number): unknown {
  if (!(error instanceof CliError)) return error;
  const { message, hint, next } = error.failure;
  const said = `--from, line ${line}: ${message}`;
  const details = { ...(hint ? { hint } : {}), ...(next ? { next } : {}) };
  return isNotFound(error)
    ? new CliError(said, exit.notFound, 'not_found', details)
    : new UsageError(said, details);
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

/** What all rows have in common. */
interface Making {
  readonly base: Readonly<Record<string, unknown>>;
  readonly places: readonly Place[];
  readonly warn: (text: string) => void;
}

/** Says the same thing once, however many rows have it. */
function once(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    say(text);
  };
}

async function itemOf(command: Command, { base, places, warn }: Making, row: Row): Promise<Item> {
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
    const text = typeof found === 'string' ? found : writeJson(found);
    const value = await readValue(place.value, text, place.name, nothing);
    input[place.key] = place.value.repeated ? [value] : value;
  }
  const plan = command.plan({ ...base, ...input });
  if (plan.kind === 'call') await checkRequest(command, plan.request, warn);
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
