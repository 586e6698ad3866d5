import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../src/contract/index.ts';
import { checkFilter, fileMeets, segmentMeets } from '../../../src/service/search/filters/filter.ts';

const file = {
  id: '00000000-0000-4000-8000-000000000001',
  bytes: 1500,
  filename: 'Weekly Sync.mp4',
  created_at: Date.parse('2026-03-05T10:00:00Z'),
  metadata: JSON.stringify({
    topic: 'Budget',
    count: 7,
    done: true,
    tags: ['red', 'green'],
    people: [{ name: 'Ann', teams: [{ id: 'x' }] }, { name: 'Bob' }],
    nothing: null,
  }),
  video_info: JSON.stringify({ duration_seconds: 61.5, has_audio: true }),
  source_metadata: JSON.stringify({ participants: [{ email: 'a@example.com' }] }),
};

type Condition = NonNullable<Filter['metadata']>[number];
const meets = (
  path: string,
  operator: Condition['operator'],
  value: string | string[],
  part: keyof Filter = 'metadata',
) => {
  const given = Array.isArray(value) ? { valueTextArray: value } : { valueText: value };
  return fileMeets({ [part]: [{ path, operator, ...given }] }, file);
};

describe('filters', () => {
  it.each([
    ['topic', 'Equal', 'Budget', true],
    ['topic', 'Equal', 'budget', false],
    ['count', 'Equal', '7.0', true],
    ['done', 'Equal', 'true', true],
    ['topic', 'NotEqual', 'Other', true],
    ['missing', 'NotEqual', 'x', true],
    ['missing', 'Equal', 'x', false],
    ['nothing', 'Equal', 'null', false],
    ['tags', 'NotEqual', 'red', false],
    ['count', 'LessThan', '10', true],
    ['count', 'GreaterThan', '10', false],
    ['missing', 'LessThan', '10', false],
    ['topic', 'LessThan', 'C', true],
    ['topic', 'Like', 'bud*', true],
    ['topic', 'Like', '%GET', true],
    ['topic', 'Like', 'dge', true],
    ['topic', 'Like', 'B?dget', true],
    ['topic', 'Like', 'b?t', false],
    ['topic', 'In', ['x', 'Budget'], true],
    ['topic', 'In', [], false],
    ['tags', 'ContainsAny', ['blue', 'green'], true],
    ['tags', 'ContainsAny', ['blue'], false],
    ['tags', 'ContainsAll', ['red', 'green'], true],
    ['tags', 'ContainsAll', ['red', 'blue'], false],
    ['people.name', 'Equal', 'Bob', true],
    ['people.teams.id', 'Equal', 'x', true],
    ['people.name.more', 'Equal', 'Bob', false],
    ['__proto__.constructor', 'Like', 'Object', false],
  ] as const)('metadata %s %s %j is %s', (path, operator, value, expected) => {
    expect(meets(path, operator, value as string | string[])).toBe(expected);
  });

  it('read file, video_info and source_metadata', () => {
    expect(meets('bytes', 'GreaterThan', '999', 'file')).toBe(true);
    expect(meets('uri', 'Equal', `vau://files/${file.id}`, 'file')).toBe(true);
    expect(meets('created_at', 'GreaterThan', '2026-03-05', 'file')).toBe(true);
    expect(meets('created_at', 'LessThan', '2026-03-05', 'file')).toBe(false);
    expect(meets('duration_seconds', 'GreaterThan', '60', 'video_info')).toBe(true);
    expect(meets('participants.email', 'Like', '*@example.com', 'source_metadata')).toBe(true);
  });

  it('require every condition of every array', () => {
    const both = (bytes: string): Filter => ({
      metadata: [{ path: 'topic', operator: 'Equal', valueText: 'Budget' }],
      file: [{ path: 'bytes', operator: 'Equal', valueText: bytes }],
    });
    expect(fileMeets(both('1500'), file)).toBe(true);
    expect(fileMeets(both('1'), file)).toBe(false);
  });

  it('apply conditions of scope segment to segments', () => {
    const filter: Filter = {
      metadata: [{ path: 'mood', operator: 'Equal', valueText: 'calm', scope: 'segment' }],
      video_info: [{ path: 'duration_seconds', operator: 'LessThan', valueText: '30', scope: 'segment' }],
    };
    expect(fileMeets(filter, file)).toBe(true);
    expect(segmentMeets(filter, { start_time: 10, end_time: 30, metadata: '{"mood":"calm"}' })).toBe(true);
    expect(segmentMeets(filter, { start_time: 10, end_time: 50, metadata: '{"mood":"calm"}' })).toBe(false);
    expect(segmentMeets(filter, { start_time: 10, end_time: 30, metadata: null })).toBe(false);
  });

  it('refuse unknown paths, by name', () => {
    expect(() => checkFilter({ file: [{ path: 'size', operator: 'Equal', valueText: '1' }] })).toThrow(
      'size',
    );
    expect(() => checkFilter({ video_info: [{ path: 'fps', operator: 'Equal', valueText: '1' }] })).toThrow(
      'duration_seconds',
    );
  });

  it('match a hostile pattern without becoming slow', () => {
    const name = 'a'.repeat(2_000);
    const filter: Filter = {
      file: [{ path: 'filename', operator: 'Like', valueText: `${'*a'.repeat(200)}b` }],
    };
    expect(fileMeets(filter, { ...file, filename: name })).toBe(false);
  });
});
