/** The formats that have a file per film: subtitles, edit decision lists, timelines. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { subtitles } from '../../reading/transcript.ts';
import { filmNames } from '../film-names.ts';
import { type OneFile, readFiles, readRows } from '../read-rows.ts';
import type { TableName } from '../tables.ts';
import { hasTimecode } from '../timecode.ts';
import { type ClipTable, filmOf } from './clips.ts';
import { edlsOf } from './edl.ts';
import { timelineOf } from './otio.ts';

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

/** Writes the files of each film that has rows. @returns number of films @throws LocalError */
export async function writeFilms(folder: string, asked: FilmsAsked): Promise<number> {
  const { rows, table, format, signal } = asked;
  const files = readRows(rows('files'), 'files', signal);
  const nameOf = filmNames();
  let films = 0;
  for await (const one of readFiles(files, readRows(rows(table), table, signal))) {
    if (one.rows.length === 0) continue;
    films += 1;
    const name = nameOf(one.file);
    for (const [index, text] of textsOf(asked, one).entries())
      await writeFile(path.join(folder, `${name}${index === 0 ? '' : ` part ${index + 1}`}.${format}`), text);
  }
  return films;
}

function textsOf({ format, frameRate }: FilmsAsked, one: OneFile<FilmTable>): readonly string[] {
  if (format === 'srt') return [subtitles({ speech: one.rows }, 'srt') ?? ''];
  // The table of these formats is one of clips.
  const clips = one as OneFile<ClipTable>;
  if (format === 'edl') return edlsOf(filmOf(clips, hasTimecode, frameRate));
  return [timelineOf(filmOf(clips, () => true, frameRate))];
}
