/** The action of vau probe. */
import { dataFolder } from '../../config/index.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import type { Ffmpeg } from '../../media/index.ts';
import type { FfmpegChoice } from '../../media/types.ts';
import { CliError, LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { choiceText, chosenFfmpeg } from '../local/opening/ffmpeg.ts';
import { type Column, column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { fieldsIn, pick } from '../output/fields.ts';
import { formatBytes } from '../output/format.ts';
import { rowWriter } from '../output/rows.ts';
import { table } from '../output/table.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import { bitRate, clock, codec, streamDetails, summary } from './describe.ts';
import { type Found, gather } from './gather.ts';
import { writeContactSheet, writeThumbnail } from './pictures.ts';
import { type Preflight, preflight } from './preflight.ts';
import { type Outcome, type Probed, probeFiles } from './probe-files.ts';

// Shows a probe to people: one file in detail, or one row per file.

/** The columns for several files. */
const manyColumns: readonly Column[] = [
  column('file'),
  column('media_type', 'text', 'type'),
  column('container'),
  column('duration_seconds', 'duration', 'duration'),
  column('size', 'bytes'),
  column('bit_rate', 'rate'),
  { header: 'video', value: (row) => summary(row as Probed, 'video') },
  { header: 'audio', value: (row) => summary(row as Probed, 'audio') },
  { header: 'chapters', value: (row) => (row as Probed).chapters.length || '' },
];

/** The columns of a preflight. */
const preflightColumns: readonly Column[] = [
  column('file'),
  { header: 'accepted', value: (row) => ((row as Preflight).accepted ? 'yes' : 'no') },
  column('media_type', 'text', 'type'),
  column('duration_seconds', 'duration', 'duration'),
  column('size', 'bytes'),
  { header: 'reasons', value: (row) => (row as Preflight).reasons.join('; ') },
];

const streamColumns: readonly Column[] = [
  column('index', 'number', '#'),
  column('type', 'text', 'stream'),
  { header: 'codec', value: (row) => codec(row as Probed['streams'][number]) },
  column('language'),
  { header: 'details', value: (row) => streamDetails(row as Probed['streams'][number]) },
];

const chapterColumns: readonly Column[] = [
  { header: 'chapter', value: (row) => clock((row as Probed['chapters'][number]).start, true) },
  { header: 'end', value: (row) => clock((row as Probed['chapters'][number]).end, true) },
  column('title'),
];

/** The duration, and what the header claims if it is wrong. */
function duration({ duration_seconds: seconds, claimed_seconds: claimed }: Probed): string {
  const shown = clock(seconds, true);
  return claimed === null ? shown : `${shown} (its header claims ${clock(claimed, true)})`;
}

/** All details of one file, in sections. */
async function oneFile(io: Io, probed: Probed): Promise<string> {
  const facts: [string, string][] = [
    ['file', probed.file],
    ['type', probed.media_type ?? 'unknown'],
    ['container', `${probed.container} (${probed.container_long})`],
    ['duration', duration(probed)],
    ['size', `${formatBytes(probed.size)} (${probed.size} bytes)`],
    ['bit rate', bitRate(probed.bit_rate)],
    ['starts at', probed.start_time ? `${probed.start_time} s` : ''],
    ...Object.entries(probed.tags).map(([name, value]): [string, string] => [`tag ${name}`, value]),
  ];
  const shown = facts.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  const head = shown.map(
    ([name, value]) => `${io.paint('out', 'bold', clean(name).padEnd(width))}  ${clean(value)}\n`,
  );
  const sections = [
    head.join(''),
    await table(io, probed.streams, streamColumns),
    await table(io, probed.chapters, chapterColumns),
  ];
  return sections.filter(Boolean).join('\n');
}

// Shows on standard error how many files were probed.

/** Fewer files than this are quick enough without progress. */
const MANY = 25;

/**
 * Counts probed files; the total is unknown. On a terminal each file updates the spinner; elsewhere a line is
 * printed at the 25th, the 50th, the 100th and so on. @param streams rows are printed meanwhile: on a
 * terminal they already show progress
 */
function counting({ io, progress }: Session, streams: boolean): { one(): void; stop(): void } {
  const silent = streams && io.terminal.out;
  let shown: Progress | undefined;
  let done = 0;
  let next = MANY;
  return {
    one() {
      done += 1;
      if (silent || done < next) return;
      next = io.terminal.err ? done + 1 : 2 * done;
      const text = `Probed ${done} files`;
      if (shown) shown.update(text);
      else shown = progress(text);
    },
    stop: () => shown?.stop(),
  };
}

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
export async function probeLocally(session: Session, input: ProbeInput): Promise<Result> {
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
