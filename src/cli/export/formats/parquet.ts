/** Writes a table as Parquet: a row group at a time, compressed by Snappy. */
import type { SchemaElement } from 'hyparquet';
import { writeJson } from '../../../client/json/json.ts';
import type { ColumnType } from '../../../contract/tables/tables.ts';

/** Size of a row group: whichever is reached first. Characters are those of its texts. */
const most = { rows: 10_000, characters: 4 * 1024 * 1024 };

const typeOf: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

type Row = Readonly<Record<string, unknown>>;

/** What a file holds. */
export interface ParquetTable {
  readonly columns: readonly (readonly [name: string, of: { readonly type: ColumnType }])[];
  /** What readers are told about it. */
  readonly about: Readonly<Record<string, string>>;
}

/** Writes the rows to a file. @returns their number */
export async function writeParquet(
  file: string,
  { columns, about }: ParquetTable,
  rows: AsyncIterable<object> | Iterable<object>,
): Promise<number> {
  const { ParquetWriter, fileWriter } = await import('hyparquet-writer');
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    // Optional: a service may leave out what the contract requires.
    ...columns.map(
      ([column, { type }]): SchemaElement => ({
        ...{ name: column, ...typeOf[type] },
        repetition_type: 'OPTIONAL',
      }),
    ),
  ];
  const kvMetadata = Object.entries(about).map(([key, value]) => ({ key: `vau.${key}`, value }));
  const writer = new ParquetWriter({ writer: fileWriter(file), schema, kvMetadata, createdBy: 'vau' });
  let count = 0;
  for await (const group of groupsOf(rows)) {
    const columnData = columns.map(([column, { type }]) => ({
      name: column,
      data: group.map((row) => cellOf(row[column], type)),
    }));
    await writer.write({ columnData, rowGroupSize: group.length });
    count += group.length;
  }
  await writer.finish();
  return count;
}

/** Rows in groups that fit into memory. */
async function* groupsOf(rows: AsyncIterable<object> | Iterable<object>): AsyncGenerator<readonly Row[]> {
  let group: Row[] = [];
  let characters = 0;
  for await (const row of rows as AsyncIterable<Row> | Iterable<Row>) {
    group.push(row);
    for (const cell of Object.values(row)) if (typeof cell === 'string') characters += cell.length;
    if (group.length < most.rows && characters < most.characters) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}

/** A value as the writer takes it; null where it is missing, or not of the type of its column. */
function cellOf(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return writeJson(value);
  if (type === 'text') return typeof value === 'string' ? value : writeJson(value);
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  if (type === 'time') return typeof value === 'string' ? new Date(value) : null;
  if (type === 'integer' && typeof value === 'string' && /^-?\d{1,19}$/.test(value)) return BigInt(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return type === 'integer' ? BigInt(Math.round(value)) : value;
}
