/** kysely for the driver of the store: the real one, with a step before each statement. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  SqliteDriver as Real,
  type SqliteDialectConfig,
} from 'kysely';
import { after, chance } from './clock.ts';
import { isTaken, knowOwner } from './database.ts';
import { step, thaw } from './processes.ts';

export * from 'kysely';

export class SqliteDriver extends Real {
  constructor(config: SqliteDialectConfig) {
    const database = config.database as { prepare(sql: string): unknown };
    const process = knowOwner(database);
    const onCreateConnection = async (connection: DatabaseConnection) => {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async <Row>(query: CompiledQuery) => {
        await step();
        if (process) await thaw(process);
        // Who begins a transaction is told that another is in one. Who reads comes before it, or after.
        while (query.sql !== 'begin' && isTaken(database)) await after(1 + chance(3));
        return execute<Row>(query);
      };
      await config.onCreateConnection?.(connection);
    };
    super({ ...config, onCreateConnection });
  }
}
