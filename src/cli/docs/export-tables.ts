/** The tables of an export as Markdown, for docs/export.md. */
import { columnsOf, schemaVersion, type Table, tableNames, tables } from '../../contract/tables/tables.ts';
import { between } from './parts.ts';

/** The page with the tables between their markers. */
export const withExportTables = (page: string): string =>
  between(page, 'tables', () =>
    [`Version of the schema: ${schemaVersion}.`, ...tableNames.map(section)].join('\n\n'),
  );

function section(name: (typeof tableNames)[number]): string {
  const { about, of }: Table = tables[name];
  const where = of ? ` Collections of type ${of.join(' and ')} have it.` : '';
  const rows = columnsOf(name).map(
    ([column, { type, always, about }]) =>
      `| \`${column}\` | ${type}${always ? '' : ', or null'} | ${about} |`,
  );
  return [
    `### ${name}\n\n${about}.${where}\n`,
    '| column | type | what it is |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}
