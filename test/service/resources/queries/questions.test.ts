import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { collections, files, makeStore } from './made-store.ts';

let service: TestService;
let stranger: string;
beforeAll(async () => {
  service = await openTestService();
  stranger = await makeStore(service.context.db);
});
afterAll(() => service.close());

interface Asked {
  readonly error?: string;
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

async function ask(sql: string, collection_id?: string): Promise<Asked> {
  const { status, text } = await service.call('POST', '/query', { sql, collection_id });
  expect(status, text).toBe(200);
  return JSON.parse(text) as Asked;
}

/** The rows of a result, each as a list of its values in the order of the columns. */
async function rows(sql: string, collection?: string): Promise<unknown[][]> {
  const { data, columns, total } = await ask(sql, collection);
  expect(total).toBe(data.length);
  return data.map((row) => columns.map(({ name }) => row[name]));
}

describe('questions of data teams', () => {
  it.each<[question: string, sql: string, answer: unknown[][]]>([
    [
      'How long does each one speak?',
      'select speaker, sum(end_time - start_time) from speech where speaker is not null group by 1 order by 2 desc, 1',
      [
        ['Cy', 20],
        ['Ada', 14.5],
        ['Ben', 12],
      ],
    ],
    [
      'How many promises per speaker, in which files?',
      "select speaker, count(*), count(distinct file_id) from speech where text like '%promise%' group by speaker",
      [['Ada', 3, 1]],
    ],
    ['How many files are there?', 'select count(distinct file_id) from files', [[4]]],
    [
      'Which files are in no collection?',
      'select filename, status, added_at from files where collection_id is null',
      [["o'lonely.png", 'completed', null]],
    ],
    [
      'What failed, and why?',
      "select filename, error from files where status = 'failed'",
      [['broken.mp4', 'It has no frames.']],
    ],
    [
      'How many hours of each type?',
      `select media_type, round(sum(duration_seconds) / 3600, 3) from
       (select distinct file_id, media_type, duration_seconds from files where duration_seconds is not null)
       group by 1 order by 1`,
      [
        ['audio', 0.017],
        ['video', 0.036],
      ],
    ],
    [
      'What is in each collection?',
      `select name, count(file_id) from collections left join files using (collection_id) group by 1 order by 1`,
      [
        ['Calls', 2],
        ['Names', 1],
        ['Promises', 2],
        ['Talks', 2],
      ],
    ],
    [
      'What was ingested in which month?',
      "select strftime('%Y-%m', created_at) as month, count(distinct file_id) from files group by 1 order by 1",
      [
        ['2026-01', 3],
        ['2026-02', 1],
      ],
    ],
    [
      'What was said while a text was in the picture?',
      `select t.text, group_concat(s.text, ' | ' order by s.start_time) from text t join speech s
       on s.file_id = t.file_id and s.collection_id = t.collection_id
       and s.start_time < t.end_time and s.end_time > t.start_time group by t.text order by 1`,
      [
        ['Q3 budget', 'When? | On Monday, I promise'],
        ['WELCOME', 'I promise to ship it'],
      ],
    ],
    [
      'Who speaks after whom?',
      `select before, speaker, count(*) from (select speaker, lag(speaker) over
       (partition by collection_id, file_id order by "index") as before from speech)
       where before is not null and speaker is not null group by 1, 2 order by 1, 2`,
      [
        ['Ada', 'Ben', 1],
        ['Ben', 'Ada', 1],
        ['Ben', 'Cy', 1],
      ],
    ],
    [
      'How sure is what was heard?',
      'select round(avg(confidence), 3), count(*) - count(confidence) from speech',
      [[0.808, 1]],
    ],
    [
      'Which words of a second long line are there in a segment?',
      `select g."index", count(*) from segments g join speech s on s.file_id = g.file_id and
       s.collection_id = g.collection_id and s.start_time >= g.start_time and s.start_time < g.end_time group by 1`,
      [[0, 6]],
    ],
    [
      'What are the chapters?',
      "select start_time, description from segments where strategy = 'narrative' order by start_time",
      [
        [0, 'Greetings'],
        [30, 'This chapter has no recognised words.'],
      ],
    ],
    ['What is seen?', 'select text from scenes order by start_time', [['A person at a desk.'], ['A chart.']]],
    [
      'Who is named how often?',
      "select value, count(*) from entities where field = 'people.name' group by 1 order by 1",
      [
        ['Ada', 2],
        ['Ben', 1],
      ],
    ],
    [
      'Where does a value come from?',
      `select path, value, source, quote, quote_start_time, quote_confidence from entities where level = 'file' order by path`,
      [
        ['budget', '1000', null, null, null, null],
        ['people[0].name', 'Ada', 'speech', 'I am Ada', 1, 0.6],
        ['people[1].name', 'Ben', null, null, null, null],
        ['sure', 'true', null, null, null, null],
      ],
    ],
    [
      'Which promises weigh most?',
      `select title, score, score_key, speakers ->> 0 from moments where score >= 3 order by score desc`,
      [
        ['Ships', 8, 'weight', 'Ada'],
        ['Monday', 3, 'weight', 'Ada'],
      ],
    ],
    [
      'When are promises due?',
      "select properties ->> '$.due', count(*) from moments group by 1 order by 1",
      [
        [null, 2],
        ['Monday', 1],
      ],
    ],
    [
      'What was not found?',
      `select criterion_name, kind, reason, properties from findings`,
      [['promise', 'absence', 'Nobody promises.', { looked: true }]],
    ],
    [
      'Which tags does a file have, and when?',
      `select filename, label, value, start_time from tags join
       (select distinct file_id, filename from files) using (file_id) order by 1, 2`,
      [
        ['call.mp3', 'speaker', 'Cy', null],
        ['keynote.mp4', 'speaker', 'Ada', null],
        ['keynote.mp4', 'topic', 'budget', 30],
      ],
    ],
    [
      'What do we know of the team?',
      `select metadata ->> '$.team', has_audio, width, frame_rate, bytes from files where metadata is not null
       and collection_id = '${collections.talks}'`,
      [['sales', true, 1920, 29.97, 5_000_000_000]],
    ],
    [
      'Which words are used most?',
      `with recursive words(word, rest) as (select '', lower(text) || ' ' from speech
       union all select substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) from words where rest <> '')
       select word, count(*) from words where length(word) > 1 group by 1 order by 2 desc, 1 limit 2`,
      [
        ['promise', 3],
        ['it', 2],
      ],
    ],
  ])('%s', async (_, sql, answer) => {
    expect(await rows(sql)).toEqual(answer);
  });

  it('are answered of one collection, which the caller must have', async () => {
    const speakers = 'select distinct speaker from speech order by 1';
    expect(await rows(speakers, collections.calls)).toEqual([['Ada'], ['Ben'], ['Cy']]);
    expect(await rows('select value from tags order by 1', collections.calls)).toEqual([
      ['Ada'],
      ['Cy'],
      ['budget'],
    ]);
    expect(await rows('select count(*) from files', collections.names)).toEqual([[1]]);
    for (const id of [collections.foreign, files.keynote]) {
      const { status, body } = await service.call('POST', '/query', { sql: speakers, collection_id: id });
      expect([status, body.error]).toEqual([404, `collection ${id} was not found`]);
    }
  });

  it('have columns with the types of the views', async () => {
    const { columns, data } = await ask(
      `select file_id, has_audio, created_at, metadata, bytes, duration_seconds, bytes * 1.0 as sum, count(*), 1 as "a ""b"
       from files where filename = 'keynote.mp4' and collection_id = '${collections.talks}'`,
    );
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'file_id text',
      'has_audio boolean',
      'created_at time',
      'metadata json',
      'bytes integer',
      'duration_seconds number',
      'sum number',
      'count(*) integer',
      'a "b integer',
    ]);
    expect(data[0]).toMatchObject({
      created_at: '2026-01-01T00:00:00.000Z',
      duration_seconds: 120.5,
      has_audio: true,
    });
  });

