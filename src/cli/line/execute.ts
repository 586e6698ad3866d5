/** Executes a command's plan. */
import { MissingError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Command } from '../model/model.ts';
import type { Plan, RunPlan } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { fieldsIn } from '../output/fields.ts';
import { show } from '../output/show.ts';
import { withArguments } from '../run/ask/required.ts';
import { readInput, type Typed } from '../run/input.ts';

/** Runs a command. Throws on failure; the caller shows the error. */
export async function execute(session: Session, command: Command, typed: Typed): Promise<ExitStatus> {
  await checkShaping(session);
  try {
    if (command.bulk?.uploads) {
      const { isUpload } = await import('../upload/many.ts');
      if (await isUpload(command, typed)) {
        const { runUpload } = await import('../upload/run-upload.ts');
        return await runUpload(session, command, typed);
      }
    }
    if (typeof typed.flags.from === 'string') {
      const { runBulk } = await import('../bulk/run-bulk.ts');
      return await runBulk(session, command, typed);
    }
    const plan = await planOf(session, command, typed);
    if (plan.kind === 'run') return await runLocal(session, command, plan);
    // Only commands that send requests load the contract and the client.
    const { runCall } = await import('../run/call.ts');
    return await runCall(session, command, plan);
  } finally {
    await session.close();
  }
}

/** The plan of the command; on a terminal, after asking for missing values. */
async function planOf(session: Session, command: Command, typed: Typed): Promise<Plan> {
  const given = await withArguments(session, command, typed);
  const { plan, input } = await planned(session, command, await readInput(command, given, session.io.stdin));
  if (plan.kind === 'run' || !session.interactive) return plan;
  const { withFlags } = await import('../run/ask/flags.ts');
  const asked = Object.keys(command.arguments).filter(
    (_, index) => given.words[index] !== typed.words[index],
  );
  return withFlags(session, command, input, plan, new Set(asked));
}

/** The plan and its input, after asking for values without which no plan can be made. */
async function planned(session: Session, command: Command, input: Readonly<Record<string, unknown>>) {
  let now = input;
  for (;;) {
    try {
      return { plan: command.plan(now), input: now };
    } catch (error) {
      if (!(error instanceof MissingError) || !session.interactive) throw error;
      const { withMissing } = await import('../run/ask/missing.ts');
      now = await withMissing(session, command, now, error);
    }
  }
}

/** Refuses an invalid --query or --fields before anything is done. */
async function checkShaping({ flags: { query, fields } }: Session): Promise<void> {
  if (fields !== undefined) fieldsIn(fields);
  if (query === undefined) return;
  const { checkQuery } = await import('../output/query.ts');
  checkQuery(query);
}

async function runLocal(session: Session, command: Command, plan: RunPlan): Promise<ExitStatus> {
  const result = await plan.run(session);
  if (!result) return exit.done;
  const { value, text, rows, columns = command.columns, status = exit.done, error } = result;
  const { output, flags } = session;
  const whole = output === 'json' || output === 'yaml' || flags.query !== undefined;
  const shown = rows && !whole ? rows : value;
  await show(session, { value: shown, columns, text });
  if (error) throw error;
  return status;
}
