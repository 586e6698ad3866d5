import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/errors/errors.ts';
import {
  choice,
  day,
  document,
  integer,
  json,
  number,
  object,
  range,
  seconds,
  type Value,
} from '../../src/cli/model/values.ts';
import { readValue } from '../../src/cli/run/read-value.ts';

const read = (value: Value, text: string, stdin = '') =>
  readValue(value, text, '--flag', { stdin: Readable.from([Buffer.from(stdin)]) });

describe('values from the command line', () => {
  const good: [kind: string, value: Value, text: string, result: unknown][] = [
    ['integer', integer(''), '-3', -3],
    ['number', number(''), '.5', 0.5],
    ['number', number(''), '1e3', 1000],
    ['seconds', seconds(''), '90', 90],
    ['seconds', seconds(''), '250ms', 0.25],
    ['seconds', seconds(''), '1.5m', 90],
    ['seconds', seconds(''), '2h', 7200],
    ['day', day(''), '2028-02-29', '2028-02-29'],
    ['range', range(''), '0-12.5', { start_time: 0, end_time: 12.5 }],
    ['range', range(''), '0:27-1:00:31.5', { start_time: 27, end_time: 3631.5 }],
    ['json', json(''), '[1,null]', [1, null]],
    ['choice', choice(['a', 'b'], ''), 'b', 'b'],
  ];
  it.each(good)('%s %#: %o', async (_, value, text, result) => {
    expect(await read(value, text)).toEqual(result);
  });

  const bad: [kind: string, value: Value, text: string, said: RegExp][] = [
    ['integer', integer(''), '1.5', /--flag must be an integer/],
    ['integer', integer(''), '', /integer/],
    ['integer', integer(''), '0x10', /integer/],
    ['number', number(''), 'Infinity', /a number/],
    ['seconds', seconds(''), '5 days', /30s, 5m or 2h/],
    ['seconds', seconds(''), '-1', /must be a duration/],
    ['day', day(''), '2027-02-29', /YYYY-MM-DD/],
    ['day', day(''), '2027-2-9', /YYYY-MM-DD/],
    ['range', range(''), '5', /START-END/],
    ['range', range(''), '1-2-3', /START-END/],
    ['range', range(''), '0:27-', /START-END/],
    ['json', json(''), '{', /not JSON/],
    ['object', object(''), 'null', /JSON object/],
    ['document', document(''), 'nowhere.json', /nowhere\.json does not exist/],
    ['choice', choice(['a', 'b'], ''), 'c', /one of a, b/],
  ];
  it.each(bad)('%s refuses %#', async (_, value, text, said) => {
    const refused = await read(value, text).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as Error).message).toMatch(said);
  });

  it('reads - from standard input', async () => {
    expect(await read(object(''), '-', '{"a": 1}')).toEqual({ a: 1 });
    expect(await read(document(''), '-', '[2]')).toEqual([2]);
  });
});
