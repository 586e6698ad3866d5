import {
  type OperationNode,
  type OperationNodeSource,
  PostgresAdapter,
  type RawBuilder,
  type RawNode,
  sql,
} from 'kysely';
import type { Db } from './schema.ts';

/** What a store is kept in. */
export type Engine = 'sqlite' | 'postgres';

/** The engine of a handle, a transaction's too. */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** A piece of SQL in SQLite's form, with PostgreSQL's beside it. */
export interface TwoFormNode extends RawNode {
  postgres(): OperationNode;
}

/** Whether a piece of SQL has a form for PostgreSQL. */
export function hasTwoForms(node: RawNode): node is TwoFormNode {
  return 'postgres' in node;
}

/**
 * A piece of SQL that the engines write differently. Which one is meant is known when the query is compiled:
 * SQLite's compiler sees its own form and nothing else.
 * @param postgres makes the other form; called only for PostgreSQL
 */
export function perEngine<Value>(
  sqlite: RawBuilder<Value>,
  postgres: () => RawBuilder<unknown>,
): RawBuilder<Value> {
  const forms: OperationNodeSource = {
    toOperationNode: () => ({ ...plainNode(sqlite), postgres: () => plainNode(postgres()) }) as OperationNode,
  };
  return sql<Value>`${forms}`;
}

/** A plain handle has no plugins, so the node does not depend on who executes it. */
function plainNode(piece: RawBuilder<unknown>): OperationNode {
  return piece.toOperationNode();
}
