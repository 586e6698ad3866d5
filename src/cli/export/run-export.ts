/** Exports a collection: reads its files into a work folder, makes the format of them, and puts it into its place. */
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unsettledList } from '../../client/pages.ts';
import { reasonOf } from '../../config/errors.ts';
import { withLock } from '../../config/lock.ts';
import { isRecord } from '../../contract/record.ts';
import type { Collection } from '../../contract/resources/collection.ts';
import { columnsOf, schemaVersion, type TableName } from '../../contract/tables/tables.ts';
import { makeFolder } from '../../media/files.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { inOrder } from '../probe/in-order.ts';
import { clean } from '../terminal/clean.ts';
import { type Asked, askedOf, type ExportFlags, tablesFor } from './asked.ts';
import { addRate, type FilmsWritten, writeFilms } from './formats/films.ts';
import { type ExportFormat, isTableFormat, writeTable } from './formats/formats.ts';
import { filesOf, rowsOfFile, type Source } from './gather.ts';
import { readRows } from './read-rows.ts';
import { openWorkFolder, type WorkFolder, workPath } from './work-folder.ts';

// Puts a finished export into its place: at once where nothing is there, else file by file.

/** Name of the file in an exported folder that says what is in it. */
const aboutFile = 'export.json';

/** True if something is there that an export would replace: a file, or a folder that is not empty. */
async function isTaken(out: string): Promise<boolean> {
  const found = await stat(out).catch(() => undefined);
  if (!found) return false;
  return found.isDirectory() ? (await readdir(out)).length > 0 : true;
}

/**
 * Moves a finished folder to `out`. Of a folder that is there already, only the files of the export and those of the
 * export before it are touched.
 */
async function placeFolder(finished: string, out: string): Promise<void> {
  const found = await stat(out).catch(() => undefined);
  if (found?.isDirectory() && (await readdir(out)).length > 0) return merge(finished, out);
  if (found?.isDirectory()) await rmdir(out);
  await rename(finished, out);
}

async function merge(finished: string, out: string): Promise<void> {
  const before = await filesBefore(out);
  const names = await readdir(finished);
  // What says what is in the folder comes last.
  for (const name of [...names.filter((one) => one !== aboutFile), aboutFile])
    await rename(path.join(finished, name), path.join(out, name));
  for (const name of before) if (!names.includes(name)) await rm(path.join(out, name), { force: true });
}

/** Names of the files that an earlier export wrote into a folder. */
async function filesBefore(out: string): Promise<string[]> {
  try {
    const about: unknown = JSON.parse(await readFile(path.join(out, aboutFile), 'utf8'));
    const files = isRecord(about) && Array.isArray(about.files) ? about.files : [];
    return files.filter((name): name is string => typeof name === 'string' && path.basename(name) === name);
  } catch {
    return [];
  }
}

// The display of an export.

interface ExportProgress {
  /** Sets the number of files of the collection. */
  readonly total: (files: number) => void;
  /** One more file was read. */
  added(): void;
  /** All files were read: their format is being made. */
  making(format: ExportFormat): void;
  stop(): void;
}

/** @param rows number of rows so far by table, which grow */
function exportProgress(session: Session, rows: Readonly<Record<string, number>>): ExportProgress {
  const shown = session.progress('Reading the collection');
  let all: number | undefined;
  let [read, tenths] = [0, 0];
  return {
    total(files) {
      all = files;
    },
    added() {
      read += 1;
      // A log gets a line per tenth of the files, a spinner every change.
      const now = Math.floor((read * 10) / Math.max(1, all ?? 10 * read));
      if (!session.io.terminal.err && now === tenths) return;
      tenths = now;
      const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
      shown.update(`${read}${all === undefined ? '' : ` of ${all}`} files read, ${count} rows`);
    },
    making: (format) => shown.update(`Writing ${format}`),
    stop: () => shown.stop(),
  };
}

// What an export reports about itself. Pure.

