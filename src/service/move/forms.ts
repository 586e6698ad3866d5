import { fromOrderedKey, orderedKey } from '../search/filters/file-values/ordered-key.ts';
import type { Engine } from '../store/sql/engine.ts';

/** A column whose values have another form in each engine. The common form is the key, as PostgreSQL has it. */
const TABLE = 'file_values';
const COLUMN = 'value';

type Row = Readonly<Record<string, unknown>>;

/** A row of an engine in the common form. */
export function commonForm(table: string, engine: Engine, row: Row): Row {
  if (table !== TABLE || engine === 'postgres') return row;
  return { ...row, [COLUMN]: orderedKey(row[COLUMN] as number | string) };
}

/** A row in the form of an engine. */
export function formOf(table: string, engine: Engine, row: Row): Row {
  if (table !== TABLE || engine === 'postgres') return row;
  const value = fromOrderedKey(row[COLUMN] as string);
  // Whole numbers are integers there.
  return { ...row, [COLUMN]: Number.isInteger(value) ? BigInt(value) : value };
}
