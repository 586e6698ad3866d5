/**
 * The declarations of tables: columns with their types and rules come from here, and all tables, one file a family, go to
 * schema.ts (rows for the compiler) and create.ts (statements for each engine).
 */
import type { Generated } from 'kysely';
import type { OneOf } from '../../../../contract/values/enums.ts';

/** JSON text. */
export type Json = string;

/** 0 or 1. */
export type Flag = 0 | 1;

/** A column's type; create.ts says what each engine calls it. A `serial` or `counter` is the number of a new row. */
export type Kind = 'text' | 'integer' | 'real' | 'blob' | 'any' | 'serial' | 'counter';

/** What happens to a row when the row it refers to is deleted. */
type OnDelete = 'cascade' | 'set null' | 'no action';

/** What a column is: how the database is to make it, and what it means for deletions. */
interface Facts {
  readonly kind: Kind;
  /** What follows the type: SQL that both engines read. */
  readonly rules: string;
  /** The only values that it may have; empty: all. */
  readonly values: readonly string[];
  /** The table with the row that this row is deleted with; empty: none. */
  readonly parent: string;
  /** The migration that adds it to its table; 0: it was there from the beginning. */
  readonly added: number;
}

/** A column, and in `Type` what Kysely reads and writes. It cannot be null unless it says so. */
export class Column<Type> {
  /** For the compiler alone. */
  declare readonly type: Type;
  readonly facts: Facts;

  constructor(kind: Kind, rules: string, others: Partial<Facts> = {}) {
    this.facts = { values: [], parent: '', added: 0, ...others, kind, rules };
  }

  orNull(): Column<Type | null> {
    return this.#with({ rules: this.facts.rules.replace(' not null', '') });
  }

  /** @param value what a row has that is added without one */
  default(value: Type & (string | number)): Column<Generated<Type>> {
    const literal = typeof value === 'string' ? `'${value}'` : value;
    return this.#and(`default ${literal}`);
  }

  primaryKey(): Column<Type> {
    return this.#with({ rules: this.facts.rules.replace(' not null', ' primary key') });
  }

  unique(): Column<Type> {
    return this.#and('unique');
  }

  /** Refers to the id of a row of another table. */
  references(table: string, onDelete: OnDelete = 'cascade'): Column<Type> {
    const rule = `references ${table} (id) on delete ${onDelete}`;
    return onDelete === 'cascade' ? this.within(table).#and(rule) : this.#and(rule);
  }

  /** Names a row of another table that this one is deleted with, in a copy: the database looks at another column for it. */
  within(table: string): Column<Type> {
    return this.#with({ parent: table });
  }

  /** The database refuses all other values. */
  oneOf<const List extends readonly string[]>(values: List): Column<OneOf<List>> {
    return this.#with({ values });
  }

  /** Says which migration adds it. A row of before has null there, or the default. */
  since(version: number): Column<Type> {
    return this.#with({ added: version });
  }

  /** Says more about the values to the compiler than the database knows. */
  is<Narrow>(): Column<Narrow> {
    return this.#with({});
  }

  #and<Next>(rule: string): Column<Next> {
    return this.#with({ rules: `${this.facts.rules} ${rule}` });
  }

  #with<Next>(changes: Partial<Facts>): Column<Next> {
    const { kind, rules, ...others } = { ...this.facts, ...changes };
    return new Column(kind, rules, others);
  }
}

export const text = new Column<string>('text', ' not null');
export const json: Column<Json> = text;
export const integer = new Column<number>('integer', ' not null');
export const flag = integer.is<Flag>();
/** A number with a fraction, of 8 bytes. */
export const real = new Column<number>('real', ' not null');
export const blob = new Column<Uint8Array>('blob', ' not null');
/** A number or a text; PostgreSQL keeps both as text. */
export const numberOrText = new Column<number | string>('any', ' not null');
/** The primary key that the database gives: ascending, never given again. */
export const serial = new Column<Generated<number>>('serial', '');
/** The same, but the number of a deleted row may be given again. */
export const counter = new Column<Generated<number>>('counter', '');
/** A primary key that we make: a UUID. */
export const id = text.primaryKey();
/** The account whose row it is. */
export const account = text.references('accounts');

