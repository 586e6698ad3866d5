/** Uploads many files: several at once, with one display and one result line a file. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CollectionType } from '../../contract/resources/collection.ts';
import { itemMaker, type Make, namesOf } from '../bulk/items.ts';
import { Results } from '../bulk/results.ts';
import type { Row } from '../bulk/rows.ts';
import { runWork, widthOf } from '../bulk/run-bulk.ts';
import { type Source, sourceOf } from '../bulk/source.ts';
import { UsageError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import { hashOf } from '../model/key.ts';
import type { Command } from '../model/model.ts';
import { snake } from '../model/names.ts';
import type { Session } from '../model/session.ts';
import { rowNames } from '../names/in-rows.ts';
import type { Typed } from '../run/input.ts';
import { checkCollection, collectionFor } from './collection.ts';
import { failuresOf } from './failures.ts';
import { type LeftOut, type LocalFiles, localFiles } from './local-files.ts';
import { isTable, wordsOf } from './many.ts';
import { type MetadataOf, metadataTable } from './metadata.ts';
import { performer } from './perform.ts';
import { type UploadProgress, uploadProgress } from './progress.ts';
import { resultLine } from './result-line.ts';

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
      progress: () => progress,
    }),
    async begin(open) {
      if (flags.dryRun || open === 0) return;
      // Nothing is sent before a service is chosen and the collection is there.
      await session.client();
      const { collection: name, create = false, collectionType: type = 'media-descriptions' } = flags;
      if (name !== undefined) collection = await collectionFor(session, { name, create, type });
      progress = uploadProgress(session, open, flags.wait === true);
    },
    end: () => progress?.stop(),
  });
  if (!flags.dryRun) await failures.finish(session);
  if ('others' in source) noteLeftOut(session, source.others());
  // What the service has is found by its content, and waited for.
  if (status === exit.interrupted && flags.wait && !flags.again)
    session.note('To go on, type the same command again');
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
  const flags = table ? others : typed.flags;
  const rest = { words: typed.words.slice(0, -1), flags: flags as Typed['flags'] };
  const make = await itemMaker(command, rest, session.io, rowNames(session, command));
  const field = fieldOf(command);
  return async (row) => {
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
