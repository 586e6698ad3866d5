/** What an edit decision list and a timeline have in common: the segments or moments of a film as clips, in frames. */

import type { RowOf } from '../../../contract/tables/tables.ts';
import { LocalError } from '../../errors/errors.ts';
import type { OneFile } from '../read-rows.ts';
import { frameAt, type Rate, rateOf } from '../timecode.ts';

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
  readonly clips: readonly Clip[];
}

/**
 * The clips of a film. @param usable whether the format can use a rate @param otherwise frame rate for a film whose own
 * is unknown or cannot be used @throws LocalError when there is none
 */
export function filmOf(
  { file, rows }: OneFile<ClipTable>,
  usable: (rate: Rate) => boolean,
  otherwise: number | undefined,
): Film {
  const rate = [file.frame_rate, otherwise]
    .flatMap((value) => (typeof value === 'number' ? (rateOf(value) ?? []) : []))
    .find(usable);
  if (!rate) throw noRate(file, otherwise);
  return { file, rate, name: file.filename ?? file.file_id, clips: rows.map((row) => clipOf(row, rate)) };
}

function noRate(
  { filename, file_id, frame_rate }: RowOf<'files'>,
  otherwise: number | undefined,
): LocalError {
  const name = filename ?? file_id;
  if (otherwise !== undefined)
    return new LocalError(`--frame-rate ${otherwise}: timecode cannot count at this rate`, {
      hint: 'Use 23.976, 29.97, 59.94 or a whole number up to 60.',
    });
  return new LocalError(
    typeof frame_rate === 'number'
      ? `${name} has ${frame_rate} frames per second, at which timecode cannot count`
      : `The frame rate of ${name} is not known`,
    { hint: 'Add --frame-rate RATE, such as --frame-rate 25: it counts for all such files.' },
  );
}

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
