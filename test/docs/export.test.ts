/** docs/export.md: its queries run, over an export of the service, in DuckDB. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { writeParquet } from '../../src/cli/export/formats/parquet.ts';
import type { RowOf, TableName } from '../../src/cli/export/tables.ts';
import { columnsOf, tableNames } from '../../src/cli/export/tables.ts';
import { temporary } from '../acceptance/harness.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/export.md'), 'utf8');
const queries = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql ?? '');

const line = (file_id: string, start: number, text: string, speaker: string | null): RowOf<'speech'> => ({
  ...{ file_id, index: start, start_time: start, end_time: start + 4, text, speaker, confidence: null },
});

const file = (file_id: string, filename: string) =>
  ({
    ...Object.fromEntries(columnsOf('files').map(([name]) => [name, null])),
    ...{ file_id, filename, bytes: 5, added_at: '2026-01-02T03:04:05.678Z', metadata: { take: 1 } },
  }) as unknown as RowOf<'files'>;

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

describe('the queries of docs/export.md', () => {
  it('run in DuckDB and answer what they say', async () => {
    const home = temporary();
    const write = (name: TableName, rows: readonly object[]) =>
      writeParquet(path.join(home.folder, `${name}.parquet`), name, each(rows));
    await write('files', [file('a', 'demo.mp4'), file('b', 'town hall.mp4')]);
    await write('speech', [
      line('a', 0, 'We launch in March.', 'Ada'),
      line('a', 10, 'Boats float.', 'Grace'),
      line('b', 0, 'The LAUNCH is off.', 'Ada'),
      line('b', 5, 'Why?', null),
    ]);
    await write('scene_text', [
      { file_id: 'a', index: 0, start_time: 2, end_time: 12, text: 'ROADMAP' },
      { file_id: 'b', index: 0, start_time: 20, end_time: 30, text: 'END' },
    ]);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const ask = async (sql: string) =>
      (await connection.runAndReadAll(sql.replaceAll("'talks/", `'${home.folder}/`))).getRowsJson();
    try {
      expect(queries).toHaveLength(3);
      const answers = [];
      for (const sql of queries) answers.push(await ask(sql));
      expect(answers).toEqual([
        [
          ['Ada', 8, '2'],
          ['Grace', 4, '1'],
          [null, 4, '1'],
        ],
        [
          ['demo.mp4', 0, 'We launch in March.'],
          ['town hall.mp4', 0, 'The LAUNCH is off.'],
        ],
        [['ROADMAP', 'We launch in March. Boats float.']],
      ]);
      expect(
        await ask("SELECT metadata->>'$.take', bytes, epoch_ms(added_at) FROM 'talks/files.parquet' LIMIT 1"),
      ).toEqual([['1', '5', String(Date.parse('2026-01-02T03:04:05.678Z'))]]);
    } finally {
      connection.closeSync();
      instance.closeSync();
      home.remove();
    }
  });
});

describe('docs/export.md', () => {
  it('lists every column of every table', () => {
    for (const name of tableNames) {
      const section = page.slice(page.indexOf(`\n### ${name}\n`)).split('\n### ', 2)[1] ?? '';
      for (const [column, { type }] of columnsOf(name))
        expect(section).toContain(`| \`${column}\` | ${type}`);
    }
  });
});
