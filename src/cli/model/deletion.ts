import type { OperationId } from '../../contract/index.ts';
import { type CommandName, entryOf } from './catalogue/catalogue.ts';
import type { Example } from './examples.ts';
import { type Confirmed, confirm } from './flags/common-flags.ts';
import { yesFlag } from './flags/given-flags.ts';
import { type Command, type Definition, defineCommand, type Flags } from './model.ts';
import { call } from './plan.ts';
import type { Session } from './session.ts';
import type { Argument } from './values.ts';
import { snake } from './values.ts';

/** The definition of a deletion. */
interface Deletion extends Confirmed, Pick<Definition<Named, Flags>, 'about' | 'bulk'> {
  readonly command: CommandName;
  /** The only argument: the id of the resource. */
  readonly argument: Named;
  /** Added to the query of the request that reads the resource before the confirmation. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Text of the first example; default: deletes without confirmation. */
  readonly does?: string;
  readonly examples?: readonly Example[];
  /** What else to say of the answer, such as that nothing was left to cancel. */
  readonly note?: (answer: unknown) => string | undefined;
  /** Appended to `Deleted KIND ID`. */
  readonly after?: string;
}

type Named = Readonly<Record<string, Argument<string>>>;

/** Defines a command that deletes one resource by its id, after confirmation. */
export function defineDeletion({
  command,
  argument,
  reads,
  does,
  examples = [],
  after,
  note,
  ...rest
}: Deletion): Command {
  const [key = 'id'] = Object.keys(argument);
  const operation = entryOf(command).operation as OperationId;
  const { about, bulk, ...thing } = rest;
  return defineCommand({
    name: command,
    ...(bulk && { bulk }),
    ...(about === undefined ? {} : { about }),
    arguments: argument,
    flags: yesFlag,
    examples: [
      { does: does ?? 'Delete without confirmation', line: `${command} ${snake(key).toUpperCase()} --yes` },
      ...examples,
    ],
    plan: (input, { args: params }) => {
      const id = String(input[key]);
      const read = call(operation.replace(/delete$/, 'get') as OperationId, { params, query: reads });
      return call(
        operation,
        { params },
        {
          ...confirm(input.yes === true, { ...thing, id, read }),
          done: `Deleted ${thing.kind} ${id}${after ?? ''}`,
          ...(note && {
            after: (session: Session, answer: unknown) => {
              const said = note(answer);
              if (said !== undefined) session.note(said);
            },
          }),
        },
      );
    },
  });
}
