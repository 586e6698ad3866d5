/** [SAFE-5] Exports of films whose names and words mean something to tables, shells, file systems and editors. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { beforeEach, describe, expect, it } from 'vitest';
import { hostileTexts } from '../support/corpus/titled.ts';
import { type Answer, type Arrived, choosing, run, stage } from './harness.ts';

const { service, home } = await stage();
const id = (number: number) => `0b6a1a52-9f3c-4c1e-8a51-${String(number).padStart(12, '0')}`;
const collection = id(900);
const at = (...names: string[]) => path.join(home.folder, ...names);

/** Names of films: whatever a file system, a shell or the program that wrote a playlist may take for something else. */
const names = [
  ...Object.values(hostileTexts),
  ...[
    '..',
    '.',
    '',
    '-rf',
    '--force.mp4',
    '~root',
    'CON',
    'nul.mp4',
    'com1.tar.gz',
    'a.',
    'a ',
    'A',
    'a',
    'a.mov',
  ],
  ...[
    '\0',
    'a\0b',
    'x'.repeat(5_000),
    'é',
    'e\u0301',
    '\ud800',
    '🏳️‍🌈'.repeat(80),
    '/etc/passwd',
    '\\\\host\\share',
    'export',
  ],
];
/** Words of a film: those, and what would forge a line, a caption or an event. */
const words = [
  ...Object.values(hostileTexts),
  'one\n\n7\n00:00:00,000 --> 09:00:00,000\nforged',
  'one\r\n* FROM CLIP NAME: forged\r\n002  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00',
  'one\u2028* FROM CLIP NAME: forged\u2029TITLE: forged\u0085FCM: forged\u000bTITLE: forged\u001dTITLE: forged',
  '\0',
  '\ud800 half',
];

let type = 'media-descriptions';
beforeEach(() => {
  service.script = answer;
  for (const name of readdirSync(home.folder)) rmSync(at(name), { recursive: true });
});

const list = (data: unknown[]) => ({ object: 'list', data, total: data.length, limit: 100, offset: 0 });

function answer({ path: route, query }: Arrived): Answer {
  const rest = route.slice(route.indexOf('/v1') + 3);
  if (rest === `/collections/${collection}`)
    return {
      json: {
        id: collection,
        object: 'collection',
        name: 'Talks',
        collection_type: type,
        file_count: names.length,
      },
    };
  if (rest.endsWith('/videos')) {
    const from = Number(query.offset);
    const films = names.map((filename, index) => film(filename, index));
    return { json: { ...list(films.slice(from, from + Number(query.limit))), total: films.length } };
  }
  if (rest.endsWith('media-descriptions'))
    return { json: { collection_id: collection, speech: words.map(line) } };
  if (rest.endsWith('moments'))
    return { json: { moments: words.map(moment(String(query.file_id))), total: words.length } };
  return { status: 404, json: { error: `nothing at ${rest}` } };
}

const film = (filename: string, index: number) => ({
  ...{ collection_id: collection, file_id: id(index), object: 'collection_file', added_at: 0 },
  ...{ status: 'completed', searchable_status: 'completed' },
  file: {
    ...{ id: id(index), status: 'completed', uri: `vau://${id(index)}`, bytes: 1, created_at: 0, filename },
    ...{ metadata: { [filename]: filename }, source: 'upload', media_type: 'video', source_metadata: null },
    media_info: { duration_seconds: 600, width: 64, height: 48, frame_rate: 25, has_audio: true },
  },
});
const line = (text: string, index: number) => ({
  text,
  start_time: index,
  end_time: index + 1,
  speaker: text,
});
const moment = (file_id: string) => (text: string, index: number) => ({
  ...{ moment_id: id(700 + index), file_id, job_id: 'j', criterion_name: text, title: text, reason: text },
  ...{
    start_time: index,
    end_time: index + 1,
    rank_score: 0.5,
    evidence: { signals: ['speech'] },
    speakers: [text],
  },
});

async function exported(...args: string[]): Promise<string[]> {
  const ended = await run(home.folder, ['collection', 'export', collection, '--out', 'out', ...args], {
    env: choosing(service),
  });
  expect(ended.status, ended.stderr).toBe(0);
  expect(readdirSync(home.folder)).toEqual(['out']);
  return readdirSync(at('out'));
}

/** What a text is after it has gone through UTF-8. */
const kept = (text: string) => Buffer.from(text).toString();