  it('keep every digit of large numbers, milliseconds of times, and names of columns that come twice', async () => {
    const { text } = await service.call('POST', '/query', {
      sql: `select 9007199254740993 as n, -9223372036854775808 as least, 9e999 as endless, x'00ff' as bytes, null as n,
            metadata, (select created_at from files where filename = 'call.mp3' limit 1) as at
            from files where metadata is not null limit 1`,
    });
    expect(text).toContain(
      '"n":"9007199254740993","least":"-9223372036854775808","endless":null,"bytes":"00ff","n_2":null',
    );
    expect(text).toContain('"number":9007199254740993');
    expect(text).toContain('"at":"2026-01-02T00:00:00.005Z"');
  });

  it('see rows of the caller alone', async () => {
    const authorization = `Bearer ${stranger}`;
    const sql = 'select text, speaker, filename from speech natural join files';
    const theirs = await service.call('POST', '/query', { sql }, { authorization });
    expect(theirs.body.data).toEqual([{ text: 'zanzibar', speaker: 'zanzibar', filename: 'zanzibar.mp4' }]);
  });
});

describe('the queries of docs/query.md', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/query.md'), 'utf8');
  const queries = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql ?? '');

  const answers: unknown[][][] = [
    [
      ['Cy', 20, 1],
      ['Ada', 14.5, 1],
      ['Ben', 12, 2],
    ],
    [
      ['keynote.mp4', 'Q3 budget', 'When? On Monday, I promise'],
      ['keynote.mp4', 'WELCOME', 'I promise to ship it'],
    ],
    [
      ['Ships', 8, 'Ada', 'Monday'],
      ['Monday', 3, 'Ada', null],
    ],
    [
      ['2026-01', 0.05],
      ['2026-02', null],
    ],
  ];

  it.each(answers.map((answer, index) => [index + 1, answer] as const))(
    'number %s',
    async (number, answer) => {
      expect(queries).toHaveLength(answers.length);
      expect(await rows(queries[number - 1] ?? '')).toEqual(answer);
    },
  );
});
