import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type RawNode,
} from 'kysely';
import { hasTwoForms } from '../engine.ts';
import { ServerDriver } from './driver.ts';

/** Takes PostgreSQL's form of what has two: see perEngine. */
class TwoFormCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (hasTwoForms(node)) this.visitNode(node.postgres());
    else super.visitRaw(node);
  }

  /** PostgreSQL has no empty list, and nothing is equal to null. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(null)');
    else super.visitPrimitiveValueList(node);
  }
}

/** Kysely's PostgreSQL dialect with our driver and compiler. */
export class ServerDialect implements Dialect {
  readonly driver: ServerDriver;

  constructor(...given: ConstructorParameters<typeof ServerDriver>) {
    this.driver = new ServerDriver(...given);
  }

  createDriver(): ServerDriver {
    return this.driver;
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