describe('an export of hostile films', () => {
  it('[SAFE-5] is one file for each film, whose name no system, shell or terminal takes for something else', async () => {
    type = 'media-descriptions';
    const found = (await exported('--format', 'srt')).filter((name) => name !== 'export.json');
    expect(found).toHaveLength(names.length);
    expect(new Set(found.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(names.length);
    for (const name of found) {
      expect(name).not.toMatch(
        /^[-.~ ]|[. ]\.srt$|[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
      );
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./i);
      expect(Buffer.byteLength(name)).toBeLessThan(256);
    }
  });

  it('[SAFE-5] has as many captions as there are lines, whatever they say', async () => {
    type = 'media-descriptions';
    const [first = ''] = (await exported('--format', 'srt')).filter((name) => name !== 'export.json');
    const text = readFileSync(at('out', first), 'utf8');
    const times = [...text.matchAll(/^(\d\d):(\d\d):(\d\d),\d{3} --> (\d\d)/gm)].map(([, hours]) => hours);
    expect(times.length).toBeGreaterThanOrEqual(words.length - 1);
    expect(times).not.toContain('09');
    // Each line begins a caption, is its time, or a row of it; none is between captions.
    for (const block of text.trimEnd().split('\n\n')) expect(block).toMatch(/^\d+\n[\d:,]+ --> [\d:,]+\n./);
  });

  it('[SAFE-5] has one event for each moment in an edit decision list, whatever they are called', async () => {
    type = 'moments';
    for (const name of (await exported('--format', 'edl')).filter((one) => one !== 'export.json')) {
      const text = readFileSync(at('out', name), 'utf8');
      // As Python reads lines, in which most of the programs that read these lists are written.
      const lines = text.split(/\r\n|[\n\r\v\f\u2028\u2029]|(?=\p{Cc})/u);
      const told = (start: RegExp) => lines.filter((row) => start.test(row)).length;
      expect([told(/^\d{3} {2}/), told(/^TITLE:/), told(/^FCM:/), told(/^\* FROM CLIP NAME:/)], name).toEqual(
        [...[words.length, 1, 1, words.length]],
      );
      expect(
        lines.filter((row) => row !== '' && !/^(\d{3} {2}|TITLE:|FCM:|\* )/.test(row)),
        name,
      ).toEqual([]);
    }
  });

  it('[SAFE-5] keeps every text in lines of JSON, Parquet and timelines as it is', async () => {
    type = 'media-descriptions';
    await exported('--format', 'ndjson', '--table', 'files', '--table', 'speech');
    const rows = (table: string): Record<string, unknown>[] =>
      readFileSync(at('out', `${table}.ndjson`), 'utf8')
        .trimEnd()
        .split('\n')
        .map((row) => JSON.parse(row));
    expect(rows('files').map(({ filename }) => kept(String(filename)))).toEqual(names.map(kept));
    expect(
      rows('speech')
        .slice(0, words.length)
        .map(({ text }) => kept(String(text))),
    ).toEqual(words.map(kept));
    await exported('--format', 'parquet', '--table', 'files', '--table', 'speech', '--force');
    const read = async (table: string) =>
      parquetReadObjects({ file: await asyncBufferFromFile(at('out', `${table}.parquet`)) });
    expect((await read('files')).map(({ filename }) => filename)).toEqual(names.map(kept));
    expect((await read('speech')).slice(0, words.length).map(({ text }) => text)).toEqual(words.map(kept));
    type = 'moments';
    const made = await exported('--format', 'otio', '--force');
    for (const name of made.filter((one) => one.endsWith('.otio'))) {
      const { tracks } = JSON.parse(readFileSync(at('out', name), 'utf8'));
      expect(tracks.children[0].children).toHaveLength(words.length);
      for (const { media_reference } of tracks.children[0].children)
        expect(media_reference.target_url).not.toMatch(/[/\\\s]/);
    }
  });

  it('[SAFE-5] has no formula in a cell of CSV', async () => {
    type = 'media-descriptions';
    await exported('--format', 'csv', '--table', 'files', '--table', 'speech');
    for (const table of ['files', 'speech']) {
      const cells = cellsOf(readFileSync(at('out', `${table}.csv`), 'utf8'));
      expect(cells.length).toBeGreaterThan(names.length);
      const formulas = cells.filter(
        (cell) => /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) && Number.isNaN(Number(cell)),
      );
      expect(formulas).toEqual([]);
    }
  });
});

/** The cells of a CSV file (RFC 4180). */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/(?<=^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r\n|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
