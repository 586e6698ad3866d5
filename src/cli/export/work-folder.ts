/**
 * The folder of an unfinished export: the rows so far, a file of JSON lines per table, and a journal with a line per file
 * of the collection that says how long each of them was after it. What is behind the last whole line is cut off, so that
 * an export that was killed goes on after its last file.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '../../client/json/json.ts';
import { columnsOf, type Rows, schemaVersion, type TableName } from '../../contract/tables/tables.ts';
import { makeFolder } from '../../media/files.ts';
import { KeySet } from '../bulk/key-set.ts';
import { linesOf } from '../bulk/lines.ts';
import { UsageError } from '../errors/errors.ts';
import { unixMs } from '../output/format.ts';

/** What is exported: an unfinished export of anything else is not continued. */
export interface Subject {
  readonly service: string;
  readonly collection_id: string;
  readonly tables: readonly TableName[];
}

type Counts = Readonly<Partial<Record<TableName, number>>>;

/** A line of the journal: a file, and the length of each table after it in bytes and in rows. */
interface Entry {
  readonly key: string;
  readonly bytes: Counts;
  readonly rows: Counts;
}

export interface WorkFolder {
  /** Number of rows so far, by table. */
  readonly rows: Readonly<Record<string, number>>;
  has(fileId: string): boolean;
  /** Adds the rows of a file. */
  add(fileId: string, rows: Rows): Promise<void>;
  /** Path of the rows of a table, as JSON lines. */
  table(name: TableName): string;
  close(): Promise<void>;
}

/** The path of the folder of an unfinished export. @param out path of the finished one */
export const workPath = (out: string): string => `${out.replace(/[\\/]+$/, '')}.part`;

const keyOf = (fileId: string): string => createHash('sha256').update(fileId).digest('hex').slice(0, 24);

/**
 * Opens or makes the folder. @param replace true to begin again where it holds an
 * unfinished export of something else
 * @throws UsageError when it holds an unfinished export of something else
 */
export async function openWorkFolder(
  folder: string,
  subject: Subject,
  { replace, signal }: { readonly replace: boolean; readonly signal: AbortSignal },
): Promise<WorkFolder> {
  const about = `${JSON.stringify({ schema: schemaVersion, ...subject })}\n`;
  const named = path.join(folder, 'export.json');
  const found = await readFile(named, 'utf8').catch(() => undefined);
  if (found !== undefined && found !== about && !replace)
    throw new UsageError(`${folder} holds an unfinished export of something else`, {
      hint: 'Remove it, add --force to begin again, or choose another --out.',
    });
  if (found !== about) {
    await rm(folder, { recursive: true, force: true });
    makeFolder(folder);
    await writeFile(named, about);
  }
  return resumed(folder, subject.tables, signal);
}

async function resumed(
  folder: string,
  tables: readonly TableName[],
  signal: AbortSignal,
): Promise<WorkFolder> {
  const pathOf = (name: TableName) => path.join(folder, `${name}.rows`);
  const journal = path.join(folder, 'journal');
  const handles = new Map<TableName, FileHandle>();
  for (const name of tables) handles.set(name, await open(pathOf(name), 'a'));
  const { done, last, length } = await read(journal, await sizesOf(handles), signal);
  for (const name of tables) await truncate(pathOf(name), last?.bytes[name] ?? 0);
  const lines = await open(journal, 'a');
  await truncate(journal, length);
  const bytes: Record<string, number> = { ...last?.bytes };
  const rows: Record<string, number> = { ...last?.rows };
  return {
    rows,
    has: (fileId) => done.has(keyOf(fileId)),
    async add(fileId, added) {
      for (const [name, handle] of handles) {
        const text = (added[name] ?? []).map((row) => `${lineOf(name, row)}\n`).join('');
        if (text !== '') await handle.appendFile(text);
        bytes[name] = (bytes[name] ?? 0) + Buffer.byteLength(text);
        rows[name] = (rows[name] ?? 0) + (added[name]?.length ?? 0);
      }
      await lines.appendFile(`${JSON.stringify({ key: keyOf(fileId), bytes, rows } satisfies Entry)}\n`);
      done.add(keyOf(fileId));
    },
    table: pathOf,
    async close() {
      for (const handle of [...handles.values(), lines]) await handle.close();
    },
  };
}

async function sizesOf(handles: ReadonlyMap<TableName, FileHandle>): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const [name, handle] of handles) sizes[name] = (await handle.stat()).size;
  return sizes;
}

/** The files that are done, the last entry that the tables bear out, and the length of the journal up to it. */
async function read(journal: string, sizes: Readonly<Record<string, number>>, signal: AbortSignal) {
  const done = new KeySet();
  let last: Entry | undefined;
  let length = 0;
  const { size } = await stat(journal).catch(() => ({ size: 0 }));
  if (size === 0) return { done, last, length };
  for await (const { text } of linesOf(createReadStream(journal), journal, signal)) {
    const entry = entryOf(text);
    const after = length + Buffer.byteLength(text) + 1;
    const isWhole = after <= size && entry && isBorneOut(entry, sizes);
    if (!isWhole) break;
    done.add(entry.key);
    last = entry;
    length = after;
  }
  return { done, last, length };
}

/** False when a table is shorter than the journal says: the machine went down before it was written. */
const isBorneOut = ({ bytes }: Entry, sizes: Readonly<Record<string, number>>): boolean =>
  Object.entries(bytes).every(([name, length]) => length <= (sizes[name] ?? 0));

function entryOf(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

/** A row as a line of JSON: every column, in the order of the declaration; what is missing is null. */
function lineOf(name: TableName, row: object): string {
  const cells = row as Readonly<Record<string, unknown>>;
  const whole = columnsOf(name).map(([column, { type }]) => {
    const cell = cells[column] ?? null;
    return [column, type === 'time' && typeof cell === 'number' ? timeText(cell) : cell];
  });
  return writeJson(Object.fromEntries(whole));
}

/** A Unix time as ISO 8601 in UTC; null outside of the calendar. */
function timeText(time: number): string | null {
  const date = new Date(unixMs(time));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
