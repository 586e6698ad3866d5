import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { column } from '../../src/cli/model/columns.ts';
import {
  formatBytes,
  formatClock,
  formatDuration,
  formatTime,
  formatValue,
} from '../../src/cli/output/format.ts';
import { table, tableText } from '../../src/cli/output/table.ts';
import { clean } from '../../src/cli/terminal/clean.ts';
import type { Io } from '../../src/cli/terminal/io.ts';

/** Streams of a terminal with that width, or of a pipe. */
const io = (columns?: number): Io => ({
  env: {},
  stdin: process.stdin,
  out: () => {},
  err: () => {},
  gone: async () => undefined,
  terminal: { in: false, out: columns !== undefined, err: false },
  columns,
  paint: (_, __, text) => text,
  colour: () => {},
});

const columns = [column('id'), column('name'), column('bytes', 'bytes', 'size')];
const rows = [
  { id: 'first', name: 'a very long name that does not fit into a narrow terminal', bytes: 1536 },
  { id: 'second', name: '日本語の名前', bytes: null },
];

describe('tables', () => {
  it('fit the terminal and cut the widest column', async () => {
    const lines = (await table(io(40), rows, columns)).trimEnd().split('\n').map(stripVTControlCharacters);
    expect(lines[0]).toMatch(/^ID +NAME +SIZE$/);
    expect(lines[1]).toMatch(/^first +a very .*… +1\.5 KiB$/);
    expect(lines.every((line) => line.length <= 40)).toBe(true);
  });

  const uuid = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
  const shownIn = async (width: number, row: object) => {
    const names = Object.keys(row);
    const text = await table(
      io(width),
      [row],
      names.map((name) => column(name)),
    );
    return stripVTControlCharacters(text).trimEnd();
  };

  it('keep an id whole that is not found by its beginning, and drop last columns', async () => {
    const text = await shownIn(60, { id: uuid, a: 'a'.repeat(30), b: 'b'.repeat(30), c: 'c'.repeat(30) });
    expect(text).toContain(uuid);
    expect(text).toMatch(/A {2,}B$/m);
    expect(text.split('\n').every((line) => line.length <= 60)).toBe(true);
  });

  it('shorten ids that can be pasted back first, and only if there is no room', async () => {
    const row = { file_id: uuid, note: 'n'.repeat(30) };
    expect(await shownIn(70, row)).toContain(uuid);
    expect(await shownIn(60, row)).toBe(`FILE ID   NOTE\n0b6a1a52  ${'n'.repeat(30)}`);
  });

  it('keep so much of a name that names that begin alike differ, and a command whole: others go first', async () => {
    const names = { file_id: uuid, filename: 'interview-with-the-keeper.wav', a: 'a'.repeat(9) };
    const others = { ...names, b: 'b'.repeat(9), c: 'c'.repeat(9), d: 'd'.repeat(9) };
    expect(await shownIn(56, others)).toMatch(
      /^FILE ID +FILENAME +A +B\n0b6a1a52 +interview-with-\S*… +a{9} +b{9}$/,
    );
    const command = 'vau setup speakers pyannote-campplus';
    expect(await shownIn(60, { model: 'm'.repeat(40), command, size: '1'.repeat(12) })).toContain(command);
  });

  it('keep the status and wrap the reason of an error, whatever else has to go', async () => {
    const error = `the film cannot be decoded: ${'because '.repeat(10)}at https://example.com/${'x'.repeat(50)} end`;
    const row = {
      id: uuid,
      from: 'y'.repeat(20),
      filename: 'z'.repeat(40),
      status: 'failed',
      created: 'now',
      error,
    };
    const text = await shownIn(80, row);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^ID +FILENAME +STATUS +ERROR$/);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    const at = lines[0]?.indexOf('ERROR') ?? 0;
    const reason = lines
      .slice(1)
      .map((line) => line.slice(at))
      .join('');
    expect(reason.replaceAll(' ', '')).toBe(error.replaceAll(' ', ''));
  });

  it('keep so much of names that they differ, as far as that goes', async () => {
    const shown = async (...names: string[]) => {
      const given = names.map((name) => ({ file: name, note: 'n'.repeat(30), other: 'o'.repeat(9) }));
      const columns = ['file', 'note', 'other'].map((name) => column(name));
      const lines = stripVTControlCharacters(await table(io(60), given, columns))
        .trimEnd()
        .split('\n');
      return lines.slice(1).map((line) => line.split(' ')[0]);
    };
    const end = 'and-the-rest-of-a-name';
    expect(await shown(`media/board-meeting-2026-01-${end}`, `media/board-meeting-2026-02-${end}`)).toEqual([
      'media/board-meeting-2026-01…',
      'media/board-meeting-2026-02…',
    ]);
    const same = 'x'.repeat(60);
    expect(await shown(`${same}1`, `${same}2`)).toEqual([
      expect.stringMatching(/^x{15,30}…$/),
      expect.anything(),
    ]);
  });

  it('never cut an address: it goes below its row if it has no room', async () => {
    const link = `https://media.example/s/${uuid}`;
    const row = { id: uuid, status: 'completed', title: 'Demo day', link };
    expect(await shownIn(130, row)).toMatch(/^ID +STATUS +TITLE +LINK\n.* +https:\S+1$/);
    expect(await shownIn(80, row)).toBe(
      `ID${' '.repeat(36)}STATUS     TITLE\n${uuid}  completed  Demo day\n  link  ${link}`,
    );
    const many = [row, { ...row, link: '' }, { ...row, link: `${link}/long${'er'.repeat(40)}` }];
    const columns = Object.keys(row).map((name) => column(name));
    const lines = stripVTControlCharacters(await table(io(80), many, columns))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[5]).toBe(`  link  ${many[2]?.link}`);
    const picture = { ...row, thumbnail_url: `${link}.jpg`, other: 'x'.repeat(30) };
    expect(await shownIn(80, picture)).not.toContain('.jpg');
    expect(await shownIn(20, { link })).toBe(`LINK\n${link}`);
    expect(await shownIn(20, { link, to: link })).toBe(`LINK\n${link}\n  to  ${link}`);
  });

  it('cut no address of a later batch that is longer', async () => {
    const { text: write } = tableText(io(60), [column('link'), column('a')]);
    await write([{ link: 'https://a.example/1', a: 'x'.repeat(50) }]);
    const long = `https://a.example/${'2'.repeat(90)}`;
    expect(await write([{ link: long, a: 'x' }])).toContain(long);
    const { text: narrow } = tableText(io(20), [column('link')]);
    await narrow([{ link: 'https://a.example/1' }]);
    expect(await narrow([{ link: long }])).toContain(long);
  });

  it('drop the duration of a film only after other facts, and fill the room that is left', async () => {
    const names = ['file_id', 'filename', 'status', 'searchable', 'duration_seconds', 'added', 'error'];
    const row = {
      file_id: uuid,
      filename: `board-${'x'.repeat(40)}`,
      status: 'completed',
      searchable: 'completed',
      duration_seconds: 4321,
      added: 'just now',
      error: 'cannot be decoded: '.repeat(3),
    };
    const given = names.map((name) => column(name, undefined, name.replace('_seconds', '')));
    const shown = async (width: number) =>
      stripVTControlCharacters(await table(io(width), [row], given)).split('\n')[0];
    expect(await shown(84)).toMatch(/^FILE ID +FILENAME +STATUS +SEARCHABLE +DURATION +ERROR$/);
    expect(await shown(80)).toMatch(/^FILE ID +FILENAME +STATUS +DURATION +ADDED +ERROR$/);
    expect(await shown(78)).toMatch(/^FILE ID +FILENAME +STATUS +DURATION +ERROR$/);
  });

  it('show an empty column that the user named, unless it has no room', async () => {
    const columns = [column('id'), column('reason'), column('note')];
    const shown = async (width: number) => {
      const { text: write } = tableText(io(width), columns, { asked: true });
      return stripVTControlCharacters(await write([{ id: 'a'.repeat(12), note: 'b'.repeat(12) }]));
    };
    expect(await shown(40)).toMatch(/^ID +REASON +NOTE\n/);
    expect(await shown(30)).toMatch(/^ID +NOTE\n/);
  });

  it('measure wide characters and emoji as a terminal does', async () => {
    const text = await shownIn(30, {
      name: '日本語の名前は長いですね長い',
      family: '👩‍👩‍👧 e\u0301',
      c: 'end',
    });
    const lines = text.split('\n').map((line) => stringWidth(line));
    expect(text).toContain('👩‍👩‍👧 e\u0301');
    expect(lines.every((width) => width <= 30)).toBe(true);
    expect(stringWidth(text.split('\n')[1]?.split('end')[0] ?? '')).toBe(text.split('\n')[0]?.indexOf('C'));
  });

  it('show everything with --wide', async () => {
    const row = { id: uuid, a: 'a'.repeat(30), b: 'b'.repeat(30), c: '' };
    const text = await tableText(io(40), [column('id', 'id'), column('a'), column('b'), column('c')], {
      wide: true,
    }).text([row]);
    expect(text).toBe(
      `ID${' '.repeat(36)}A${' '.repeat(31)}B${' '.repeat(31)}C\n${uuid}  ${row.a}  ${row.b}\n`,
    );
  });

  it('give a pipe every value, complete and exact', async () => {
    const lines = (await table(io(), rows, columns)).split('\n');
    expect(lines[1]).toContain('into a narrow terminal  1536');
  });

  it('hide an empty column on a terminal, never on a pipe', async () => {
    const empty = rows.map(({ id }) => ({ id }));
    expect(await table(io(40), empty, columns)).not.toContain('NAME');
    expect(await table(io(), empty, columns)).toContain('NAME');
  });
});

