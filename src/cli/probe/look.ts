/** The action of vau probe. */
import { dataFolder } from '../../config/index.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import type { Ffmpeg } from '../../media/index.ts';
import type { FfmpegChoice } from '../../media/types.ts';
import { CliError, LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { choiceText, chosenFfmpeg } from '../local/ffmpeg.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { fieldsIn, pick } from '../output/fields.ts';
import { rowWriter } from '../output/rows.ts';
import { counting } from './counting.ts';
import { type Found, gather } from './gather.ts';
import { writeContactSheet, writeThumbnail } from './pictures.ts';
import { type Preflight, preflight } from './preflight.ts';
import { type Outcome, type Probed, probeFiles } from './probe-files.ts';
import { manyColumns, oneFile, preflightColumns } from './view.ts';

export interface ProbeInput {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly preflight: boolean;
  readonly collectionType: CollectionType | undefined;
  readonly thumbnail: string | undefined;
  readonly at: number | undefined;
  readonly contactSheet: string | undefined;
  /** Value of --ffmpeg. */
  readonly ffmpeg: string | undefined;
}

/** @throws MediaError when there is no ffmpeg, or the named one does not run */
export async function look(session: Session, input: ProbeInput): Promise<Result> {
  const { env, signal } = session;
  const choice = await chosenFfmpeg(env, dataFolder(env), input.ffmpeg);
  const { ffmpeg } = choice;
  if (session.flags.debug) noteChoice(session, choice);
  const streams = session.output === 'ndjson' && session.flags.query === undefined;
  const count = counting(session, streams);
  const gathered = gather(input.files, input.recursive, count.one);
  const wantsPicture = input.thumbnail !== undefined || input.contactSheet !== undefined;
  const files = wantsPicture ? onlyOne(gathered.files) : gathered.files;
  const outcomes = probeFiles(files, { ffmpeg, signal });
  const { first, rows, bad, disturbed } = await judged(session, input, {
    outcomes,
    streams,
    count: count.one,
  }).finally(count.stop);
  const { failed, others } = gathered;
  for (const reason of failed) session.note(reason);
  if (others > 0)
    session.note(`Skipped ${others} ${others === 1 ? 'file that is' : 'files that are'} not media`);
  if (wantsPicture) await makePictures(session, ffmpeg, first, input);
  for (const reason of bad) session.note(reason);
  const faults = bad.length - disturbed + failed.length;
  const status = faults > 0 ? { status: exit.fault } : disturbed > 0 ? { status: exit.machine } : {};
  if (streams) return status;
  return { ...(await shown(session, rows, input)), ...status };
}

/** Yields the only file. Throws a UsageError when there is none or more than one. */
async function* onlyOne(files: AsyncIterable<Found>): AsyncGenerator<Found> {
  const made = '--thumbnail and --contact-sheet need exactly one file';
  let count = 0;
  for await (const file of files) {
    count += 1;
    if (count > 1) throw new UsageError(`${made}; name only one`);
    yield file;
  }
  if (count === 0) throw new UsageError(`${made}; there is none`);
}

function noteChoice(session: Session, choice: FfmpegChoice): void {
  session.note(`ffmpeg: ${choiceText(choice)}`);
  session.note(`ffprobe: ${choice.ffmpeg.ffprobe ?? 'not found'}`);
}

type Row = Outcome | Preflight;

interface Judging {
  readonly outcomes: AsyncIterable<Outcome>;
  /** Rows are printed at once, and not kept. */
  readonly streams: boolean;
  /** Called once per outcome. */
  readonly count: () => void;
}

/** The first outcome, a row for each, a line for each problem, and how many of these are the machine's. */
async function judged(session: Session, input: ProbeInput, { outcomes, streams, count }: Judging) {
  const send = streams ? streaming(session) : undefined;
  const rows: Row[] = [];
  const bad: string[] = [];
  let first: Outcome | undefined;
  let disturbed = 0;
  for await (const outcome of outcomes) {
    first ??= outcome;
    count();
    const row = input.preflight ? await preflight(outcome, input.collectionType) : outcome;
    const fault = faultIn(row);
    if (fault !== undefined) bad.push(fault);
    if ('disturbed' in outcome) disturbed += 1;
    if (!send) rows.push(row);
    else if (!('reason' in row)) await send(row);
    // Stop when the reader has closed the pipe.
    if (send && (await session.io.gone())) break;
  }
  return { first, rows, bad, disturbed };
}

/** The problem of a file in one line; undefined if there is none. */
function faultIn(row: Row): string | undefined {
  if ('reason' in row) return row.reason;
  return 'accepted' in row && !row.accepted
    ? `${row.file}: the service would refuse it: ${row.reasons.join('; ')}`
    : undefined;
}

/** Prints each row at once, with the requested fields. */
function streaming(session: Session): (row: Row) => Promise<void> {
  const { fields } = session.flags;
  const wanted = fields === undefined ? undefined : fieldsIn(fields);
  const { write } = rowWriter(session, 'ndjson', undefined);
  return (row) => write([wanted ? pick(row, wanted) : row]);
}

async function shown(session: Session, rows: readonly Row[], input: ProbeInput): Promise<Result> {
  const value = rows.filter((row) => !('reason' in row));
  if (input.preflight) return { value, columns: preflightColumns };
  const [only] = value as Probed[];
  // No files give an empty list; no readable file gives no result.
  if (!only) return rows.length === 0 ? { value: [], columns: manyColumns } : {};
  const whole = rows.length === 1 && session.output === 'table' && session.flags.fields === undefined;
  return whole ? { value, text: await oneFile(session.io, only) } : { value, columns: manyColumns };
}

async function makePictures(
  session: Session,
  ffmpeg: Ffmpeg,
  outcome: Outcome | undefined,
  { thumbnail, at, contactSheet }: ProbeInput,
): Promise<void> {
  if (!outcome) return;
  if ('disturbed' in outcome)
    throw new CliError(outcome.reason, exit.machine, 'machine', { retryable: true });
  if ('reason' in outcome) throw new LocalError(outcome.reason);
  const subject = { probe: outcome, ffmpeg, signal: session.signal };
  if (thumbnail !== undefined) await writeThumbnail(subject, thumbnail, at);
  if (contactSheet !== undefined) await writeContactSheet(subject, contactSheet);
  for (const made of [thumbnail, contactSheet]) if (made !== undefined) session.note(`Wrote ${made}`);
}
