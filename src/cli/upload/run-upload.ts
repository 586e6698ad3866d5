/** Uploads many files: several at once, with one display and one result line a file. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readJson } from '../../client/json/json.ts';
import { isRecord } from '../../contract/record.ts';
import type { CollectionType } from '../../contract/resources/collection.ts';
import { recordsOf } from '../bulk/csv.ts';
import { itemMaker, type Make, namesOf } from '../bulk/items.ts';
import { linesOf } from '../bulk/lines.ts';
import { Results } from '../bulk/results.ts';
import type { Row } from '../bulk/rows.ts';
import { runWork, widthOf } from '../bulk/run-bulk.ts';
import { type Source, sourceOf } from '../bulk/source.ts';
import { UsageError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import { hashOf } from '../model/columns.ts';
import type { Command } from '../model/model.ts';
import type { Session } from '../model/session.ts';
import { snake } from '../model/values.ts';
import { rowNames } from '../names/in-rows.ts';
import { noteGapsOf } from '../output/gaps.ts';
import { withSlashes } from '../probe/pattern.ts';
import type { Typed } from '../run/input.ts';
import { fileText } from '../run/read-value.ts';
import { clean } from '../terminal/clean.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { checkCollection, collectionFor } from './collection.ts';
import { failuresOf } from './failures.ts';
import { type LeftOut, type LocalFiles, localFiles } from './local-files.ts';
import { isTable, wordsOf } from './many.ts';
import { performer, type Sidecar } from './perform.ts';
import { type UploadProgress, uploadProgress } from './progress.ts';
import { resultLine } from './result-line.ts';

// --metadata with a table: metadata by filename.

type Metadata = Readonly<Record<string, unknown>>;

/** Gives the metadata of a file, by its path as typed or by its name; undefined if the table has none. */
type MetadataOf = (file: string) => Metadata | undefined;

/** The columns of a CSV that can name the file. */
const nameColumns = ['filename', 'file', 'path'];

/**
 * Reads a table. CSV: a column filename, and a column for each field. JSON: an object of metadata by filename, or an
 * array of objects with a field filename. @throws UsageError when it cannot be read
 */
async function metadataTable(file: string, signal: AbortSignal): Promise<MetadataOf> {
  const text = await fileText(file, '--metadata');
  const rows = /\.csv$/i.test(file) ? await csvRows(text, file, signal) : jsonRows(text, file);
  const known = new Map(rows);
  return (name) =>
    [name, path.normalize(name), withSlashes(name), path.basename(name)]
      .map((one) => known.get(one))
      .find(Boolean);
}

async function csvRows(text: string, file: string, signal: AbortSignal): Promise<[string, Metadata][]> {
  const rows: [string, Metadata][] = [];
  let names: readonly string[] | undefined;
  for await (const { cells } of recordsOf(linesOf(Readable.from([Buffer.from(text)]), file, signal), file)) {
    if (names === undefined) {
      names = cells.map((cell) => cell.trim());
      continue;
    }
    const fields = names.map((name, index) => [name, cells[index] ?? ''] as const);
    rows.push(named(Object.fromEntries(fields.filter(([, cell]) => cell !== '')), file));
  }
  return rows;
}

function jsonRows(text: string, file: string): [string, Metadata][] {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    throw new UsageError(`--metadata: ${file} is not JSON: ${(error as Error).message}`);
  }
  if (Array.isArray(value)) return value.map((row) => named(isRecord(row) ? row : {}, file));
  const rows = isRecord(value) ? Object.entries(value) : [];
  const wrong = rows.find(([, metadata]) => !isRecord(metadata));
  if (!isRecord(value) || wrong)
    throw new UsageError(
      `--metadata: ${wrong ? `${wrong[0]} in ${file}` : file} must be an object: metadata by filename`,
      { hint: `To give every file the same metadata, use --metadata @${file}.` },
    );
  return rows as [string, Metadata][];
}

