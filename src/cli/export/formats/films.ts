/** The formats that have a file per film: subtitles, edit decision lists, timelines. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TableName } from '../../../contract/tables/tables.ts';
import { UsageError } from '../../errors/errors.ts';
import { subtitles } from '../../reading/transcript.ts';
import { clean } from '../../terminal/clean.ts';
import { filmNames } from '../film-names.ts';
import { type OneFile, readFiles, readRows } from '../read-rows.ts';
import { frameAt, hasTimecode, type Rate, timecode } from '../timecode.ts';
import { type Clip, type ClipTable, type Film, filmOf, isSound, type Rates, ratesOf } from './clips.ts';

/**
 * OpenTimelineIO. The oldest schema version of each object that every release of the library reads: Timeline.1, Stack.1,
 * Track.1, Clip.1, ExternalReference.1, TimeRange.1, RationalTime.1. Pure.
 */

/** The timeline of a film, as JSON: its clips one after the other, on a track for the picture and one for the sound. */
function timelineOf(film: Film): string {
  const { file, name } = film;
  const hasPicture = file.media_type !== 'audio';
  const hasSound = !hasPicture || file.has_audio === true;
  const tracks = [...(hasPicture ? ['Video'] : []), ...(hasSound ? ['Audio'] : [])];
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { vau: { file_id: file.file_id } },
    name,
    global_start_time: null,
    tracks: {
      ...item('Stack.1', 'tracks'),
      children: tracks.map((kind) => ({
        ...item('Track.1', kind),
        kind,
        children: film.clips.map((clip) => clipOf(film, clip)),
      })),
    },
  };
  return `${JSON.stringify(timeline, undefined, 2)}\n`;
}

const item = (schema: string, name: string) => ({
  OTIO_SCHEMA: schema,
  metadata: {},
  name,
  source_range: null,
  effects: [],
  markers: [],
});

function clipOf(
  { file, name: film, first, rate: { top, bottom } }: Film,
  { name, row, start, frames }: Clip,
) {
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: top / bottom, value });
  const range = (from: number, count: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(from),
    duration: time(count),
  });
  const length =
    typeof file.duration_seconds === 'number' ? frameAt(file.duration_seconds, { top, bottom }) : 0;
  return {
    ...item('Clip.1', name),
    metadata: { vau: row },
    source_range: range(first + start, frames),
    media_reference: {
      OTIO_SCHEMA: 'ExternalReference.1',
      metadata: {},
      name: film,
      available_range: length > 0 ? range(first, length) : null,
      // Half of a surrogate pair has no place in an address.
      target_url: encodeURIComponent(Buffer.from(film).toString()),
    },
  };
}

// Edit decision lists, CMX 3600. Pure.

/** Events of one list: their numbers have three digits. */
const mostEvents = 999;

/** The programme begins at one hour, as tapes do. */
const programmeStart = ({ rate, drops }: Film): number =>
  3600 * Math.round(rate.top / rate.bottom) - (drops ? leftOut(rate) : 0);

/** Frame numbers that an hour of drop-frame timecode leaves out. */
const leftOut = (rate: Rate): number => 54 * (Math.round(rate.top / rate.bottom) / 15);

/** The lists of a film: one for each 999 clips. The clips follow each other in the programme. */
function edlsOf(film: Film): string[] {
  const lists: string[] = [];
  for (let from = 0; from < film.clips.length; from += mostEvents)
    lists.push(edlOf(film, film.clips.slice(from, from + mostEvents)));
  return lists;
}

