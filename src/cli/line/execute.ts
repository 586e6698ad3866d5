/** Executes a command's plan. */
import { MissingError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import { entryOf } from '../model/catalogue/catalogue.ts';
import type { Command } from '../model/model.ts';
import type { Plan, RunPlan } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { mayBeName } from '../names/may-be-name.ts';
import { fieldsIn } from '../output/fields.ts';
import { isWhole, show } from '../output/show.ts';
import { withArguments } from '../run/ask/required.ts';
import { readInput, type Typed } from '../run/input.ts';

/** Runs a command. Throws on failure; the caller shows the error. */
export async function execute(session: Session, command: Command, given: Typed): Promise<ExitStatus> {
  await checkShaping(session);
  try {
    const typed = mayTakeSettings(command)
      ? await (await import('../run/session/from-settings.ts')).fromSettings(session, command, given)
      : given;
    return (await runMany(session, command, typed)) ?? (await runOne(session, command, typed));
  } finally {
    await session.close();
  }
}

/** Whether a collection or criteria of the settings can be a part of its line. */
const mayTakeSettings = ({ arguments: names, flags }: Command): boolean =>
  'collectionId' in names || flags.collection?.repeated === true;

/** Runs a line for several files or rows; undefined if it is for one. */
async function runMany(session: Session, command: Command, typed: Typed): Promise<ExitStatus | undefined> {
  if (command.bulk?.uploads) {
    const { isUpload } = await import('../upload/many.ts');
    if (await isUpload(command, typed)) {
      const { runUpload } = await import('../upload/run-upload.ts');
      return runUpload(session, command, await identified(session, command, typed));
    }
  }
  const { from } = typed.flags;
  if (!command.bulk || typeof from !== 'string') return undefined;
  const { requireSource } = await import('../bulk/source.ts');
  await requireSource(from);
  const { runBulk } = await import('../bulk/run-bulk.ts');
  return runBulk(session, command, await identified(session, command, typed));
}

/** The line with ids in place of names, looked up before the first row. Before an upload each must be there. */
async function identified(session: Session, command: Command, typed: Typed): Promise<Typed> {
  if (typed.flags.dryRun === true) return typed;
  const { isLocal, withIds } = await import('../names/with-ids.ts');
  const { absentHere } = await import('../names/absent.ts');
  const looking = command.bulk?.uploads ? { skip: isLocal, absent: absentHere(session) } : {};
  return (await withIds(session, command, typed, looking)) ?? typed;
}

/**
 * Runs a line; if the service knows no such id, once more with what the names in it mean. A name that nobody has ends it
 * with what there is. A line that sends a file is not tried: the file would be sent twice.
 */
async function runOne(session: Session, command: Command, typed: Typed): Promise<ExitStatus> {
  const given = await withArguments(session, command, typed);
  if (given.flags.dryRun !== true && (await sendsFiles(command))) {
    const named = await namedIn(session, command, given);
    if (named) return runNamed(session, command, given, named);
  }
  try {
    return await runPlan(session, command, typed, given);
  } catch (error) {
    if (!mayBeName(error)) throw error;
    const named = await namedIn(session, command, given, error);
    if (!named) throw error;
    return runNamed(session, command, given, named);
  }
}

/** Whether the request of a command holds files. */
async function sendsFiles({ name }: Command): Promise<boolean> {
  const { operation } = entryOf(name);
  if (operation === undefined) return false;
  const { outlineOf } = await import('../../contract/operations/outline.ts');
  return (await outlineOf(operation)).bodyType === 'multipart';
}

/** The line with ids in place of names; undefined if it has none. @param cause the error that led to the look-up */
async function namedIn(
  session: Session,
  command: Command,
  given: Typed,
  cause?: unknown,
): Promise<Typed | undefined> {
  const { withIds } = await import('../names/with-ids.ts');
  const { absent } = await import('../names/absent.ts');
  return withIds(session, command, given, {
    absent: (client, kind, text) => absent(client, kind, text, session.signal, cause),
  });
}

/** Runs a line with ids; errors speak of the names that were given. */
async function runNamed(session: Session, command: Command, given: Typed, named: Typed): Promise<ExitStatus> {
  try {
    return await runPlan(session, command, named, named);
  } catch (error) {
    const { withNames } = await import('../names/in-errors.ts');
    throw withNames(error, given, named);
  }
}

async function runPlan(session: Session, command: Command, typed: Typed, given: Typed): Promise<ExitStatus> {
  const plan = await planOf(session, command, typed, given);
  if (plan.kind === 'run') return runLocal(session, command, plan);
  // Only commands that send requests load the contract and the client.
  const { runCall } = await import('../run/call.ts');
  return runCall(session, command, plan);
}

/** The plan of the command; on a terminal, after asking for missing values. */
async function planOf(session: Session, command: Command, typed: Typed, given: Typed): Promise<Plan> {
  const { plan, input } = await planned(session, command, await readInput(command, given, session.io));
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
      const { withMissing } = await import('../run/ask/flags.ts');
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
  const { value, text, dense, rows, columns = command.columns, status = exit.done, error } = result;
  const shown = rows && !isWhole(session) ? rows : value;
  await show(session, { value: shown, columns, text, dense });
  if (error) throw error;
  return status;
}
