/**
 * --from: runs a command for each row of a file or a pipe, several at once, and prints one line of ndjson per
 * result.
 */
import { writeJson } from '../../client/json/json.ts';
import { failureOf, isInterruption, UsageError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import type { Command } from '../model/model.ts';
import type { Confirmation } from '../model/plan.ts';
import { isChange } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { rowNames } from '../names/in-rows.ts';
import { confirmed } from '../run/confirm.ts';
import type { Typed } from '../run/input.ts';
import { failureAsJson } from '../terminal/message.ts';
import { carryOutRow, type Outcome } from './carry-out.ts';
import { type Item, itemMaker, type Make, namesOf } from './items.ts';
import { type Journal, openJournal } from './journal.ts';
import { KeySet } from './key-set.ts';
import { type ItemResult, Results } from './results.ts';
import type { Row } from './rows.ts';
import { type Source, sourceOf } from './source.ts';

// Yields the rows to run next.

/** What a run is about, and how each row is done. */
interface Work {
  readonly source: Source;
  readonly make: Make;
  readonly results: Results;
  readonly perform: (item: Item) => Promise<Outcome>;
  /** Number of rows under way at once. */
  readonly width: number;
  /** Runs after the rows were checked and before the first one. @param open number of rows, if known */
  readonly begin?: (open: number | undefined) => Promise<void>;
  /** Runs after the last row. */
  readonly end?: () => void;
}

/** State that the concurrent workers share. */
interface Bulk extends Work {
  readonly session: Session;
  readonly command: Command;
  readonly journal: Journal;
  /** Aborted to stop reading rows. */
  readonly halt: AbortController;
  /** True once the user has confirmed the whole run. */
  agreed: boolean;
  /** Why reading stopped. Requests in progress still finish. */
  broken?: unknown;
}

/** A row to run, or an invalid row and its error. */
type Next = Item | { readonly row: Row; readonly error: unknown };

/** Each request once, without those already done. */
async function* upcoming(bulk: Bulk, rows: AsyncGenerator<Row>): AsyncGenerator<Next> {
  const { make, journal, results } = bulk;
  const seen = new KeySet();
  for await (const row of rows) {
    const made = await make(row).catch((error: unknown) => ({ row, error }));
    if (!('error' in made)) {
      if (!seen.add(made.key)) continue;
      if (journal.has(made.key)) {
        results.before += 1;
        continue;
      }
      await agreedTo(bulk, made);
    }
    yield made;
  }
}

/** Asks once for everything that a pipe may bring, before the first row runs. */
async function agreedTo(bulk: Bulk, { plan }: Item): Promise<void> {
  const { session, command, source, agreed } = bulk;
  if (agreed || plan.kind === 'run' || plan.dryRun) return;
  if (!plan.confirm) {
    if (isChange(plan.request.operation)) await session.beforeChange();
    return;
  }
  const { given, effect } = plan.confirm;
  // Rows come from standard input, so it cannot answer a prompt.
  const { signal } = session;
  const asked = source.typed ? { ...session, signal, interactive: false } : session;
  const what = () => `vau ${command.name} for each row of ${source.name}`;
  await confirmed(asked, { what, given, ...(effect ? { effect } : {}) });
  bulk.agreed = true;
}

// Counts the requests of a file before anything is sent.

interface Survey {
  /** Distinct requests. */
  readonly all: number;
  /** Requests that the journal does not list as done. */
  readonly open: number;
  /** Open requests that need a confirmation. */
  readonly asking: number;
  /** Whether an open request changes something. */
  readonly changes: boolean;
  /** The effect that the first of those states. */
  readonly effect?: Confirmation['effect'];
}

/** Reads and checks every row, and keeps none. @throws UsageError that names the first invalid line */
async function survey(rows: AsyncIterable<Row>, make: Make, journal: Journal): Promise<Survey> {
  const seen = new KeySet();
  let [all, open, asking] = [0, 0, 0];
  let changes = false;
  let effect: Confirmation['effect'];
  for await (const row of rows) {
    const { key, plan } = await make(row);
    if (!seen.add(key)) continue;
    all += 1;
    if (journal.has(key)) continue;
    open += 1;
    if (plan.kind !== 'call' || plan.dryRun) continue;
    changes ||= isChange(plan.request.operation);
    if (!plan.confirm || plan.confirm.given) continue;
    asking += 1;
    effect ??= plan.confirm.effect;
  }
  return { all, open, asking, changes, ...(effect ? { effect } : {}) };
}

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
    const { value, status, sent, interrupted } = await perform(next);
    if (interrupted) results.stopped ??= interrupted;
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
