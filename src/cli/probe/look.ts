/** vau probe: what it does with what was typed. */
import { dataFolder } from '../../config/index.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import type { Ffmpeg } from '../../media/index.ts';
import type { FfmpegChoice } from '../../media/types.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { choiceText, chosenFfmpeg } from '../local/ffmpeg.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { fieldsIn, pick } from '../output/fields.ts';
import { rowWriter } from '../output/rows.ts';
import { counting } from './counting.ts';
import { gather } from './gather.ts';
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
  /** The program that --ffmpeg names. */
  readonly ffmpeg: string | undefined;
}

/** @throws MediaError when there is no ffmpeg, or the one that was named does not run */
export async function look(session: Session, input: ProbeInput): Promise<Result> {
  const { env, signal } = session;
  const choice = await chosenFfmpeg(env, dataFolder(env), input.ffmpeg);
  const { ffmpeg } = choice;
  if (session.flags.debug) noteChoice(session, choice);
  const { files, others, failed } = await gather(input.files, input.recursive);
  const wantsPicture = input.thumbnail !== undefined || input.contactSheet !== undefined;
  if (wantsPicture && files.length !== 1)
    throw new UsageError(`--thumbnail and --contact-sheet are made of one file, not of ${files.length}`);
  const judge = judgeFor(input);
  const streams = session.output === 'ndjson' && session.flags.query === undefined;
  const count = counting(session, files.length, streams);
  const send = streams ? streaming(session) : undefined;
  const outcomes = await probeFiles(files, {
    ffmpeg,
    signal,
    onOutcome: async (outcome) => {
      count.one();
      const row = send && (await judge(outcome));
      if (row && !('reason' in row)) await send?.(row);
    },
  }).finally(count.stop);
  for (const reason of failed) session.note(reason);
  if (others > 0) session.note(`${others} ${others === 1 ? 'file is' : 'files are'} no media and left out`);
  if (wantsPicture) await makePictures(session, ffmpeg, outcomes[0], input);
  const rows = await Promise.all(outcomes.map(judge));
  const status = tell(session, rows) || failed.length > 0 ? { status: exit.fault } : {};
  if (streams) return status;
  return { ...(await shown(session, rows, input)), ...status };
}

function noteChoice(session: Session, choice: FfmpegChoice): void {
  session.note(`ffmpeg: ${choiceText(choice)}`);
  session.note(`ffprobe: ${choice.ffmpeg.ffprobe ?? 'there is none'}`);
}

type Row = Outcome | Preflight;

/** What becomes of an outcome: itself, or the judgement of the preflight. */
const judgeFor = ({ preflight: judged, collectionType }: ProbeInput) => {
  const rows = new Map<Outcome, Promise<Row>>();
  return (outcome: Outcome): Promise<Row> => {
    const row = rows.get(outcome) ?? (judged ? preflight(outcome, collectionType) : Promise.resolve(outcome));
    rows.set(outcome, row);
    return row;
  };
};

/** Names what is wrong on standard error; true when anything is. */
function tell(session: Session, rows: readonly Row[]): boolean {
  const bad = rows.filter((row) => 'reason' in row || ('accepted' in row && !row.accepted));
  for (const row of bad)
    session.note('reason' in row ? row.reason : `${row.file}: would be refused: ${reasonsOf(row)}`);
  return bad.length > 0;
}

const reasonsOf = (row: Row): string => ('reasons' in row ? row.reasons.join('; ') : '');

/** A row on standard output as soon as it is known, the fields that were asked for. */
function streaming(session: Session): (row: Row) => Promise<void> {
  const { fields } = session.flags;
  const wanted = fields === undefined ? undefined : fieldsIn(fields);
  const write = rowWriter(session, 'ndjson', undefined);
  return (row) => write([wanted ? pick(row, wanted) : row]);
}

async function shown(session: Session, rows: readonly Row[], input: ProbeInput): Promise<Result> {
  const value = rows.filter((row) => !('reason' in row));
  if (input.preflight) return { value, columns: preflightColumns };
  const [only] = value as Probed[];
  // Nothing there is an empty list; nothing that could be read is no result.
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
  if ('reason' in outcome) throw new LocalError(outcome.reason);
  const subject = { probe: outcome, ffmpeg, signal: session.signal };
  if (thumbnail !== undefined) await writeThumbnail(subject, thumbnail, at);
  if (contactSheet !== undefined) await writeContactSheet(subject, contactSheet);
  for (const made of [thumbnail, contactSheet]) if (made !== undefined) session.note(`Wrote ${made}`);
}
