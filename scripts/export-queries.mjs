/**
 * Runs the queries of docs/export.md in DuckDB, over a folder that `vau collection export --format parquet` wrote, and
 * prints their answers. DuckDB is not a dependency: its binaries are packages for each platform, and registries do not have all of
 * them in the same version, so that `npm ci` would fail where one is missing:
 *
 *   npm install --no-save @duckdb/node-api
 *   node scripts/export-queries.mjs FOLDER
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const folder = path.resolve(process.argv[2] ?? 'talks').replaceAll('\\', '/');
const page = await readFile(new URL('../docs/export.md', import.meta.url), 'utf8');
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
for (const [, sql] of page.matchAll(/```sql\n([\s\S]*?)```/g)) {
  process.stdout.write(sql);
  const answer = await connection.runAndReadAll(sql.replaceAll("'talks/", `'${folder}/`));
  for (const row of answer.getRowsJson()) process.stdout.write(`${JSON.stringify(row)}\n`);
  process.stdout.write('\n');
}
