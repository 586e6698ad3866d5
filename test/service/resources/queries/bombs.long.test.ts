/** Statements that would take all memory, time or disk of the machine end with a sentence, and the service goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeStore } from './made-store.ts';

let service: TestService;
let stranger: string;
beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  stranger = await makeStore(service.context.db);
});
afterAll(() => service.close());

const ask = (sql: string, headers: Record<string, string> = {}, from = service) =>
  from.call('POST', '/query', { sql }, headers);

const numbers = (count: number) =>
  `with recursive n(x) as (select 1 union all select x + 1 from n where x < ${count})`;
const TIME = /^the query was stopped after \d+ seconds/;
const MEMORY = /^the query need(?:s|ed) more (?:than \d+ MiB of )?memory/;

describe('a bomb', () => {
  it.each<[name: string, sql: string, said: RegExp]>([
    ['that never ends', `${numbers(1e15)} select count(*) from n`, TIME],
    ['that multiplies', `${numbers(1e5)} select count(*) from n a, n b, n c where a.x + b.x = c.x`, TIME],
    [
      'of LIKE',
      `${numbers(1e8)} select count(*) from n where hex(zeroblob(10000)) || x like '%0%0%0%0%0%0%0%1x%'`,
      TIME,
    ],
    ['of one value', 'select zeroblob(1000000000)', MEMORY],
    ['of replacements', `select replace(hex(zeroblob(1000000)), '0', hex(zeroblob(1000)))`, MEMORY],
    ['of a list', `${numbers(1e7)} select group_concat(hex(zeroblob(1000))) from n`, MEMORY],
    ['of JSON', `${numbers(1e7)} select json_group_array(hex(zeroblob(1000))) from n`, MEMORY],
    ['of rows', `${numbers(1e9)} select x from n`, /^the result has more than 100000 rows; add LIMIT/],
    ['of bytes', `${numbers(1e5)} select hex(zeroblob(1000)) from n`, /^the result has more than 16 MiB/],
    [
      'of temporary space',
      `${numbers(1e9)} select hex(zeroblob(500000)) || x as y from n order by y`,
      /^the query (?:needs|was)/,
    ],
    [
      'of distinct rows',
      `with recursive n(x) as (select 1 union select x * 2 % 1000003 + x from n) select max(x) from n`,
      /^the query|^the result|^SQLite/,
    ],
  ])('%s ends', async (_, sql, said) => {
    const [{ status, body, text }, beside] = await Promise.all([
      ask(sql),
      service.call('GET', '/collections'),
    ]);
    expect(beside.status).toBe(200);
    expect(status, text.slice(0, 300)).toBe(400);
    expect(body.error).toMatch(said);
  });

  it('of many queries takes no place from others', async () => {
    const endless = `${numbers(1e15)} select count(*) from n`;
    const all = Array.from({ length: limits.query.atOnce.account + 3 }, () => ask(endless));
    const other = await ask('select count(*) as n from files', { authorization: `Bearer ${stranger}` });
    expect(other.body.data).toEqual([{ n: 1 }]);
    const answers = await Promise.all(all);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.body.error).toContain('an account may run 2 queries at the same time');
    expect((await ask('select 1 as one')).body.data).toEqual([{ one: 1 }]);
  });
});
