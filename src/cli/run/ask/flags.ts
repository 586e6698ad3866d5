/** What a request cannot do without, asked for on a terminal; what was typed there and does not do, asked for again. */
import type { Problem } from '../../../contract/problem.ts';
import { at } from '../../model/columns.ts';
import type { Command } from '../../model/model.ts';
import type { CallPlan, Plan, Request } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { problemsIn } from '../check.ts';
import { readTyped } from '../input.ts';
import { ask } from './ask.ts';
import { type Setter, settersOf } from './setters.ts';

/** What was typed, as the plan got it. */
type Input = Readonly<Record<string, unknown>>;

/**
 * The plan with what its request lacks: each is asked for, and the plan made again.
 * @param input what the plan was made of
 * @param asked names of what a person was asked for already
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
    const lacking = lackingIn(setters, given, now.request, problems) ?? wrong?.setter;
    if (!lacking) return now;
    // Who has no service is told so before being asked anything.
    await session.client();
    if (lacking === wrong?.setter) session.note(`${lacking.name} ${wrong.problem.message}`);
    const { key, name, value } = lacking;
    typedHere.add(key);
    const typed = await ask(session, name, value);
    given = { ...given, [key]: await readTyped(value, typed, name, session.io.stdin) };
    now = command.plan(given);
  }
}

/** The first flag or argument that was not given and whose field the contract asks for. */
function lackingIn(
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

/** The first that was typed on the terminal and does not do; a part of it may be at fault. */
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