/** A finished export. */
interface Exported {
  readonly asked: Asked;
  readonly collection: Pick<Collection, 'id' | 'name' | 'collection_type'>;
  readonly rows: Readonly<Record<string, number>>;
  /** The films that have a file, for a format with a file per film. */
  readonly made: FilmsWritten | undefined;
  /** Names of the files. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The facts of an export, as -o json prints them; export.json in an exported folder has them too. */
function aboutExport({ asked: { out, format }, collection, rows, made, files, bytes }: Exported) {
  const { id: collection_id, name, collection_type } = collection;
  const { films, leftOut = [] } = made ?? {};
  const left_out = leftOut.map(({ file_id, name: filename, reason }) => ({ file_id, filename, reason }));
  const counts = { rows: { ...rows }, films, files, bytes };
  return {
    ...{ collection_id, name, collection_type, format, out },
    ...counts,
    ...(left_out.length > 0 && { left_out }),
  };
}

/** The result of the command. */
function describeExport(exported: Exported): Result {
  const { asked, rows, made, bytes } = exported;
  const films = made?.films;
  const parts = isTableFormat(asked.format)
    ? Object.entries(rows).map(([table, count]) => `  ${table}: ${count} row${count === 1 ? '' : 's'}`)
    : [`  ${films} film${films === 1 ? '' : 's'}`];
  const text = [`Exported to ${asked.out} (${formatBytes(bytes)})`, ...parts, ''].join('\n');
  const status = made && made.leftOut.length > 0 ? exit.fault : exit.done;
  return { value: aboutExport(exported), text, status };
}

/** Most files that a note names. */
const mostNamed = 10;

const named = (names: readonly string[]): string =>
  [
    ...names.slice(0, mostNamed).map((name) => clean(name)),
    ...(names.length > mostNamed ? [`${names.length - mostNamed} more`] : []),
  ].join(', ');

/** What a person should know of the films: which are missing, and at which rate sound is. */
function noteFilms(session: Session, { leftOut, assumed, rate }: FilmsWritten): void {
  if (assumed.length > 0)
    session.note(
      `Sound has no frames: at ${rate} frames per second, which --frame-rate changes: ${named(assumed)}`,
    );
  for (const { name, reason } of leftOut.slice(0, mostNamed))
    session.note(`Left out ${clean(name)}: ${reason}`);
  if (leftOut.length > mostNamed)
    session.note(`Left out ${leftOut.length - mostNamed} more, for such reasons`);
  if (leftOut.length > 0) session.note(addRate);
}

/** Files of a collection that are read at once. */
const atOnce = 4;

/**
 * Exports a collection.
 * @throws UsageError if the output is there already, or the collection lacks a table; LocalError if it cannot be written
 */
export async function runExport(session: Session, collectionId: string, flags: ExportFlags): Promise<Result> {
  const asked = askedOf(flags);
  const { out } = asked;
  if (!asked.force && (await isTaken(out))) throw taken(out);
  const client = await session.client();
  const { signal } = session;
  const collection = await client.call(
    'collection.get',
    { params: { collection_id: collectionId } },
    { signal },
  );
  const tables = tablesFor(asked, collection.collection_type);
  const unsettled = () => session.note(unsettledList);
  const source = { client, collection, tables: new Set(tables), signal, unsettled };
  const folder = workPath(out);
  try {
    makeFolder(path.dirname(folder));
    return await withLock(`${folder}.lock`, () => exportTo(session, asked, { source, tables, folder }), 0);
  } catch (error) {
    throw isSystemError(error) ? new LocalError(`Cannot write ${out}: ${reasonOf(error)}`) : error;
  }
}

const taken = (out: string) =>
  new UsageError(`${out} is there already`, { hint: 'Add --force to replace it, or choose another --out.' });

const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

interface Export {
  readonly source: Source;
  readonly tables: readonly TableName[];
  /** The work folder. */
  readonly folder: string;
}

async function exportTo(session: Session, asked: Asked, { source, tables, folder }: Export): Promise<Result> {
  const { client, collection, signal } = source;
  const subject = { service: client.baseUrl, collection_id: collection.id, tables };
  const work = await openWorkFolder(folder, subject, { replace: asked.force, signal });
  const progress = exportProgress(session, work.rows);
  try {
    const unfinished = await gather(source, work, progress);
    progress.making(asked.format);
    const finished = path.join(folder, 'finished');
    await rm(finished, { recursive: true, force: true });
    await mkdir(finished);
    const films = await make(asked, { source, tables, folder: finished }, work);
    const made = { asked, collection, made: films, rows: work.rows, ...(await sizesIn(finished)) };
    await place(asked, finished, {
      schema_version: schemaVersion,
      ...subject,
      ...aboutExport(made),
    });
    progress.stop();
    if (unfinished > 0)
      session.note(
        `${unfinished} ${unfinished === 1 ? 'file is' : 'files are'} not processed (see status in files): only their names are exported.`,
      );
    if (films) noteFilms(session, films);
    await work.close();
    await rm(folder, { recursive: true, force: true });
    return describeExport(made);
  } catch (error) {
    progress.stop();
    session.note(`What was read is in ${folder}: the same command goes on from there.`);
    throw error;
  } finally {
    progress.stop();
    await work.close();
  }
}

/** Reads the files that the work folder does not have yet. @returns number of files that are not completed */
async function gather(source: Source, work: WorkFolder, progress: ExportProgress): Promise<number> {
  let unfinished = 0;
  async function* open() {
    for await (const item of filesOf(source, progress.total)) {
      if (item.status !== 'completed') unfinished += 1;
      if (!work.has(item.file_id)) yield item;
    }
  }
  const reading = inOrder(open(), atOnce, async (item) => ({ item, rows: await rowsOfFile(source, item) }));
  for await (const { item, rows } of reading) {
    source.signal.throwIfAborted();
    if (rows) await work.add(item.file_id, rows);
    progress.added();
  }
  return unfinished;
}

/** Makes the files of the format. @returns the films, for a format with a file per film */
async function make(
  { format, frameRate, out, isFile }: Asked,
  { source, tables, folder }: Export,
  work: WorkFolder,
): Promise<FilmsWritten | undefined> {
  const { signal } = source;
  if (!isTableFormat(format)) {
    const table = tables.find((name) => name !== 'files') as 'speech' | 'segments' | 'moments';
    return writeFilms(folder, { format, table, frameRate, rows: work.table, signal });
  }
  for (const name of tables) {
    const file = path.join(folder, isFile ? path.basename(out) : `${name}.${format}`);
    const lines = work.table(name);
    const about = { table: name, schema_version: String(schemaVersion) };
    await writeTable(file, format, {
      ...{ columns: columnsOf(name), about },
      ...{ rows: readRows(lines, name, signal), lines },
    });
  }
  return undefined;
}

async function sizesIn(folder: string): Promise<{ files: string[]; bytes: number }> {
  const files = (await readdir(folder)).sort();
  let bytes = 0;
  for (const name of files) bytes += (await stat(path.join(folder, name))).size;
  return { files, bytes };
}

async function place({ out, isFile, force }: Asked, finished: string, about: object): Promise<void> {
  if (!force && (await isTaken(out))) throw taken(out);
  if (isFile) return rename(path.join(finished, path.basename(out)), out);
  await writeFile(path.join(finished, aboutFile), `${JSON.stringify(about, undefined, 2)}\n`);
  await placeFolder(finished, out);
}