function edlOf(film: Film, clips: readonly Clip[]): string {
  const { name, rate, file, first, drops } = film;
  const channel = file.media_type === 'audio' ? 'A' : file.has_audio ? 'B' : 'V';
  let record = programmeStart(film);
  const events = clips.map((clip, index) => {
    const begin = first + clip.start;
    const times = [begin, begin + clip.frames, record, record + clip.frames];
    record += clip.frames;
    const codes = times.map((frame) => timecode(frame, rate, drops)).join(' ');
    return [
      `${String(index + 1).padStart(3, '0')}  ${'AX'.padEnd(8)} ${channel.padEnd(5)} C        ${codes}`,
      `* FROM CLIP NAME: ${oneLine(name)}`,
      `* COMMENT: ${oneLine(clip.name)}`,
      ...(clip.note === '' ? [] : [`* COMMENT: ${oneLine(clip.note)}`]),
    ].join('\n');
  });
  const mode = drops ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${oneLine(name).slice(0, 70)}`, `FCM: ${mode}`, '', ...events, ''].join('\n');
}

const oneLine = (text: string): string => clean(text).trim();

export type FilmFormat = 'srt' | 'edl' | 'otio';
type FilmTable = 'speech' | ClipTable;

export interface FilmsAsked {
  readonly format: FilmFormat;
  /** The table that the files are made of. */
  readonly table: FilmTable;
  /** Frames per second of films whose own is unknown. */
  readonly frameRate?: number | undefined;
  /** Path of the rows of a table. */
  readonly rows: (name: TableName) => string;
  readonly signal: AbortSignal;
}

/** What was made of a collection. */
export interface FilmsWritten {
  /** Number of films that have a file. */
  readonly films: number;
  /** Films of which no file could be made, and why. */
  readonly leftOut: readonly { readonly file_id: string; readonly name: string; readonly reason: string }[];
  /** Names of the sound that was written at a frame rate which is nobody's; and that rate. */
  readonly assumed: readonly string[];
  readonly rate: number;
}

/** Writes the files of each film that has rows. @throws UsageError if none can be written without a frame rate */
export async function writeFilms(folder: string, asked: FilmsAsked): Promise<FilmsWritten> {
  const { rows, table, format, frameRate, signal } = asked;
  const files = () => readRows(rows('files'), 'files', signal);
  const usable = format === 'edl' ? hasTimecode : () => true;
  const rates = format === 'srt' ? undefined : await ratesOf(files(), usable, frameRate);
  const nameOf = filmNames();
  let films = 0;
  const leftOut: FilmsWritten['leftOut'][number][] = [];
  const assumed: string[] = [];
  for await (const one of readFiles(files(), readRows(rows(table), table, signal))) {
    const { file } = one;
    if (one.rows.length === 0) continue;
    const texts = textsOf(format, one, rates);
    if (typeof texts === 'string') {
      leftOut.push({ file_id: file.file_id, name: file.filename ?? file.file_id, reason: texts });
      continue;
    }
    films += 1;
    if (rates?.isAssumed && frameRate === undefined && isSound(file))
      assumed.push(file.filename ?? file.file_id);
    const name = nameOf(file);
    for (const [index, text] of texts.entries())
      await writeFile(path.join(folder, `${name}${index === 0 ? '' : ` part ${index + 1}`}.${format}`), text);
  }
  const [first] = leftOut;
  if (films === 0 && first) throw new UsageError(`${clean(first.name)}: ${first.reason}`, { hint: addRate });
  return { films, leftOut, assumed, rate: rates?.ofSound ?? 0 };
}

export const addRate =
  'Add --frame-rate RATE, such as --frame-rate 25: it counts for all files whose own rate cannot be used.';

/** The files of a film; the reason if there can be none. */
function textsOf(
  format: FilmFormat,
  one: OneFile<FilmTable>,
  rates: Rates | undefined,
): readonly string[] | string {
  if (!rates) {
    const { duration_seconds } = one.file;
    return [subtitles({ speech: one.rows, duration_seconds }, 'srt') ?? ''];
  }
  // The table of these formats is one of clips.
  const film = filmOf(one as OneFile<ClipTable>, rates);
  if (typeof film === 'string') return film;
  return format === 'edl' ? edlsOf(film) : [timelineOf(film)];
}
