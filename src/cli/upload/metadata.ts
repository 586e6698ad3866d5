/** --metadata with a table: metadata by filename. */
import path from 'node:path';
import { Readable } from 'node:stream';
import { isRecord } from '../../contract/record.ts';
import { recordsOf } from '../bulk/csv.ts';
import { linesOf } from '../bulk/lines.ts';
import { UsageError } from '../errors/errors.ts';
import { withSlashes } from '../probe/pattern.ts';
import { fileText } from '../run/read-value.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** Gives the metadata of a file, by its path as typed or by its name; undefined if the table has none. */
export type MetadataOf = (file: string) => Metadata | undefined;

/** The columns of a CSV that can name the file. */
const nameColumns = ['filename', 'file', 'path'];

/**
 * Reads a table. CSV: a column filename, and a column for each field. JSON: an object of metadata by filename, or an
 * array of objects with a field filename. @throws UsageError when it cannot be read
 */
export async function metadataTable(file: string, signal: AbortSignal): Promise<MetadataOf> {
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
    value = JSON.parse(text);
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
  return [String(name), metadata];
}
