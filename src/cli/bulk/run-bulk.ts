/**
 * --from: runs a command for each row of a file or a pipe, several at once, and prints one line of ndjson per
 * result.
 */
import { writeJson } from '../../client/json.ts';
import { failureOf, isInterruption, UsageError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Command } from '../model/model.ts';
import type { Session } from '../model/session.ts';
import { rowNames } from '../names/in-rows.ts';
import { confirmed } from '../run/confirm.ts';
import type { Typed } from '../run/input.ts';
import { failureAsJson } from '../terminal/report.ts';
import { carryOutRow } from './carry-out.ts';
import { type Item, itemMaker, namesOf } from './items.ts';
import { openJournal } from './journal.ts';
import { type ItemResult, Results } from './results.ts';
import { sourceOf } from './source.ts';
import { survey } from './survey.ts';
import { type Bulk, type Next, upcoming, type Work } from './upcoming.ts';

/** Default concurrency. An overloaded service answers 429. */
const usual = 4;
const most = 32;

/**
 * Runs rows in order as they arrive, and keeps none of them. A file is read once before that, to check every
 * row and to ask for confirmation once. A row of a pipe is checked when it arrives; an invalid one is a
 * failed result. @returns 0 when every row succeeded; the exit status that all failures share, else 1
 */
export async function runBulk(session: Session, command: Command, typed: Typed): Promise<ExitStatus> {
  const { from = '-', concurrency } = typed.flags as Record<string, string | undefined>;
  const width = widthOf(concurrency);
  const source = await sourceOf(session.io, from, namesOf(command));
  const make = await itemMaker(command, typed, session.io, rowNames(session, command));
  const perform = (item: Item) => carryOutRow(session, item);
  return runWork(session, command, typed, { source, make, results: new Results(session), perform, width });
}

/** Runs any work in the manner of --from, with the journal of --resume. */
export async function runWork(
  session: Session,
  command: Command,
  typed: Typed,
  work: Work,
): Promise<ExitStatus> {
  const { resume } = typed.flags as Record<string, string | undefined>;
  const { source, width } = work;
  const journal = await openJournal(resume, session.signal);
  const bulk: Bulk = { ...work, session, command, journal, halt: new AbortController(), agreed: false };
  const open = source.again ? await surveyed(bulk, resume) : undefined;
  await work.begin?.(open);
  try {
    const items = upcoming(bulk, source.rows(AbortSignal.any([session.signal, bulk.halt.signal])));
    await Promise.all(Array.from({ length: width }, () => runRows(bulk, items)));
  } finally {
    work.end?.();
  }
  return ended(bulk, open, resume);
}

/** The value of --concurrency. @throws UsageError */
export function widthOf(text: string | undefined): number {
  const width = text === undefined ? usual : Number(text);
  if (Number.isInteger(width) && width >= 1 && width <= most) return width;
  throw new UsageError(`--concurrency must be an integer from 1 to ${most} (got ${JSON.stringify(text)})`);
}

/** Checks the whole file and asks for confirmation once. Returns the number of rows to run. */
async function surveyed(bulk: Bulk, resume: string | undefined): Promise<number> {
  const { session, command, source, make, journal } = bulk;
  const { all, open, asking, changes, effect } = await survey(source.rows(session.signal), make, journal);
  if (open < all) session.note(`${all - open} of ${all} are already done according to ${resume}`);
  if (asking > 0) {
    const what = () => `vau ${command.name} for ${asking} row${asking === 1 ? '' : 's'} of ${source.name}`;
    await confirmed(session, { what, given: false, ...(effect ? { effect } : {}) });
  }
  if (changes) await session.beforeChange();
  bulk.agreed = true;
  return open;
}

async function runRows(bulk: Bulk, items: AsyncGenerator<Next>): Promise<void> {
  const { results, journal, halt } = bulk;
  for (;;) {
    const next = await items.next().catch((error: unknown) => {
      // Stopping also aborts the reader; that is not an error.
      if (results.stopped) return undefined;
      results.stopped = failureOf(error);
      if (!isInterruption(error)) bulk.broken = error;
      return undefined;
    });
    if (results.stopped) halt.abort();
    if (!next || next.done || results.stopped) return;
    const result = await resultOf(bulk, next.value);
    if (results.stopped) halt.abort();
    if (!result) return;
    if (!isDry(next.value)) journal.add(writeJson(result));
    await results.add(result);
    if (results.stopped) halt.abort();
  }
}

const isDry = (next: Next): boolean =>
  'error' in next || (next.plan.kind === 'call' && next.plan.dryRun === true);

async function resultOf({ perform, results }: Bulk, next: Next): Promise<ItemResult | undefined> {
  if ('error' in next) {
    const { line, fields } = next.row;
    return { line, input: fields, ...failed(next.error) };
  }
  const { line, key, input } = next;
  try {
    const { value, status, sent } = await perform(next);
    const upload = sent === undefined ? {} : { sent };
    return { line, key, input, ok: status === exit.done, exit_status: status, ...upload, result: value };
  } catch (error) {
    const failure = failureOf(error);
    const { exitStatus } = failure;
    const hopeless = exitStatus === exit.signIn || exitStatus === exit.network;
    if (hopeless || isInterruption(error) || exitStatus === exit.interrupted) results.stopped ??= failure;
    return exitStatus === exit.interrupted ? undefined : { line, key, input, ...failed(error) };
  }
}

function failed(error: unknown): Pick<ItemResult, 'ok' | 'exit_status' | 'error'> {
  const failure = failureOf(error);
  return { ok: false, exit_status: failure.exitStatus, error: failureAsJson(failure) };
}

async function ended(
  { session, results, source, broken }: Bulk,
  open: number | undefined,
  resume: string | undefined,
): Promise<ExitStatus> {
  if (broken !== undefined && !results.some) throw broken;
  await results.show();
  if (!source.again && results.before > 0)
    session.note(`${results.before} were already done according to ${resume}`);
  session.note(results.summary(open));
  if (broken !== undefined) throw broken;
  return results.status();
}
