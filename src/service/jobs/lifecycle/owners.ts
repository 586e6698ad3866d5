import { sql } from 'kysely';
import type { OwnerOf } from '../../queue/queue.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { Declarations } from './lifecycle.ts';
import { type AnyDeclaration, declaredKinds, ofPayload, type Payload } from './rows.ts';

interface OwnerRow {
  readonly account: string | null;
  readonly file: string | null;
  readonly bytes: number | null;
}

/** Finds the owner of a job in the row it works on. */
export function ownersFrom(declarations: Declarations): OwnerOf {
  const queries = new Map(declaredKinds(declarations).map(([kind, rows]) => [kind, ownerQuery(rows)]));
  return async (trx, kind, payload) => {
    const [owner] = (await queries.get(kind)?.(trx, payload as Payload)) ?? [];
    if (!owner) return {};
    return {
      ...(owner.account === null ? {} : { accountId: owner.account }),
      ...(owner.file === null ? {} : { fileId: owner.file }),
      ...(owner.bytes === null ? {} : { bytes: owner.bytes }),
    };
  };
}

function ownerQuery(rows: AnyDeclaration): (db: Db, payload: Payload) => Promise<OwnerRow[]> {
  const file = rows.file === undefined ? sql`null` : sql.ref(`${rows.table}.${rows.file}`);
  return ofPayload(
    rows,
    (named) => sql<OwnerRow>`
      select ${sql.ref(`${rows.table}.account_id`)} as account, ${file} as file,
        (select owned.bytes from files as owned where owned.id = ${file}) as bytes
      from ${sql.table(rows.table)} where ${named}`,
  );
}
