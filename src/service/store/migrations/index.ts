/**
 * From the declared tables to the steps that bring a store of an older version to this one, on both engines.
 */
import { ordered, postgresOnly } from '../postgres/baseline.ts';
import type { Migration } from '../sql/migration.ts';
import { tables } from '../sql/schema.ts';
import type { Tables } from '../sql/tables/column.ts';
import { additions, versionsIn } from '../sql/tables/create.ts';
import { sqliteOnly } from '../sqlite/baseline.ts';

const rows = 'insert into fences (id, value) values (1, 0);';

/** Makes a new store: what sql/tables declares, without what is declared `since` a later version. */
const baseline: Migration = {
  version: 47,
  get sqlite() {
    return [additions(tables, 'sqlite'), sqliteOnly, rows].join('\n');
  },
  get postgres() {
    return [additions(tables, 'postgres'), postgresOnly, rows].join('\n');
  },
};

/** Adds the tables and columns that are declared `since` a version. */
export function additionsOf(version: number, all: Tables = tables): Migration {
  return {
    version,
    sqlite: additions(all, 'sqlite', version),
    postgres: additions(all, 'postgres', version),
  };
}

/** On a server, transactions that write run side by side: see postgres/transactions.ts. */
const sideBySide: Migration = { version: 48, sqlite: '', postgres: ordered };

/** What cannot be declared, such as an index or a change of rows. It runs after what is declared since the same version. */
const written: readonly Migration[] = [sideBySide];

/** All migrations, by version. Stores from before the first one cannot be opened. */
export const migrations: readonly Migration[] = [
  baseline,
  ...[...new Set([...versionsIn(tables), ...written.map(({ version }) => version)])]
    .sort((one, other) => one - other)
    .map(migrationTo),
];

function migrationTo(version: number): Migration {
  const declared = additionsOf(version);
  const own = written.find((one) => one.version === version);
  if (!own) return declared;
  return {
    version,
    sqlite: `${declared.sqlite}\n${own.sqlite}`,
    postgres: `${declared.postgres}\n${own.postgres}`,
  };
}