/** Runs statements after each change of a row. */
export interface Trigger {
  readonly after: string;
  readonly when: string;
  readonly run: string;
}

/** What the database keeps of a table besides its columns. SQL in it is what both engines read. */
interface Rules {
  readonly constraints: readonly string[];
  readonly indexes: readonly string[];
  readonly triggers: Readonly<Record<string, Trigger>>;
  readonly sqlite: '' | 'strict' | 'strict, without rowid';
  readonly isNumbered: boolean;
  readonly isOfCollectionFile: boolean;
  /** The migration that adds the table; 0: it was there from the beginning. */
  readonly added: number;
}

const PLAIN: Rules = {
  constraints: [],
  indexes: [],
  triggers: {},
  sqlite: 'strict',
  isNumbered: false,
  isOfCollectionFile: false,
  added: 0,
};

/** A table: see `table`. */
class Table<Columns extends Readonly<Record<string, Column<unknown>>>> {
  readonly columns: Columns;
  readonly rules: Rules;

  constructor(columns: Columns, rules: Rules) {
    this.columns = columns;
    this.rules = rules;
  }

  primaryKey(...columns: readonly (keyof Columns & string)[]): Table<Columns> {
    return this.constraint(`primary key (${columns.join(', ')})`);
  }

  /** Its rows belong to collection files, and are deleted with them. */
  ofCollectionFile(): Table<Columns> {
    const key = '(collection_id, file_id)';
    const rule = `foreign key ${key} references collection_files ${key} on delete cascade`;
    return this.constraint(rule).#with({ isOfCollectionFile: true });
  }

  constraint(sql: string): Table<Columns> {
    return this.#with({ constraints: [...this.rules.constraints, sql] });
  }

  /**
   * @param indexes each as `name (columns)`, with `unique` before it or a condition behind. Keep their order: SQLite's
   * planner minds it
   */
  indexes(...indexes: readonly string[]): Table<Columns> {
    return this.#with({ indexes });
  }

  /** @param triggers by name */
  triggers(triggers: Readonly<Record<string, Trigger>>): Table<Columns> {
    return this.#with({ triggers });
  }

  /** SQLite keeps its rows in the primary key itself. */
  withoutRowid(): Table<Columns> {
    return this.#with({ sqlite: 'strict, without rowid' });
  }

  /** SQLite does not check the types of its values. */
  notStrict(): Table<Columns> {
    return this.#with({ sqlite: '' });
  }

  /** Rows are named by number elsewhere: SQLite's rowid, which PostgreSQL gets as a column. */
  numbered(): Table<Columns> {
    return this.#with({ isNumbered: true });
  }

  /** Says which migration adds it. */
  since(version: number): Table<Columns> {
    return this.#with({ added: version });
  }

  #with(rules: Partial<Rules>): Table<Columns> {
    return new Table(this.columns, { ...this.rules, ...rules });
  }
}

export function table<Columns extends Readonly<Record<string, Column<unknown>>>>(
  columns: Columns,
): Table<Columns> {
  return new Table(columns, PLAIN);
}

/** Tables by name. Those that others refer to come first: PostgreSQL asks for it. */
export type Tables = Readonly<Record<string, Table<Readonly<Record<string, Column<unknown>>>>>>;

/** The rows of tables, as Kysely sees them. */
export type RowsOf<All> = {
  [Name in keyof All]: All[Name] extends Table<infer Columns> ? RowOf<Columns> : never;
};

type RowOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never;
};

/** The condition of an index of rows whose work has not ended. */
export const UNFINISHED = "where status in ('pending', 'processing')";
