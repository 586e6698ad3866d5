/** vau query: the real binary, against the service that it starts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/service/store/open-store.ts';
import { makeStore } from '../service/resources/queries/made-store.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

let service: Serving;
beforeAll(async () => {
  service = await serving();
  const store = await openStore(service.store ?? service.home.dataFolder);
  await makeStore(store.db);
  await store.close();
});
afterAll(() => service.stop());

const run = (...args: string[]) =>
  vau(['query', ...args], { env: service.home.env, cwd: service.home.folder });
const at = (name: string) => path.join(service.home.folder, name);

const SPEAKERS =
  'select speaker, count(*) as lines, sum(end_time - start_time) as seconds from speech group by speaker';

describe('vau query', () => {
  it('shows a table, JSON, CSV and lines of JSON', async () => {
    const table = await run(`${SPEAKERS} order by 3 desc`);
    expect(table.stdout.split('\n').map((line) => line.trimEnd().replaceAll(/ +/g, ' '))).toEqual([
      'SPEAKER LINES SECONDS',
      'Cy 1 20',
      'Ada 3 14.5',
      'Ben 2 12',
      ' 1 0.5',
      '',
    ]);
    const json = await run(SPEAKERS, '--collection', 'Calls', '-o', 'json', '--query', 'data[].speaker');
    expect(JSON.parse(json.stdout)).toEqual(['Ada', 'Ben', 'Cy']);
    const csv = await run(
      'select text, metadata from speech join files using (collection_id, file_id) where confidence is null',
      '-o',
      'csv',
    );
    expect(csv.stdout).toContain('text,metadata\r\n');
    expect(csv.stdout).toContain("'=applause,");
    expect(csv.stdout).toContain('""number"":9007199254740993');
    const ndjson = await run('select name from collections order by 1 limit 1', '-o', 'ndjson');
    expect(ndjson).toMatchObject({ status: 0, stdout: '{"name":"Calls"}\n', stderr: '' });
  });

  it('reads a statement from a file, and says so where there are no rows', async () => {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(at('none.sql'), "-- nobody\nselect * from speech where speaker = 'Nobody';\n");
    expect(await run('@none.sql')).toMatchObject({ status: 0, stdout: '', stderr: 'No rows.\n' });
  });

  it('saves Parquet with the types of the columns, and CSV', async () => {
    const sql = `select filename, has_audio, created_at, metadata, bytes, duration_seconds, 9007199254740993 as n
      from files where metadata is not null and collection_id = (select collection_id from collections where name = 'Talks')`;
    expect(await run(sql, '--out', 'files.parquet')).toMatchObject({
      status: 0,
      stdout: 'Saved 1 row in files.parquet\n',
    });
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('files.parquet')) });
    expect(rows).toEqual([
      {
        filename: 'keynote.mp4',
        has_audio: true,
        created_at: new Date(Date.UTC(2026, 0, 1)),
        metadata: '{"team":"sales","number":9007199254740993,"tags":["a","b"]}',
        bytes: 5_000_000_000n,
        duration_seconds: 120.5,
        n: 9007199254740993n,
      },
    ]);
    const again = await run(sql, '--out', 'files.parquet');
    expect(again).toMatchObject({ status: 2, stdout: '' });
    expect(again.stderr).toContain('files.parquet is there already');
    await run('select 1 as one', '--out', 'one.csv');
    const forced = await run('select 2 as two', '--out', 'one.csv', '--force', '-o', 'json');
    expect(JSON.parse(forced.stdout)).toMatchObject({ out: 'one.csv', rows: 1, sql: 'select 2 as two' });
    expect(readFileSync(at('one.csv'), 'utf8')).toBe('two\r\n2\r\n');
    expect((await run('select 1', '--out', 'x.xlsx')).stderr).toContain(
      '--out must end in .ndjson, .csv or .parquet',
    );
    const failed = await run('select * from tokens', '--out', 'tokens.csv');
    expect([failed.status, existsSync(at('tokens.csv'))]).toEqual([8, false]);
  });

  it('shows a column whose name has a dot, also by --fields', async () => {
    const sql = `select 1 as "a.b", '{"c":2}' as a, 3 as "d.e.f"`;
    const json = await run(sql, '-o', 'ndjson', '--fields', 'a.b,d.e.f');
    expect(json).toMatchObject({ status: 0, stdout: '{"a.b":1,"d.e.f":3}\n', stderr: '' });
    const csv = await run(sql, '-o', 'csv', '--fields', 'd.e.f,a.b');
    expect(csv).toMatchObject({ status: 0, stdout: 'd.e.f,a.b\r\n3,1\r\n', stderr: '' });
  });

  it('refuses a text that it cannot read whole', async () => {
    const cut = await run("select 'a' || char(0) || 'b' as z; -- it ends at the zero");
    expect([cut.status, cut.stdout, cut.stderr]).toEqual([8, '', expect.stringContaining('the number 0')]);
    const whole = await run("select char(97) as z, x'00' as bytes", '-o', 'ndjson');
    expect(whole).toMatchObject({ status: 0, stdout: '{"z":"a","bytes":"00"}\n' });
  });

  it('takes a statement that begins with a comment for what it is', async () => {
    const comment = await run('-- all of one\nselect 1 as one', '-o', 'ndjson');
    expect(comment).toMatchObject({ status: 0, stdout: '{"one":1}\n', stderr: '' });
    const flag = await run('--no-such-flag', 'select 1');
    expect([flag.status, flag.stderr]).toEqual([2, expect.stringContaining("'--no-such-flag'")]);
  });

  it('prints nothing but the reason of what is refused', async () => {
    const { status, stdout, stderr } = await run('select * from tokens');
    expect([status, stdout]).toEqual([8, '']);
    expect(stderr).toContain('there is no view tokens; the views are collections, files');
    const missing = await run();
    expect(missing).toMatchObject({ status: 2, stdout: '' });
    expect(missing.stderr).toContain('vau query --schema');
    expect((await run('select 1', '--ask', 'x')).status).toBe(2);
    const asked = await run('--ask', 'Who speaks?');
    expect(asked.stderr).toContain('needs a language model, and this service has none');
  });

  it('lists the views without a service', async () => {
    const { status, stdout } = await vau(['query', '--schema', '-o', 'json']);
    expect(status).toBe(0);
    const { views } = JSON.parse(stdout) as { views: Record<string, { columns: object }> };
    for (const view of 'files segments speech scene_text scenes entities moments findings tags'.split(' '))
      expect(Object.keys(views[view]?.columns ?? {})).toContain('file_id');
    const text = await vau(['query', '--schema']);
    expect(text.stdout).toMatch(/^speech +speaker +text +Name or label of the speaker$/m);
  });
});
