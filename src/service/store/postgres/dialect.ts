import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawNode,
} from 'kysely';
import type { Pool } from 'pg';
import { hasTwoForms } from '../engine.ts';
import { ServerDriver } from './driver.ts';

/** Takes PostgreSQL's form of what has two: see perEngine. */
class TwoFormCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (hasTwoForms(node)) this.visitNode(node.postgres());
    else super.visitRaw(node);
  }
}

/** Kysely's PostgreSQL dialect with our driver and compiler. */
export class ServerDialect implements Dialect {
  readonly #pool: Pool;
  readonly #lock: number;

  constructor(pool: Pool, lock: number) {
    this.#pool = pool;
    this.#lock = lock;
  }

  createDriver(): ServerDriver {
    return new ServerDriver(this.#pool, this.#lock);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new TwoFormCompiler();
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<never>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}
