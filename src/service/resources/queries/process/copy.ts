/** Copies the rows of the store into the database of a query. */
import { pathToFileURL } from 'node:url';
import { hasModule, makeAliases, makeTable, type QueryDatabase } from './database.ts';
import type { Copy, RowSource } from './messages.ts';

/** Rows that a server sends, and that are inserted, at once. */
const AT_ONCE = 1_000;

/** Fills the views. The database cannot reach the store afterwards. */
export async function copyViews(
  database: QueryDatabase,
  source: RowSource,
  copies: readonly Copy[],
): Promise<void> {
  // The names of the views are those of tables of the store.
  for (const { view } of copies) makeTable(database, view, PREFIX);
  if ('file' in source) copyFromFile(database, source.file, copies);
  else await copyFromServer(database, source.server, copies);
  for (const { view } of copies) {
    database.exec(`alter table ${PREFIX}${view} rename to ${view}`);
    makeAliases(database, view);
  }
}

const PREFIX = 'copied_';

/** @param rows in parentheses, a table of the needed columns */
const insertion = ({ view, columns, join }: Copy, rows: string) =>
  `insert into ${PREFIX}${view} (${columns.map(([name]) => `"${name}"`).join(', ')})
   select ${columns.map(([, expression]) => expression).join(', ')} from ${rows} as r ${join}`;

function copyFromFile(database: QueryDatabase, file: string, copies: readonly Copy[]): void {
  database.prepare('attach ? as store').run(`${pathToFileURL(file).href}?mode=ro`);
  // One transaction: all views as they were at one moment.
  database.exec('begin');
  for (const copy of copies) database.prepare(insertion(copy, `(${copy.sql})`)).run(...copy.parameters);
  database.exec('commit; detach store');
}

/**
 * The server writes a thousand rows as one text of JSON lists: to take a hundred thousand rows apart here would take twice as
 * long.
 */
async function copyFromServer(
  database: QueryDatabase,
  server: object,
  copies: readonly Copy[],
): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client(server);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const copy of copies) {
      const list = copy.needs.map((name) => `r."${name}"`).join(', ');
      await client.query(
        `declare texts no scroll cursor for select string_agg(list, ',') from (
           select json_build_array(${list})::text as list, (row_number() over () - 1) / ${AT_ONCE} as part
           from (${copy.sql}) as r
         ) as lists group by part`,
        [...copy.parameters],
      );
      const values = copy.needs.map((name, at) => `value ->> ${at} as "${name}"`).join(', ');
      const each = hasModule(database, 'jsonb_each') ? 'jsonb_each' : 'json_each';
      const insert = database.prepare(insertion(copy, `(select ${values} from ${each}(?))`));
      database.exec('begin');
      for (;;) {
        const { rows } = await client.query<[string]>({ text: 'fetch from texts', rowMode: 'array' });
        const [lists] = rows[0] ?? [];
        if (lists === undefined) break;
        insert.run(`[${lists}]`);
      }
      database.exec('commit');
      await client.query('close texts');
    }
  } finally {
    await client.end();
  }
}
