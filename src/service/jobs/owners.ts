import { sql } from 'kysely';
import type { JobKind, OwnerOf } from '../queue/queue.ts';
import type { Declarations } from './waiting.ts';
import { type AnyDeclaration, isNamed, type Payload } from './waiting-rows.ts';

interface OwnerRow {
  readonly account: string | null;
  readonly file: string | null;
  readonly bytes: number | null;
}

/** Finds the owner of a job in the row it works on. */
export function ownersFrom(declarations: Declarations): OwnerOf {
  return async (trx, kind, payload) => {
    const rows = declarations[kind as JobKind] as AnyDeclaration | undefined;
    if (!rows) return {};
    const file = rows.file === undefined ? sql`null` : sql.ref(`${rows.table}.${rows.file}`);
    const { rows: found } = await sql<OwnerRow>`
      select ${sql.ref(`${rows.table}.account_id`)} as account, ${file} as file,
        (select owned.bytes from files as owned where owned.id = ${file}) as bytes
      from ${sql.table(rows.table)} where ${isNamed(rows, payload as Payload)}`.execute(trx);
    const [owner] = found;
    if (!owner) return {};
    return {
      ...(owner.account === null ? {} : { accountId: owner.account }),
      ...(owner.file === null ? {} : { fileId: owner.file }),
      ...(owner.bytes === null ? {} : { bytes: owner.bytes }),
    };
  };
}