describe('values', () => {
  it('are readable for people', () => {
    expect([0, 1023, 1024, 1536, 5 * 1024 ** 3].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '1.5 KiB',
      '5.0 GiB',
    ]);
    expect([0.54, 59.96, 65, 7209].map(formatDuration)).toEqual(['0.5 s', '60 s', '1:05', '2:00:09']);
    expect([7.5, 59.96, 3661].map(formatClock)).toEqual(['0:07.5', '1:00', '1:01:01']);
  });

  it('show relative times, and the local date after a week', () => {
    const now = 1_777_000_000_000;
    const ago = (minutes: number) => formatTime(now - minutes * 60_000, 'person', now);
    expect([0.5, 5, 59, 61, 25 * 60, -90].map(ago)).toEqual([
      'just now',
      '5 min ago',
      '59 min ago',
      '1 h ago',
      '1 d ago',
      'in 1 h',
    ]);
    expect(ago(8 * 24 * 60)).toMatch(/^2026-04-1\d \d\d:\d\d$/);
    expect(formatTime(now, 'program', now)).toBe('2026-04-24T03:06:40.000Z');
  });

  it('are exact for programs', () => {
    expect(formatValue(1777000000000, 'time', 'program')).toBe('2026-04-24T03:06:40.000Z');
    expect(formatValue(0.1 + 0.2, 'duration', 'program')).toBe('0.30000000000000004');
    expect(formatValue(['a', 1])).toBe('a, 1');
    expect(formatValue({ a: 1 })).toBe('{"a":1}');
  });

  it('lose control characters', () => {
    expect(clean('a\u001b[31mred\u001b[0m\u0007 \u009b2J\u202eb\r\nc')).toBe('ared 2Jb c');
  });
});
