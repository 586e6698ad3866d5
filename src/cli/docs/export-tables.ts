/** The tables of an export and the views of queries as Markdown, for docs/export.md and docs/query.md. */
import {
  columnsOf,
  schemaVersion,
  type Table,
  type TableColumn,
  tableNames,
  tables,
} from '../../contract/tables/tables.ts';
import { viewColumns, viewNames, views } from '../../contract/tables/views.ts';
import { between } from './parts.ts';

/** The page with the tables between their markers. */
export const withExportTables = (page: string): string =>
  between(page, 'tables', () =>
    [
      `Version of the schema: ${schemaVersion}.`,
      ...tableNames.map((name) => section(name, tables[name], columnsOf(name))),
    ].join('\n\n'),
  );

/** The page with the views between their markers. */
export const withViews = (page: string): string =>
  between(page, 'views', () =>
    viewNames.map((name) => section(name, views[name], viewColumns(name))).join('\n\n'),
  );

function section(
  name: string,
  { about, of }: Table,
  columns: readonly (readonly [string, TableColumn])[],
): string {
  const where = of ? ` Collections of type ${of.join(' and ')} have it.` : '';
  const rows = columns.map(
    ([column, { type, always, about: what }]) =>
      `| \`${column}\` | ${type}${always ? '' : ', or null'} | ${what} |`,
  );
  return [
    `### ${name}\n\n${about}.${where}\n`,
    '| column | type | what it is |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}
