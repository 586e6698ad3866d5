import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';

/** Finds what turns the text of a value into the value, by PostgreSQL's number of its type. */
export type ParserOf = (type: number) => (text: string) => unknown;

/** What a statement has done. */
export interface Done {
  /** The first word of what the server says it did, such as SELECT or INSERT. */
  readonly command: string;
  /** Rows that were given or changed. */
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
}

/** The columns that a statement gives. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ReturnType<ParserOf>[];
}

const NONE: Columns = { names: [], parsers: [] };

/** The columns of the prepared statements of each connection, by their names. */
const described = new WeakMap<Connection, Map<string, Columns>>();

/** The driver notes what a connection has prepared; its types leave that out. */
type Preparing = Connection & { readonly parsedStatements: Readonly<Record<string, string>> };

/** A statement with its values. */
export interface Sent {
  readonly text: string;
  /** As text, or as bytes. */
  readonly values: readonly (string | Buffer | null)[];
  /** Under which the connection keeps it prepared; empty: it is prepared for this once. */
  readonly name: string;
  readonly parserOf: ParserOf;
}

/**
 * A statement with values, for the driver's `query`. The driver's own asks the server each time which columns a prepared
 * statement gives, which takes longer than to read a row. They stay: the server refuses a prepared statement that would
 * give others.
 */
class Statement implements Submittable {
  readonly text: string;
  readonly name: string;
  /** The driver calls it when the statement has failed or ended. */
  readonly callback: (error: unknown) => void;
  readonly done = { command: '', rowCount: 0, rows: [] as Record<string, unknown>[] };
  readonly #sent: Sent;
  #known: Map<string, Columns> | undefined;
  #columns = NONE;
  #wrong: unknown;

  constructor(sent: Sent, callback: (error: unknown) => void) {
    this.#sent = sent;
    this.text = sent.text;
    this.name = sent.name;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    const { text, name } = this;
    const known = described.get(connection) ?? new Map<string, Columns>();
    described.set(connection, known);
    this.#known = known;
    const columns = known.get(name);
    const isPrepared = name !== '' && (connection as Preparing).parsedStatements[name] !== undefined;
    // All messages leave together.
    connection.stream.cork();
    if (!isPrepared) connection.parse({ text, name, types: [] }, true);
    connection.bind({ statement: name, values: [...this.#sent.values] }, true);
    if (columns) this.#columns = columns;
    else connection.describe({ type: 'P' }, true);
    connection.execute({}, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = {
      names: fields.map((field) => field.name),
      parsers: fields.map((field) => this.#sent.parserOf(field.dataTypeID)),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#columns;
    const row: Record<string, unknown> = {};
    try {
      for (const [at, name] of names.entries()) {
        const text = fields[at] ?? null;
        row[name] = text === null ? null : parsers[at]?.(text);
      }
      this.done.rows.push(row);
    } catch (error) {
      this.#wrong ??= error;
    }
  }

  /** The server says INSERT 0 5, or SELECT 3. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const end = text.indexOf(' ');
    this.done.command = end < 0 ? text : text.slice(0, end);
    this.done.rowCount = end < 0 ? 0 : Number(text.slice(text.lastIndexOf(' '))) || 0;
  }

  handleReadyForQuery(): void {
    if (this.name !== '') this.#known?.set(this.name, this.#columns);
    this.callback(this.#wrong);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleEmptyQuery(): void {
    // The end follows.
  }
}

/** Sends a statement on a connection, and reads its rows. */
export function ask(client: ClientBase, sent: Sent): Promise<Done> {
  return new Promise((resolve, reject) => {
    const statement = new Statement(sent, (error) => (error ? reject(error) : resolve(statement.done)));
    client.query(statement);
  });
}
