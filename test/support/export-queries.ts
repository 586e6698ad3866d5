/** The queries of docs/export.md, run by DuckDB. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const page = path.join(import.meta.dirname, '../../docs/export.md');

/** The queries as they are written there. `talks` is the folder of the export. */
export const exportQueries: readonly string[] = [
  ...readFileSync(page, 'utf8').matchAll(/```sql\n([\s\S]*?)```/g),
].map(([, sql]) => sql ?? '');

/**
 * What DuckDB answers. @param folder an export in Parquet, which takes the place of `talks` @returns for each query its rows,
 * each a list of values; DuckDB's JSON writes large whole numbers as text
 */
export async function answersOver(folder: string, queries: readonly string[]): Promise<unknown[][][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const answers: unknown[][][] = [];
  try {
    for (const sql of queries) {
      const answer = await connection.runAndReadAll(sql.replaceAll("'talks/", `'${folder}/`));
      answers.push(answer.getRowsJson());
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  return answers;
}
