/** The command model: a command is data, and one pure function from what was typed to what is to be done. */
import { type CommandName, entryOf } from './catalogue.ts';
import type { Column } from './columns.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { allFlag, bulkFlags, dryRunFlag } from './given-flags.ts';
import type { Plan } from './plan.ts';
import type { Argument, Value } from './values.ts';

export type Arguments = Readonly<Record<string, Argument>>;
export type Flags = Readonly<Record<string, Value>>;

type ArgumentInput<A extends Arguments> = {
  [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};
type FlagInput<F extends Flags> = { [K in keyof F]: F[K] extends Value<infer T> ? T | undefined : never };

/** What a plan gets: every argument and flag by its name, flags undefined where they were not given. */
export type Input<A extends Arguments, F extends Flags> = ArgumentInput<A> & FlagInput<F>;

/** One line of a command's examples: what it does, and the line to type without the leading `vau`. */
export interface Example {
  readonly does: string;
  readonly line: string;
}

/** What a row of --from can say besides the arguments that were not typed. */
export interface Bulk {
  /** Flags a row can set, by their names in the model. */
  readonly flags?: readonly string[];
  /** What names the thing of a row, where that is not its `id`. */
  readonly id?: (
    row: Readonly<Record<string, unknown>>,
    input: Readonly<Record<string, unknown>>,
  ) => string | undefined;
}

/** What was typed, as fields of a request; see fieldsOf. */
export interface Sent {
  readonly args: Fields;
  readonly flags: Fields;
}

/** What defineCommand takes. Names are in camelCase; on the command line they are in kebab-case. */
export interface Definition<A extends Arguments, F extends Flags> {
  readonly name: CommandName;
  readonly arguments?: A;
  readonly flags?: F;
  /** Longer than the catalogue's summary: what it does, what it leaves alone, what it needs. */
  readonly about?: string;
  /** At least one. */
  readonly examples: readonly [Example, ...Example[]];
  /** What the table shows of each row; without it every field of the answer is shown, one a line. */
  readonly columns?: readonly Column[];
  /** Has --from: the command for each row of a file. */
  readonly bulk?: Bulk;
  /**
   * What to do about what was typed. Pure: reads no file, no clock and no environment. May throw a UsageError.
   * `sent` is what was typed as the fields of a request.
   */
  readonly plan: (input: Input<A, F>, sent: Sent) => Plan;
}

/** A command whose input types have been forgotten, as the executor, help and completions see it. */
export interface Command extends Omit<Definition<Arguments, Flags>, 'plan' | 'arguments' | 'flags'> {
  readonly arguments: Arguments;
  readonly flags: Flags;
  readonly plan: (input: Readonly<Record<string, unknown>>) => Plan;
}

/** A command from its definition. The plan's input is typed from the arguments and flags beside it. */
export function defineCommand<
  const A extends Arguments = Record<never, never>,
  const F extends Flags = Record<never, never>,
>(definition: Definition<A, F>): Command {
  const { plan, arguments: args, flags, ...rest } = definition;
  return {
    ...rest,
    arguments: args ?? {},
    flags: { ...flags, ...givenFlags(rest, flags ?? {}) },
    plan: ({ all, dryRun, from: _, concurrency: __, resume: ___, ...input }) => {
      // The executor fills every argument and flag by its declaration before it calls the plan.
      const typed = { ...input, ...own({ all, dryRun }, flags ?? {}) };
      const sent = { args: fieldsOf(args ?? {}, typed), flags: fieldsOf(flags ?? {}, typed) };
      const planned = plan(typed as Input<A, F>, sent);
      if (planned.kind !== 'call') return planned;
      return { ...planned, ...(all === true ? { all } : {}), ...(dryRun === true ? { dryRun } : {}) };
    },
  };
}

/** The flags a command has by what it does: --all with pages, --dry-run with a change, --from in bulk. */
function givenFlags({ name, bulk }: { name: CommandName; bulk?: Bulk }, flags: Flags): Flags {
  const { operation } = entryOf(name);
  const changes = operation !== undefined && !/\.(get|list)$/.test(operation);
  return {
    ...('limit' in flags && 'offset' in flags ? allFlag : {}),
    ...(changes ? dryRunFlag : {}),
    ...(bulk ? bulkFlags : {}),
  };
}

/** Those that the command declares itself: its plan gets them. */
const own = (given: Readonly<Record<string, unknown>>, flags: Flags) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in flags));

/** Where each noun's commands are; a module is loaded when its noun is typed. */
export type CommandModules = Readonly<
  Record<string, () => Promise<{ readonly commands: readonly Command[] }>>
>;