function named(row: Metadata, file: string): [string, Metadata] {
  const column = nameColumns.find((name) => typeof row[name] === 'string');
  if (column === undefined)
    throw new UsageError(`--metadata: a row of ${file} has no filename`, {
      hint: `Name the files in a column ${nameColumns.join(', ')}.`,
    });
  const { [column]: name, ...metadata } = row;
  // The row is made anew without its name, and only a whole one keeps the digits that it was written with.
  const [lossy] = Object.entries(metadata).find(([, value]) => mayLoseDigits(value)) ?? [];
  if (lossy !== undefined)
    throw new UsageError(
      `--metadata: ${lossy} of ${String(name)} in ${file} is a number that would lose digits; write it as text, in quotes`,
    );
  return [String(name), metadata];
}

const mayLoseDigits = (value: unknown): boolean =>
  typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER);

/** The flags of an upload, as typed. */
interface Flags {
  readonly from?: string;
  readonly recursive?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly collection?: string;
  readonly create?: boolean;
  readonly collectionType?: CollectionType;
  readonly inPlace?: boolean;
  readonly again?: boolean;
  readonly sidecar?: boolean;
  readonly subtitles?: string;
  readonly preflight?: boolean;
  readonly metadata?: string;
  readonly wait?: boolean;
  readonly dryRun?: boolean;
  readonly concurrency?: string;
  readonly resume?: string;
  readonly failed?: string;
  readonly deleteFailed?: boolean;
}

/** Files that may be processed at once with --wait: each waits in a worker of its own, beside the uploads. */
const mostWaiting = 64;

/**
 * Uploads the files of a command line, or of the rows of --from. @returns 0 when each succeeded; the exit status that
 * all failures share, else 1
 */
export async function runUpload(session: Session, command: Command, typed: Typed): Promise<ExitStatus> {
  const flags = typed.flags as Flags;
  checkCollection(flags.collection, flags.create, flags.collectionType);
  const width = widthOf(flags.concurrency);
  const failures = await failuresOf(flags);
  const source = await filesOf(session, command, typed);
  let progress: UploadProgress | undefined;
  let collection: string | undefined;
  const sidecars: Sidecar[] = [];
  const results = new Results(session, {
    ...(flags.from === undefined ? { line: resultLine(session) } : {}),
    seen: failures.add,
    around: (write) => (progress ? progress.around(write) : write()),
  });
  const status = await runWork(session, command, typed, {
    source,
    results,
    make: await maker(session, command, typed),
    width: flags.wait ? Math.max(width, mostWaiting) : width,
    perform: performer(session, {
      width,
      inPlace: flags.inPlace === true,
      again: flags.again === true,
      preflight: flags.preflight !== false,
      resume: flags.resume,
      collection: () => collection,
      sidecar: flags.sidecar === false ? undefined : (one) => sidecars.push(one),
      progress: () => progress,
    }),
    async begin(open) {
      if (flags.dryRun || open === 0) return;
      // Nothing is sent before a service is chosen and the collection is there.
      await session.client();
      const { collection: name, create = false, collectionType: type } = flags;
      if (name !== undefined) collection = await collectionFor(session, { name, create, type });
      progress = uploadProgress(session, open, flags.wait === true);
    },
    end: () => progress?.stop(),
  });
  if (!flags.dryRun) await failures.finish(session);
  const used = new Set(sidecars.map(({ subtitles }) => path.normalize(subtitles)));
  if ('others' in source)
    noteLeftOut(
      session,
      source.others().filter(({ file }) => !used.has(path.normalize(file))),
    );
  noteSidecars(session, sidecars);
  // Otherwise nobody learns before a search that nothing was heard.
  if (flags.wait && collection !== undefined && status !== exit.interrupted)
    await noteGapsOf(session, { operation: 'collection.get', params: { collection_id: collection } });
  // What the service has is found by its content, and waited for.
  if ((status === exit.interrupted || results.late > 0) && flags.wait && !flags.again)
    session.note(`To ${status === exit.interrupted ? 'go on' : 'keep waiting'}, type the same command again`);
  return status;
}

