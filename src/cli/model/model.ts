/** The command model: a command is data plus one pure function from its input to a plan. */
import { isRecord } from '../../contract/record.ts';
import { UsageError } from '../errors/errors.ts';
import { type CommandName, entryOf } from './catalogue/catalogue.ts';
import type { Column } from './columns.ts';
import { type Example, examplesOf } from './examples.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { allFlag, bulkFlags, dryRunFlag, fileFlag, yesFlag } from './flags/given-flags.ts';
import type { Plan } from './plan.ts';
import { isChange } from './plan.ts';
import type { Argument, Value } from './values.ts';
import { kebab } from './values.ts';

export type Arguments = Readonly<Record<string, Argument>>;
export type Flags = Readonly<Record<string, Value>>;

type ArgumentInput<A extends Arguments> = {
  [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};
type FlagInput<F extends Flags> = { [K in keyof F]: F[K] extends Value<infer T> ? T | undefined : never };

/** The input of a plan: every argument and flag by its name; omitted flags are undefined. */
export type Input<A extends Arguments, F extends Flags> = ArgumentInput<A> & FlagInput<F>;

/** What a row of --from can set besides the omitted arguments. */
export interface Bulk {
  /** Flags that a row can set, by their names in the model. */
  readonly flags?: readonly string[];
  /** The id of a row, when it is not in the field `id`. */
  readonly id?: (
    row: Readonly<Record<string, unknown>>,
    input: Readonly<Record<string, unknown>>,
  ) => string | undefined;
  /**
   * The last argument names local files, folders and patterns, which are uploaded: `always`; or `local`, if it can
   * also be an id.
   */
  readonly uploads?: 'always' | 'local';
}

/** The input as request fields; see fieldsOf. */
export interface Sent {
  readonly args: Fields;
  /** With --file: on top of the body that it holds. */
  readonly flags: Fields;
  /** The body of --file; empty without it. */
  readonly whole: Readonly<Record<string, unknown>>;
}

/** The input of defineCommand. Names are in camelCase; on the command line they are in kebab-case. */
export interface Definition<A extends Arguments, F extends Flags> {
  readonly name: CommandName;
  readonly arguments?: A;
  readonly flags?: F;
  /** A longer description: what the command does, what it keeps, what it needs. */
  readonly about?: string;
  /** At least one. */
  readonly examples: readonly [Example, ...Example[]];
  /** Table columns; without them, every field of the response is shown, one per line. */
  readonly columns?: readonly Column[];
  /** Adds --from: run the command for each row of a file. */
  readonly bulk?: Bulk;
  /**
   * Turns the input into a plan. Pure: reads no file, no clock and no environment. May throw a UsageError.
   * `sent` is the input as request fields.
   */
  readonly plan: (input: Input<A, F>, sent: Sent) => Plan;
}

/** A command without its input types, as the executor, help and completions see it. */
export interface Command extends Omit<Definition<Arguments, Flags>, 'plan' | 'arguments' | 'flags'> {
  readonly arguments: Arguments;
  readonly flags: Flags;
  readonly plan: (input: Readonly<Record<string, unknown>>) => Plan;
}

/** Makes a command from its definition. The plan's input is typed from the arguments and flags. */
export function defineCommand<
  const A extends Arguments = Record<never, never>,
  const F extends Flags = Record<never, never>,
>(definition: Definition<A, F>): Command {
  const { plan, arguments: args, flags, ...rest } = definition;
  const able = { ...flags, ...givenFlags(rest, flags ?? {}) };
  return {
    ...rest,
    // Made when help is shown: most runs show none.
    get examples() {
      return examplesOf(rest.examples, Object.keys(able));
    },
    arguments: args ?? {},
    flags: able,
    plan: ({ all, dryRun, yes, from, file, concurrency: _, resume: __, ...input }) => {
      // The executor fills every declared argument and flag before it calls the plan.
      const typed = { ...input, ...own({ all, dryRun, yes, from, file }, flags ?? {}) };
      const ofArgs = fieldsOf(args ?? {}, typed);
      const whole = 'file' in (flags ?? {}) ? {} : bodyOf(file, ofArgs);
      const planned = plan(typed as Input<A, F>, {
        args: ofArgs,
        flags: fieldsOf(flags ?? {}, typed, whole),
        whole,
      });
      if (planned.kind !== 'call') return planned;
      if (rest.name.endsWith(' update')) refuseNoChange(rest.name, able, planned.request.body);
      return { ...planned, ...(all === true ? { all } : {}), ...(dryRun === true ? { dryRun } : {}) };
    },
  };
}

/** The flags that follow from what a command does: --all for pages, --dry-run and --yes for changes, --from for bulk. */
function givenFlags({ name, bulk }: { name: CommandName; bulk?: Bulk }, flags: Flags): Flags {
  const { operation } = entryOf(name);
  const changes = operation !== undefined && !/\.(get|list)$/.test(operation);
  const guarded = operation !== undefined && isChange(operation) && !('yes' in flags);
  return {
    ...('limit' in flags && ('offset' in flags || 'cursor' in flags) ? allFlag : {}),
    ...(operation !== undefined && takesBody(operation) && !('file' in flags) ? fileFlag : {}),
    ...(changes ? dryRunFlag : {}),
    ...(bulk ? bulkFlags : {}),
    ...(guarded ? yesFlag : {}),
  };
}

/** Whether the command of an operation takes a whole JSON body from a file. An upload has no such body. */
const takesBody = (operation: string): boolean =>
  /\.(create|update|add|sync)$/.test(operation) &&
  operation !== 'chat.create' &&
  operation !== 'page-link.create';

/** The body in a file, without the fields that arguments set. @throws UsageError when it is not an object */
function bodyOf(file: unknown, args: object): Readonly<Record<string, unknown>> {
  if (file === undefined) return {};
  if (!isRecord(file)) throw new UsageError('--file must hold an object: the body of the request');
  return Object.fromEntries(Object.entries(file).filter(([name]) => !(name in args)));
}

/** @throws UsageError for a change of nothing: a service would answer with what is there, as if it had changed it */
function refuseNoChange(name: CommandName, flags: Flags, body: unknown): void {
  if (isRecord(body) && Object.keys(body).length > 0) return;
  const able = Object.entries(flags).filter(
    ([key, { local, field }]) => !local || field !== undefined || key === 'file',
  );
  const names = able.filter(([key]) => key !== 'dryRun').map(([key]) => `--${kebab(key)}`);
  throw new UsageError(`Nothing to change: give at least one of ${names.join(', ')}`, {
    next: `vau ${name} --help`,
  });
}

/** The ones that the command declares itself; its plan gets them. */
const own = (given: Readonly<Record<string, unknown>>, flags: Flags) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in flags));

/** Maps each noun to its module. A module is loaded when its noun is typed. */
export type CommandModules = Readonly<
  Record<string, () => Promise<{ readonly commands: readonly Command[] }>>
>;
