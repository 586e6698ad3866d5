/** What an export reports about itself. Pure. */
import type { Collection } from '../../contract/resources/collection.ts';
import type { Result } from '../model/plan.ts';
import { formatBytes } from '../output/format.ts';
import type { Asked } from './asked.ts';
import { isTableFormat } from './formats/formats.ts';

/** A finished export. */
export interface Exported {
  readonly asked: Asked;
  readonly collection: Pick<Collection, 'id' | 'name' | 'collection_type'>;
  readonly rows: Readonly<Record<string, number>>;
  /** Number of films that have a file. */
  readonly films: number | undefined;
  /** Names of the files. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The facts of an export, as -o json prints them; export.json in an exported folder has them too. */
export function aboutExport({ asked: { out, format }, collection, rows, films, files, bytes }: Exported) {
  const { id: collection_id, name, collection_type } = collection;
  return { collection_id, name, collection_type, format, out, rows: { ...rows }, films, files, bytes };
}

/** The result of the command. */
export function describeExport(exported: Exported): Result {
  const { asked, rows, films, bytes } = exported;
  const parts = isTableFormat(asked.format)
    ? Object.entries(rows).map(([table, count]) => `  ${table}: ${count} row${count === 1 ? '' : 's'}`)
    : [`  ${films} film${films === 1 ? '' : 's'}`];
  const text = [`Exported to ${asked.out} (${formatBytes(bytes)})`, ...parts, ''].join('\n');
  return { value: aboutExport(exported), text };
}
