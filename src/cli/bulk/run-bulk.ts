/** --from: a command for each row of a file, several at once, a line of ndjson for each result. */
import { type Failure, failureOf, isInterruption, UsageError } from '../errors.ts';
import { type ExitStatus, exit } from '../exit.ts';
import type { Command } from '../model.ts';
import { show } from '../output/show.ts';
import { failureAsJson } from '../report.ts';
import { confirmed } from '../run/confirm.ts';
import type { Typed } from '../run/input.ts';
import { allOf, fileText } from '../run/read-value.ts';
import type { Session } from '../session.ts';
import { carryOut } from './carry-out.ts';
import { type Item, itemsOf, namesOf } from './items.ts';
import { type Journal, openJournal } from './journal.ts';
import { rowsOf } from './rows.ts';

/** What one row came to; a line of standard output and of the journal. */
export interface ItemResult {
  readonly line: number;
  readonly key: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly ok: boolean;
  readonly exit_status: ExitStatus;
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

interface Tally {
  readonly results: ItemResult[];
  /** Set when going on makes no sense: nobody is signed in, nobody answers, or Ctrl-C. */
  stopped?: Failure;
}

/** How many at once where --concurrency says nothing; a service that has enough says so by 429. */
const usual = 4;
const most = 32;

/**
 * Reads all rows, checks all, asks once, then carries them out.
 * @returns 0 when all went well; the exit status they share when some failed, else 1
 */
export async function runBulk(session: Session, command: Command, typed: Typed): Promise<ExitStatus> {
  const { from, resume, concurrency } = typed.flags as Record<string, string | undefined>;
  const atOnce = widthOf(concurrency);
  const file = from ?? '-';
  const text = file === '-' ? await allOf(session.io.stdin) : await fileText(file, '--from');
  const items = await itemsOf(command, typed, rowsOf(text, file, namesOf(command)), session.io);
  const journal = openJournal(resume);
  const open = items.filter(({ key }) => !journal.has(key));
  if (open.length < items.length)
    session.note(`${items.length - open.length} of ${items.length} are done already, by ${resume}`);
  await confirmAll(session, command, open);
  const tally: Tally = { results: [] };
  const queue = [...open];
  await Promise.all(Array.from({ length: atOnce }, () => work(session, queue, tally, journal)));
  return ended(session, open.length, tally);
}

function widthOf(text: string | undefined): number {
  const width = text === undefined ? usual : Number(text);
  if (Number.isInteger(width) && width >= 1 && width <= most) return width;
  throw new UsageError(
    `--concurrency must be a whole number from 1 to ${most} (got ${JSON.stringify(text)})`,
  );
}

/** One question for all of them. */
async function confirmAll(session: Session, command: Command, items: readonly Item[]): Promise<void> {
  const asks = items.flatMap(({ plan }) =>
    plan.kind === 'call' && plan.confirm && !plan.dryRun ? [plan.confirm] : [],
  );
  if (asks.length === 0) return;
  const question = `vau ${command.name} for ${asks.length} row${asks.length === 1 ? '' : 's'}?`;
  await confirmed(session, { question, given: asks.every(({ given }) => given) });
}

async function work(session: Session, queue: Item[], tally: Tally, journal: Journal): Promise<void> {
  for (let item = queue.shift(); item && !tally.stopped; item = queue.shift()) {
    const result = await resultOf(session, item, tally);
    if (!result) return;
    const line = JSON.stringify(result);
    tally.results.push(result);
    if (item.plan.kind === 'run' || !item.plan.dryRun) journal.add(line);
    if (streams(session)) session.io.out(`${line}\n`);
  }
}

/** Rows of results come as they are there; every other form is one value, at the end. */
const streams = ({ output, flags }: Session): boolean =>
  (output === 'table' || output === 'ndjson') && flags.query === undefined && flags.fields === undefined;

async function resultOf(session: Session, item: Item, tally: Tally): Promise<ItemResult | undefined> {
  const { line, key, input, plan } = item;
  try {
    const { value, status } = await carryOut(session, plan);
    return { line, key, input, ok: status === exit.done, exit_status: status, result: value };
  } catch (error) {
    const failure = failureOf(error);
    const { exitStatus } = failure;
    const hopeless = exitStatus === exit.signIn || exitStatus === exit.network;
    if (hopeless || isInterruption(error) || exitStatus === exit.interrupted) tally.stopped ??= failure;
    if (exitStatus === exit.interrupted) return undefined;
    return { line, key, input, ok: false, exit_status: exitStatus, error: failureAsJson(failure) };
  }
}

async function ended(session: Session, asked: number, { results, stopped }: Tally): Promise<ExitStatus> {
  if (!streams(session)) await show(session, { value: [...results].sort((a, b) => a.line - b.line) });
  const failed = results.filter(({ ok }) => !ok);
  const left = asked - results.length;
  const untried = left > 0 ? `, ${left} not tried${stopped ? ` (${stopped.message})` : ''}` : '';
  session.note(`${results.length - failed.length} done, ${failed.length} failed${untried}`);
  if (stopped) return stopped.exitStatus;
  const [first, ...others] = new Set(failed.map(({ exit_status }) => exit_status));
  return others.length > 0 ? exit.fault : (first ?? exit.done);
}
