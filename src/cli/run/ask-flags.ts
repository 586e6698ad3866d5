/** Flags that a request cannot do without, asked for on a terminal. */
import { type Command, kebab, snake } from '../model.ts';
import { at } from '../output/columns.ts';
import type { CallPlan, Plan, Request } from '../plan.ts';
import type { Session } from '../session.ts';
import type { Value } from '../values.ts';
import { ask } from './ask.ts';
import { problemsIn } from './check.ts';
import { readTyped } from './input.ts';

/** What was typed, as the plan got it. */
type Input = Readonly<Record<string, unknown>>;

/**
 * The plan with what its request lacks: each is asked for once, and the plan made again.
 * @param input what the plan was made of
 */
export async function withFlags(
  session: Session,
  command: Command,
  input: Input,
  plan: CallPlan,
): Promise<Plan> {
  let now: Plan = plan;
  let given = input;
  for (;;) {
    const lacking = now.kind === 'call' ? await lackingIn(command, given, now.request) : undefined;
    if (!lacking) return now;
    // Who has no service is told so before being asked anything.
    await session.client();
    const { key, name, value } = lacking;
    const typed = await ask(session, name, value);
    given = { ...given, [key]: await readTyped(value, typed, name, session.io.stdin) };
    now = command.plan(given);
  }
}

/** The first flag or argument that was not given and whose field the contract asks for. */
async function lackingIn(command: Command, input: Input, { operation, ...request }: Request) {
  const problems = await problemsIn({ operation, ...request });
  const absent = problems.map(({ path }) => path).filter((path) => path !== '' && isAbsent(request, path));
  return settersOf(command).find(
    ({ key, field, value }) => input[key] === undefined && value.kind !== 'switch' && absent.includes(field),
  );
}

const isAbsent = ({ params, query, body, files }: Omit<Request, 'operation'>, path: string): boolean =>
  [params, query, body, files].every((part) => at(part, path) === undefined);

interface Setter {
  readonly key: string;
  /** As it is typed. */
  readonly name: string;
  /** Dotted path of the field it sets. */
  readonly field: string;
  readonly value: Value;
}

function settersOf(command: Command): Setter[] {
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
