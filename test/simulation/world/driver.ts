/** kysely for the driver of the store: the real one, with a step before each statement. */
import { type CompiledQuery, type DatabaseConnection, type SqliteDialectConfig, SqliteDriver as Real } from 'kysely';
import { step } from './processes.ts';

export * from 'kysely';

export class SqliteDriver extends Real {
  constructor(config: SqliteDialectConfig) {
    const onCreateConnection = async (connection: DatabaseConnection) => {
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async <Row>(query: CompiledQuery) => {
        await step();
        return execute<Row>(query);
      };
      await config.onCreateConnection?.(connection);
    };
    super({ ...config, onCreateConnection });
  }
}
