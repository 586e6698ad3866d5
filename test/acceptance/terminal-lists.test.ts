/** What lists and fields look like on a terminal of 80 columns, by the real binary. */
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { needs } from '../support/programs.ts';
import { choosing, stage, temporary } from './harness.ts';
import { typedOn } from './on-terminal.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service } = await stage();
let home: ReturnType<typeof temporary>;
beforeEach(() => {
  home = temporary();
});
afterEach(() => home.remove());

const shown = async (args: readonly string[], json: unknown, columns = 80) => {
  service.script = () => ({ json: json as object });
  const ended = await typedOn(home.folder, args, [], choosing(service), { columns });
  return ended.shown.replaceAll('\r', '').split('\n').slice(1, -1);
};
const onTty = needs('script');

describe('on 80 columns', () => {
  onTty('a list of answers keeps the id to paste, and some words of question and answer', async () => {
    const row = {
      id: a,
      model: 'quotes',
      payload: { messages: [{ role: 'user', content: 'When does the horn sound in the fog?' }] },
      choices: [{ message: { content: 'It sounds three times if one is too close.' } }],
      usage: { total_tokens: 334 },
      created_at: 0,
    };
    const [head, line, note, ...more] = await shown(['chat', 'list'], {
      object: 'list',
      data: [row],
      total: 1,
      limit: 50,
      offset: 0,
    });
    expect(head).toMatch(/^ID +QUESTION +ANSWER$/);
    expect(line).toBe(`${a}  When does the horn …  It sounds three tim…`);
    // What had no room is said below, once.
    expect(note).toBe('No room for model, tokens, created: --wide shows every column');
    expect(more).toEqual([]);
  });

  onTty.each([80, 40])('the lines of an answer break between words, at %i columns', async (columns) => {
    const content = `No language model answered. These are quotes of what was said and shown:\n“${'deep water by the lamp, '.repeat(8)}”`;
    const answer = {
      id: a,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content } }],
    };
    const lines = await shown(['chat', 'get', a], answer, columns);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    expect(lines.join(' ').split(/\s+/)).toEqual(content.split(/\s+/));
    expect(lines.length).toBeGreaterThan(3);
  });

  onTty('a query that finds nothing says what the result has', async () => {
    const answer = { object: 'list', data: [{ id: a }], total: 1, limit: 50, offset: 0 };
    const lines = await shown(['chat', 'list', '--query', '[].id'], answer);
    expect(lines).toEqual(['--query found nothing. The result has: object, data, total, limit, offset.']);
    expect(await shown(['chat', 'list', '--query', 'data[0].id'], answer)).toEqual([a]);
  });

  onTty('a page says no more than its rows, and where the next one is', async () => {
    const entry = {
      created_at: Date.now(),
      kind: 'opening',
      amount: 1_000_000_000,
      operation: 'find-moments.run',
    };
    const entries = [
      { ...entry, resource: a, reason: 'a long reason, so that there is little room for others' },
    ];
    const lines = await shown(['billing', 'ledger'], { entries, total: 7, next_cursor: 'abc' });
    expect(lines[0]).toMatch(/^TIME +KIND +AMOUNT/);
    // An amount is never cut.
    expect(lines[1]).toContain('1,000,000,000');
    expect(lines.at(-1)).toBe('1 of 7. Next page: --cursor abc; all: --all');
  });

  onTty('a list without moments says so, and what to do next', async () => {
    const empty = { moments: [], total: 0 };
    const next = `vau moment-criteria list ${a}`;
    expect((await shown(['moments', 'list', a], empty)).join(' ')).toBe(
      `No moments in this collection yet. See what is looked for: ${next}`,
    );
    const other = await shown(['moments', 'list', a, '--criterion', 'promise'], empty);
    expect(other.join(' ')).toBe(`No moments match. See what is looked for: ${next}`);
  });

  onTty('a score has as many digits as one reads', async () => {
    const score = { key: 'strength', value: 9.939364626233653, min: 0, max: 10 };
    const moments = [
      { criterion_name: 'horn', start_time: 23, end_time: 30, criterion_score: score, title: 'Fog' },
    ];
    const [, line] = await shown(['moments', 'list', a], { moments, total: 1 });
    expect(line).toMatch(/^horn +0:23 +0:30 +9\.94 +Fog$/);
  });

  onTty('a long list of plain values breaks between them, beside its name', async () => {
    const subscribed_events = ['describe', 'extract', 'file', 'segment'].flatMap((kind) => [
      `${kind}.job.completed`,
      `${kind}.job.failed`,
    ]);
    const lines = await shown(['webhook', 'get', a], { id: a, subscribed_events });
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    expect(lines[1]).toBe('subscribed_events  describe.job.completed, describe.job.failed,');
    expect(lines[2]).toBe(`${' '.repeat(19)}extract.job.completed, extract.job.failed,`);
  });

  onTty('a no has no tick before it', async () => {
    service.script = () => ({ json: { id: a, label: 'topic', value: 'fog' } });
    const ended = await typedOn(home.folder, ['tag', 'delete', a], [['(y/N)', 'n\r']], choosing(service));
    expect(ended).toMatchObject({ status: 1, shown: expect.stringContaining('No') });
    expect(ended.shown).not.toMatch(/[✔√]/);
  });
});
