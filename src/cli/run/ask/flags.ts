/** Asks on a terminal for missing required values, and again for an invalid value that was typed there. */
import type { Problem } from '../../../contract/problem.ts';
import type { MissingError } from '../../errors/errors.ts';
import { entryOf } from '../../model/catalogue/catalogue.ts';
import { at } from '../../model/columns.ts';
import type { Command } from '../../model/model.ts';
import type { CallPlan, Plan, Request } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { kebab, snake, type Value } from '../../model/values.ts';
import { problemsIn } from '../check.ts';
import { readTyped } from '../input.ts';
import { ask } from './ask.ts';

/** The input of the plan. */
type Input = Readonly<Record<string, unknown>>;

/**
 * Asks for each value that the request lacks and makes the plan again. @param input the input of the plan
 * @param asked names of values that the user has already typed at a prompt
 */
export async function withFlags(
  session: Session,
  command: Command,
  input: Input,
  plan: CallPlan,
  asked: ReadonlySet<string>,
): Promise<Plan> {
  let now: Plan = plan;
  let given = input;
  const typedHere = new Set(asked);
  for (;;) {
    if (now.kind !== 'call') return now;
    const problems = await problemsIn(now.request);
    const setters = settersOf(command);
    const wrong = problemOf(setters, typedHere, problems);
    const missing = missingIn(setters, given, now.request, problems) ?? wrong?.setter;
    if (!missing) return now;
    // Check that a service is chosen before any prompt.
    await session.client();
    if (missing === wrong?.setter) session.note(`${missing.name} ${wrong.problem.message}`);
    const { key, name, value } = missing;
    typedHere.add(key);
    const typed = await ask(session, name, value);
    given = { ...given, [key]: await readTyped(value, typed, name, session.io) };
    now = command.plan(given);
  }
}

/** The first argument or flag that is missing and that the contract requires. */
function missingIn(
  setters: readonly Setter[],
  input: Input,
  request: Request,
  problems: readonly Problem[],
): Setter | undefined {
  const absent = problems.map(({ path }) => path).filter((path) => path !== '' && isAbsent(request, path));
  return setters.find(
    ({ key, field, value }) => input[key] === undefined && value.kind !== 'switch' && absent.includes(field),
  );
}

/** The first value typed at a prompt that the contract rejects, itself or a part of it. */
function problemOf(setters: readonly Setter[], asked: ReadonlySet<string>, problems: readonly Problem[]) {
  for (const setter of setters) {
    const problem = problems.find(
      ({ path }) =>
        path === setter.field || [`${setter.field}.`, `${setter.field}[`].some((one) => path.startsWith(one)),
    );
    if (problem && asked.has(setter.key)) return { setter, problem };
  }
  return undefined;
}

const isAbsent = ({ params, query, body, files }: Request, path: string): boolean =>
  [params, query, body, files].every((part) => at(part, path) === undefined);

/** Which argument or flag sets which field. */
export interface Setter {
  readonly key: string;
  /** The name as typed. */
  readonly name: string;
  /** Dotted path of the field that it sets. */
  readonly field: string;
  readonly value: Value;
}

/** All arguments, then all flags. */
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

/** The input with one more value: the missing one, or one that the user chooses among alternatives. */
export async function withMissing(
  session: Session,
  command: Command,
  input: Readonly<Record<string, unknown>>,
  missing: MissingError,
): Promise<Record<string, unknown>> {
  // Check that a service is chosen before any prompt.
  if (['documented', 'companion'].includes(entryOf(command.name).group)) await session.client();
  const setter = await chosen(session, command, missing);
  if (!setter) throw missing;
  const { key, name, value } = setter;
  if (value.kind === 'switch') return { ...input, [key]: true };
  const typed = await ask(session, name, missing.choices ? { ...value, choices: missing.choices } : value);
  return { ...input, [key]: await readTyped(value, typed, name, session.io) };
}

async function chosen(
  session: Session,
  command: Command,
  { anyOf, message }: MissingError,
): Promise<Setter | undefined> {
  const able = settersOf(command).filter(({ key }) => anyOf.includes(key));
  if (able.length < 2) return able[0];
  const labels = able.map(({ name, value }) => `${name}: ${value.help}`);
  const label = await (await session.prompts()).select(message, labels);
  return able[labels.indexOf(label)];
}
