/** What an edit decision list and a timeline have in common: the segments or moments of a film as clips, in frames. */

import type { RowOf } from '../../../contract/tables/tables.ts';
import { UsageError } from '../../errors/errors.ts';
import type { OneFile } from '../read-rows.ts';
import { drops, frameAt, frameOf, isDropFrame, type Rate, rateOf } from '../timecode.ts';

export type ClipTable = 'segments' | 'moments';

/** A part of a film. */
export interface Clip {
  readonly name: string;
  readonly note: string;
  /** First frame, and number of frames, at least 1. */
  readonly start: number;
  readonly frames: number;
  readonly row: RowOf<ClipTable>;
}

/** A film and its clips. */
export interface Film {
  readonly file: RowOf<'files'>;
  readonly name: string;
  readonly rate: Rate;
  /** Frames since 00:00:00:00 of its first frame, by its timecode, and whether that leaves out numbers. */
  readonly first: number;
  readonly drops: boolean;
  readonly clips: readonly Clip[];
}

/** Frame rates for files whose own is unknown or cannot be used. */
export interface Rates {
  /** Whether the format can use a rate. */
  readonly usable: (rate: Rate) => boolean;
  /** The value of --frame-rate. */
  readonly given: number | undefined;
  /** For sound, which has no frames. */
  readonly ofSound: number;
  /** True if that is no film's. */
  readonly isAssumed: boolean;
}

/** Frames per second of sound beside which there is no film. */
const usualRate = 25;

/** The rates of a collection. Sound takes that of its films, if all have the same. @throws UsageError for a rate that cannot be used */
export async function ratesOf(
  files: AsyncIterable<RowOf<'files'>>,
  usable: Rates['usable'],
  given: number | undefined,
): Promise<Rates> {
  if (given !== undefined && !isUsable(given, usable))
    throw new UsageError(`--frame-rate ${given}: timecode cannot count at this rate`, {
      hint: 'Use 23.976, 29.97, 59.94 or a whole number up to 60.',
    });
  const found = new Set<number>();
  for await (const { frame_rate } of files) if (typeof frame_rate === 'number') found.add(frame_rate);
  const [shared = usualRate, ...others] = found;
  const isShared = found.size > 0 && others.length === 0 && isUsable(shared, usable);
  return { usable, given, ofSound: isShared ? shared : usualRate, isAssumed: !isShared };
}

const isUsable = (value: number, usable: Rates['usable']): boolean => {
  const rate = rateOf(value);
  return rate !== undefined && usable(rate);
};

/** The clips of a film; why it has none if there is no rate that it can have. */
export function filmOf({ file, rows }: OneFile<ClipTable>, { usable, given, ofSound }: Rates): Film | string {
  const rate = [file.frame_rate, given, isSound(file) ? ofSound : undefined]
    .flatMap((value) => (typeof value === 'number' ? (rateOf(value) ?? []) : []))
    .find(usable);
  if (rate) {
    const { timecode } = file;
    const first = timecode ? frameOf(timecode, rate) : undefined;
    const own = timecode && first !== undefined ? drops(timecode, rate) : isDropFrame(rate);
    const name = file.filename ?? file.file_id;
    return { file, rate, name, first: first ?? 0, drops: own, clips: rows.map((row) => clipOf(row, rate)) };
  }
  return typeof file.frame_rate === 'number'
    ? `it has ${file.frame_rate} frames per second, at which timecode cannot count`
    : 'its frame rate is not known';
}

export const isSound = ({ media_type, frame_rate }: RowOf<'files'>): boolean =>
  media_type === 'audio' && typeof frame_rate !== 'number';

function clipOf(row: RowOf<ClipTable>, rate: Rate): Clip {
  const start = frameAt(row.start_time, rate);
  const frames = Math.max(1, frameAt(row.end_time, rate) - start);
  if ('moment_id' in row)
    return {
      name: row.title || (row.criterion_name ?? 'moment'),
      note: row.reason ?? '',
      start,
      frames,
      row,
    };
  return { name: row.title || `segment ${row.index + 1}`, note: row.description ?? '', start, frames, row };
}
