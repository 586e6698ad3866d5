/** What an attacker tries: everything is refused with a sentence, or finds nothing, and the service goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeStore } from './made-store.ts';

let service: TestService;
let stranger: string;
beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  stranger = await makeStore(service.context.db);
});
afterAll(() => service.close());

const ask = (sql: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/query', { sql }, headers);

const READS = 'a query can only read: begin it with SELECT, WITH or VALUES';

/** The sentence with which a statement is refused. */
async function refusal(sql: string): Promise<string> {
  const { status, body, text } = await ask(sql);
  expect(status, `${sql}: ${text}`).toBe(400);
  expect(text).not.toContain(service.dataDir);
  return body.error;
}

describe('a query', () => {
  it.each([
    "attach '/tmp/x.sqlite' as x",
    'detach store',
    'pragma database_list',
    'pragma query_only = off',
    "vacuum into '/tmp/x.sqlite'",
    'delete from speech',
    'insert into speech default values returning *',
    'update files set filename = 1 returning *',
    'with x as (select 1) delete from speech returning *',
    'with x as (select 1) insert into tags(value) select 1 returning *',
    'drop table speech',
    'create table x as select * from speech',
    'create virtual table x using fts5(a)',
    'begin',
    'explain select 1',
    'reindex',
    'analyze',
    '-- nothing',
    ';',
  ])('does nothing but read: %s', async (sql) => {
    expect(await refusal(sql)).toContain(READS);
  });

  it.each([
    'select 1; select 2',
    "select 1; attach '/tmp/x' as x",
    "select ';' ; /* ; */ delete from speech",
    'select 1;;values (2)',
  ])('is one statement: %s', async (sql) => {
    expect(await refusal(sql)).toBe('one statement at a time: there is a second one after the semicolon');
  });

  it.each([
    ['tokens', 'select * from tokens'],
    ['accounts', 'select * from accounts'],
    ['settings', 'select value from settings'],
    ['ledger', 'select 1 where exists (select 1 from ledger)'],
    ['webhooks', 'with files as (select secret from webhooks) select * from files'],
    ['modality_lines', 'select text from modality_lines'],
    ['deletions', 'select * from deletions'],
    ['store.tokens', 'select * from store.tokens'],
    ['temp.tokens', 'select * from temp.tokens'],
    ['sqlite_master', 'select * from sqlite_master'],
    ['sqlite_master', 'select sql from main.sqlite_schema'],
    ['sqlite_temp_master', 'select * from sqlite_temp_schema'],
    ['store.sqlite_master', 'select * from store.sqlite_master'],
    ['pragma_database_list', 'select file from pragma_database_list'],
    ['pragma_table_list', 'select * from pragma_table_list()'],
    ['pragma_function_list', 'select name from pragma_function_list union select text from speech'],
    ['dbstat', 'select * from dbstat'],
    ['dbstat', 'select count(*) from dbstat'],
    ['sqlite_master', 'select count(*) from sqlite_master'],
    [
      'pragma_database_list',
      'with n(x) as (select count(*) from pragma_database_list) select count(*) from n',
    ],
    ['sqlite_dbpage', 'select data from sqlite_dbpage'],
    ['sqlite_stmt', 'select * from sqlite_stmt'],
    ['bytecode', "select * from bytecode('select 1')"],
    ['pg_shadow', 'select * from pg_shadow'],
    ['information_schema.tables', 'select * from information_schema.tables'],
    ['copied_speech', 'select * from copied_speech'],
    ['speech', 'select rowid from speech'],
  ])('reaches the views alone, not %s', async (name, sql) => {
    expect(await refusal(sql)).toMatch(
      new RegExp(`^there is no view ${name.replace('.', '\\.')}; the views are collections, files`),
    );
  });

  it.each([
    ['load_extension', "select load_extension('/tmp/x.so')"],
    ['fts3_tokenizer', "select fts3_tokenizer('simple')"],
    ['sqlite_version', 'select sqlite_version()'],
    ['leaves', "select leaves('{}', '[]')"],
    ['randomblob', 'select hex(randomblob(8))'],
    ['rtreecheck', "select rtreecheck('x')"],
    ['load_extension', `select "load_extension"('x') from speech`],
    ['last_insert_rowid', 'select last_insert_rowid() from files'],
  ])('uses no function that reaches further: %s', async (name, sql) => {
    expect(await refusal(sql)).toBe(
      `the function ${name} cannot be used in a query; docs/query.md lists those that can`,
    );
  });

  it.each([
    ['readfile', "select readfile('/etc/passwd')"],
    ['writefile', "select writefile('/tmp/x', 'y')"],
    ['pg_read_file', "select pg_read_file('/etc/passwd')"],
    ['pg_sleep', 'select pg_sleep(100)'],
    ['regexp', "select * from speech where text regexp '(a+)+$'"],
  ])('has no function %s', async (name, sql) => {
    expect((await refusal(sql)).toLowerCase()).toContain(`no such function: ${name}`);
  });

  it('sees no row of others, of what is deleted, or of what the API does not show', async () => {
    const everything = `select group_concat(s.text || s.speaker || coalesce(f.filename, '') || coalesce(f.metadata, '')
      || c.name || coalesce(t.label, '')) as all_of_it from files f left join speech s using (file_id)
      left join collections c on c.collection_id = f.collection_id left join tags t using (file_id)
      where 1 = 1 or f.collection_id = 'x'`;
    const { text } = await ask(everything);
    expect(text).toContain('promise');
    for (const word of ['zanzibar', 'hidden', 'gone']) expect(text).not.toContain(word);
    const theirs = await ask(everything, { authorization: `Bearer ${stranger}` });
    expect(theirs.text).toContain('zanzibar');
    expect(theirs.text).not.toContain('promise');
    expect((await ask(everything, { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  it.each([
    ['is too long', `select 1 ${'-'.repeat(20_000)}`, 'sql'],
    ['has a NUL', 'select 1\0 from tokens', 'sql'],
    ['cannot be read', 'selec 1', READS],
    ['has a mistake', 'select from speech', 'SQLite cannot read the statement: near "from": syntax error'],
    ['names no column', 'select colour from speech', 'no such column: colour; vau query --schema shows'],
    ['overflows', 'select abs(-9223372036854775808)', 'SQLite cannot run the statement: integer overflow'],
    [
      'is nested too deeply',
      `select ${'('.repeat(5000)}1${')'.repeat(5000)}`,
      'SQLite cannot read the statement',
    ],
    ['reads what is not JSON', "select json('{')", 'SQLite cannot run the statement: malformed JSON'],
  ])('that %s gets a sentence', async (_, sql, said) => {
    expect(await refusal(sql)).toContain(said);
  });

  it('is given as sql or as a question', async () => {
    for (const body of [{}, { sql: 'select 1', question: 'x' }, { sql: ' ' }, { sql: 5 }]) {
      const { status, text } = await service.call('POST', '/query', body);
      expect([status, text]).toEqual([400, expect.stringContaining('sql')]);
    }
    const { status, body } = await service.call('POST', '/query', { question: 'Who speaks?' });
    expect([status, body.error]).toEqual([400, expect.stringContaining('needs a language model')]);
    expect(body.error).toContain('send the statement as sql');
  });
});
