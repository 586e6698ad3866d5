/** Checks what was asked for, before anything is sent or written. Pure. */
import path from 'node:path';
import { type TableName, tables, tablesOf } from '../../contract/tables/tables.ts';
import { MissingError, UsageError } from '../errors/errors.ts';
import { type ExportFormat, exportFormats, isTableFormat } from './formats/formats.ts';

/** The input of the command. */
export interface ExportFlags {
  readonly out?: string | undefined;
  readonly format?: ExportFormat | undefined;
  readonly table?: readonly TableName[] | undefined;
  readonly frameRate?: number | undefined;
  readonly force?: boolean | undefined;
}

export interface Asked {
  readonly out: string;
  readonly format: ExportFormat;
  /** True: `out` is one file with one table. */
  readonly isFile: boolean;
  /** The tables that were named; none for all. */
  readonly named: readonly TableName[];
  readonly frameRate: number | undefined;
  readonly force: boolean;
}

/** @throws UsageError for what cannot be exported in this way */
export function askedOf({ out, format: given, table = [], frameRate, force = false }: ExportFlags): Asked {
  if (out === undefined || out === '')
    throw new MissingError(['out'], '--out is required: a folder, or a file');
  const ending = path.extname(out).slice(1).toLowerCase();
  const format = given ?? exportFormats.find((one) => one === ending);
  if (!format)
    throw new MissingError(
      ['format'],
      `--format is required: ${exportFormats.join(', ')}`,
      {},
      exportFormats,
    );
  const named = [...new Set(table)];
  const isFile = ending === format;
  if (isFile && !isTableFormat(format))
    throw new UsageError(`--format ${format} writes a file per film: --out must be a folder (got ${out})`);
  if (isFile && named.length !== 1)
    throw new UsageError(`${out} can hold one table: choose it with --table, or give a folder as --out`);
  if (!isTableFormat(format)) checkFilmTable(format, named);
  if (frameRate !== undefined && !(frameRate > 0)) throw new UsageError('--frame-rate must be above 0');
  return { out, format, isFile, named, frameRate, force };
}

function checkFilmTable(format: ExportFormat, named: readonly TableName[]): void {
  const allowed: readonly TableName[] = format === 'srt' ? ['speech'] : ['moments', 'segments'];
  if (named.length > 1 || named.some((name) => !allowed.includes(name)))
    throw new UsageError(`--format ${format} is made of one table: ${allowed.join(' or ')}`);
}

/** The tables to read for a collection. @throws UsageError for a table that its type does not have */
export function tablesFor({ format, named }: Asked, type: string | undefined): TableName[] {
  const there = tablesOf(type);
  const missing = filmTable(format, named, there) ?? named.find((name) => !there.includes(name));
  if (missing && !there.includes(missing)) throw noTable(missing, type);
  if (isTableFormat(format)) return named.length > 0 ? there.filter((name) => named.includes(name)) : there;
  return missing ? ['files', missing] : ['files'];
}

/** The table that the files of a film are made of; undefined for a format of tables. */
function filmTable(
  format: ExportFormat,
  [named]: readonly TableName[],
  there: readonly TableName[],
): TableName | undefined {
  if (isTableFormat(format)) return undefined;
  if (format === 'srt') return 'speech';
  return named ?? (there.includes('moments') ? 'moments' : 'segments');
}

function noTable(name: TableName, type: string | undefined): UsageError {
  const { of = [] } = tables[name] as { of?: readonly string[] };
  return new UsageError(`A collection of type ${type ?? 'unknown'} has no table ${name}`, {
    hint: `Collections of type ${of.join(' and ')} have it. This one has ${tablesOf(type).join(', ')}.`,
  });
}