/** Number of files that are named of those left out. */
const mostNamed = 20;

/** Which files were left out, and why. */
function noteLeftOut(session: Session, others: readonly LeftOut[]): void {
  const [only] = others;
  if (!only) return;
  const more = others.length - mostNamed;
  session.note(
    others.length === 1
      ? `Left out ${only.file}: ${only.reason}`
      : [
          `Left out ${others.length} other files:`,
          ...others.slice(0, mostNamed).map(({ file, reason }) => `  ${file}: ${reason}`),
          ...(more > 0 ? [`  and ${more} more. To see why, name them: vau file upload FILE`] : []),
        ].join('\n'),
  );
}

/** Whose subtitles were sent; and of which they were not, with what gives them to a film that is there. */
function noteSidecars(session: Session, sidecars: readonly Sidecar[]): void {
  const sent = sidecars.filter(({ state }) => state === 'sent');
  const left = sidecars.filter(({ state }) => state === 'left');
  if (sent.length > 0)
    session.note(`Sent with subtitles: ${namesOfAll(sent)}; --no-sidecar leaves out what lies beside a film`);
  const [first] = left;
  if (first)
    session.note(
      `Not sent, because the service has the film already: ${namesOfAll(left)}. To take its speech from them: vau transcript put ${first.id} ${shellWord(first.subtitles)}`,
    );
}

function namesOfAll(sidecars: readonly Sidecar[]): string {
  const names = sidecars.slice(0, mostNamed).map(({ subtitles }) => clean(subtitles));
  const more = sidecars.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function filesOf({ io }: Session, command: Command, typed: Typed): Promise<Source | LocalFiles> {
  const { from, recursive = false, include = [], exclude = [], inPlace = false } = typed.flags as Flags;
  const words = wordsOf(command, typed);
  if (from === undefined) {
    const ids = command.bulk?.uploads === 'local';
    return localFiles(words, { recursive, include, exclude, ids, inPlace, field: fieldOf(command) });
  }
  if (words.length > 0) throw new UsageError('Files and --from cannot be given together: choose one');
  return sourceOf(io, from, namesOf(command));
}

/** The field of a row that names its file. */
const fieldOf = (command: Command): string => snake(Object.keys(command.arguments).at(-1) ?? '');

/** Makes the item of a row, with its metadata. The same file with other content is another item. */
export async function maker(session: Session, command: Command, typed: Typed): Promise<Make> {
  const { metadata, ...others } = typed.flags as Flags;
  const table = isTable(metadata) ? await metadataTable(metadata, session.signal) : undefined;
  const flags: Flags = table ? others : (typed.flags as Flags);
  const rest = { words: typed.words.slice(0, -1), flags: flags as Typed['flags'] };
  const make = await itemMaker(command, rest, session.io, rowNames(session, command));
  const field = fieldOf(command);
  let first: number | undefined;
  return async (row) => {
    first ??= row.line;
    if (flags.subtitles !== undefined && row.line !== first)
      throw new UsageError('--subtitles belongs to one film, and several are named', {
        hint: 'Subtitles beside each film (talk.srt beside talk.mp4) are sent with it.',
      });
    const item = await make(table ? withMetadata(row, field, table) : row);
    const named = row.file ?? (command.bulk?.uploads === 'always' ? item.input[field] : undefined);
    if (typeof named !== 'string') return item;
    const found = await stat(named).catch(() => undefined);
    const key = hashOf([item.key, path.resolve(named), found?.size, found?.mtimeMs]);
    return { ...item, file: named, key };
  };
}

function withMetadata(row: Row, field: string, table: MetadataOf): Row {
  const metadata = row.fields.metadata ?? table(String(row.fields[field] ?? row.fields.id ?? ''));
  return metadata === undefined ? row : { ...row, fields: { ...row.fields, metadata } };
}
