/** Records the statements that the service sends to its store. */
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** A statement with the values of its first run. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const sent = new Map<string, Statement>();

/** What was sent so far. Statements that differ only in the number of their values count once. */
export function statementsSent(): Statement[] {
  return [...sent.values()];
}

/** A database that records what is sent to it. */
export function recorded(database: SqliteDatabase): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (text) => watched(text, database.prepare(text)),
  };
}

function watched(text: string, statement: SqliteStatement): SqliteStatement {
  const note = (values: readonly unknown[]) => {
    const key = text.replace(/\?(, \?)+/g, '?').replace(/\(\?\)(, \(\?\))+/g, '(?)');
    if (!sent.has(key)) sent.set(key, { text, values });
    return values;
  };
  return {
    reader: statement.reader,
    all: (values) => statement.all(note(values)),
    run: (values) => statement.run(note(values)),
    iterate: (values) => statement.iterate(note(values)),
  };
}
