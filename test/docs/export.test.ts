/** docs/export.md: its tables and its queries name what an export has. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnsOf, tableNames } from '../../src/contract/tables/tables.ts';
import { exportQueries } from '../support/export-queries.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/export.md'), 'utf8');

/** Words of the queries that are names of their own, besides functions and SQL in capitals. */
const own = ['seconds', 'films', 'shown', 'said'];

describe('docs/export.md', () => {
  it('lists every column of every table', () => {
    for (const name of tableNames) {
      const section = page.slice(page.indexOf(`\n### ${name}\n`)).split('\n### ', 2)[1] ?? '';
      for (const [column, { type }] of columnsOf(name))
        expect(section).toContain(`| \`${column}\` | ${type}`);
    }
  });

  it('has three queries, of tables and columns that are there', () => {
    expect(exportQueries).toHaveLength(3);
    for (const sql of exportQueries) {
      const tables = tableNames.filter((name) => sql.includes(`'talks/${name}.parquet'`));
      expect(sql.match(/'talks\/\w+\.parquet'/g)).toHaveLength(tables.length);
      const columns = tables.flatMap((name) => columnsOf(name).map(([column]) => column));
      const texts = sql.replace(/'[^']*'/g, '');
      const words = [...texts.matchAll(/\b[a-z_]+\b(?!\()/g)].map(([word]) => word);
      expect([...columns, ...tables, ...own]).toEqual(expect.arrayContaining(words));
    }
  });
});
