/** vau collection export: the real binary against a scripted service. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { beforeEach, describe, expect, it } from 'vitest';
import { answersOver, exportQueries } from '../support/export-queries.ts';
import { type Answer, type Arrived, choosing, type RunOptions, run, stage } from './harness.ts';

const { service, home } = await stage();
const id = (number: number) => `0b6a1a52-9f3c-4c1e-8a51-${String(number).padStart(12, '0')}`;
const collection = id(900);
const at = (...names: string[]) => path.join(home.folder, ...names);

/** What the scripted service holds; tests change it. */
let held: {
  type: string;
  files: number;
  /** What the files of some numbers are instead. */
  media?: Readonly<Record<number, { media_type: string; media_info: object }>>;
  refuse?: ((request: Arrived) => Answer | undefined) | undefined;
};

beforeEach(() => {
  held = { type: 'media-descriptions', files: 3 };
  service.script = (request) => held.refuse?.(request) ?? answer(request);
  for (const name of readdirSync(home.folder)) rmSync(at(name), { recursive: true });
});

const quotes = ['Hello, "world".', '=HYPERLINK("http://x")', 'två\nlines'];

function answer({ path: route, query }: Arrived): Answer {
  const rest = route.slice(route.indexOf('/v1') + 3);
  if (rest === '/collections') return { json: list([{ ...about(), id: collection }]) };
  if (rest === `/collections/${collection}`) return { json: about() };
  if (rest === `/collections/${collection}/videos`) {
    const from = Number(query.offset);
    const all = Array.from({ length: held.files }, (_, index) => item(index));
    return { json: { ...list(all.slice(from, from + Number(query.limit))), total: all.length } };
  }
  if (rest.startsWith('/segmentations/'))
    return { json: segmentation(rest.slice(15), Number(query.offset ?? 0)) };
  if (/media-descriptions$/.test(rest)) return { json: description(rest.split('/')[4] ?? '') };
  if (/entities/.test(rest)) return { json: entities(rest.split('/')[4] ?? '') };
  if (/moments$/.test(rest)) return { json: moments(String(query.file_id), query.cursor) };
  return { status: 404, json: { error: `nothing at ${rest}` } };
}

const list = (data: unknown[]) => ({ object: 'list', data, total: data.length, limit: 100, offset: 0 });
const about = () => ({
  id: collection,
  object: 'collection',
  name: 'Talks',
  description: null,
  collection_type: held.type,
  created_at: 0,
  file_count: held.files,
});

function item(index: number) {
  const file_id = id(index);
  const file = {
    id: file_id,
    status: 'completed',
    uri: `vau://${file_id}`,
    bytes: 2 ** 40 + index,
    created_at: 0,
    filename: index === 2 ? 'a/b.MP4' : 'talk.mp4',
    metadata: { take: index, big: 1 },
    source: 'upload',
    media_type: 'video',
    source_metadata: null,
    media_info: { duration_seconds: 60.5, width: 640, height: 360, frame_rate: 29.97, has_audio: true },
    ...held.media?.[index],
  };
  const segmentation_config = { strategy: 'uniform', uniform_config: { window_seconds: 20 } };
  return {
    collection_id: collection,
    file_id,
    object: 'collection_file',
    added_at: 1_700_000_000_000 + index,
    status: index === 1 ? 'failed' : 'completed',
    searchable_status: 'completed',
    file,
    segmentation: { id: id(500 + index), status: 'completed', file_id, segmentation_config },
  };
}

function segmentation(of: string, offset: number) {
  const all = Array.from({ length: 130 }, (_, index) => ({
    id: id(10_000 + index),
    start_time: index,
    end_time: index + 1,
  }));
  return {
    segmentation_id: of,
    status: 'completed',
    file_id: id(Number(of.slice(-3)) - 500),
    created_at: 0,
    segmentation_config: { strategy: 'uniform' },
    thumbnails_config: {},
    data: { object: 'list', segments: all.slice(offset, offset + 100), total: 130, limit: 100, offset },
  };
}

const description = (file_id: string) => ({
  collection_id: collection,
  file_id,
  speech: quotes.map((text, index) => ({
    ...{
      text,
      start_time: index * 2.5,
      end_time: index * 2.5 + 2,
      ...(index === 0 ? { speaker: 'Ada' } : {}),
    },
  })),
  scene_text: [{ text: 'AGENDA', start_time: 1, end_time: 4 }],
});

/** What the third film says and shows, for the queries of docs/export.md. */
const launching = {
  collection_id: collection,
  file_id: id(2),
  speech: [
    { text: 'We launch on Monday.', start_time: 3, end_time: 5, speaker: 'Grace' },
    { text: 'It is ready.', start_time: 5, end_time: 6, speaker: 'Grace' },
    { text: 'The LAUNCH was late.', start_time: 9, end_time: 11, speaker: 'Grace' },
  ],
  scene_text: [{ text: 'ROCKET', start_time: 4, end_time: 9 }],
};

const entities = (file_id: string) => ({
  collection_id: collection,
  file_id,
  total: 1,
  limit: 100,
  offset: 0,
  entities: { people: [{ name: 'Ada' }, { name: 'Grace' }], count: 2, none: null },
  evidence: [{ path: 'people[1].name', quote: 'I am Grace', source: 'speech', start_time: 3, end_time: 4 }],
  segment_entities: [{ start_time: 0, end_time: 20, entities: { place: 'Oslo' } }],
});

function moments(file_id: string, cursor: unknown) {
  const one = (number: number) => ({
    moment_id: id(700 + number),
    file_id,
    job_id: 'j',
    criterion_name: 'promise',
    title: `Promise ${number}`,
    start_time: 10 * number,
    end_time: 10 * number + 5.005,
    reason: 'said so',
    rank_score: 0.5,
    evidence: { signals: ['speech'] },
    speakers: ['Ada'],
  });
  return cursor === undefined
    ? { moments: [one(0)], total: 2, next_cursor: 'more' }
    : { moments: [one(1)], total: 2 };
}

const vau = (args: string[], options: RunOptions = {}) =>
  run(home.folder, ['collection', 'export', ...args], { env: choosing(service), ...options });
const json = (file: string) =>
  readFileSync(at(file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('vau collection export', () => {
  it('writes a file per table as lines of JSON, in the order of the files, for a collection by name', async () => {
    const ended = await vau(['Talks', '--format', 'ndjson', '--out', 'talks', '-o', 'json']);
    expect([ended.status, ended.stderr]).toEqual([0, expect.stringContaining('1 file is not processed')]);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      collection_id: collection,
      rows: { files: 3, segments: 260, speech: 6, scene_text: 2 },
    });
    expect(readdirSync(at('talks')).sort()).toEqual([
      'export.json',
      'files.ndjson',
      'scene_text.ndjson',
      'segments.ndjson',
      'speech.ndjson',
    ]);
    expect(json('talks/files.ndjson').map(({ file_id }) => file_id)).toEqual([id(0), id(1), id(2)]);
    expect(json('talks/files.ndjson')[0]).toMatchObject({
      filename: 'talk.mp4',
      bytes: 2 ** 40,
      added_at: '2023-11-14T22:13:20.000Z',
      metadata: { take: 0, big: 1 },
      error: null,
    });
    expect(json('talks/speech.ndjson').map(({ text }) => text)).toEqual([...quotes, ...quotes]);
    expect(json('talks/segments.ndjson').map(({ index }) => index)).toEqual([
      ...Array(130).keys(),
      ...Array(130).keys(),
    ]);
    expect(existsSync(at('talks.part'))).toBe(false);
  });

  it('writes Parquet that reads back with its types', async () => {
    expect((await vau([collection, '--format', 'parquet', '--out', 'talks'])).status).toBe(0);
    const read = async (name: string) =>
      parquetReadObjects({ file: await asyncBufferFromFile(at(`talks/${name}.parquet`)) });
    const files = await read('files');
    expect(files.map(({ bytes }) => bytes)).toEqual([2n ** 40n, 2n ** 40n + 1n, 2n ** 40n + 2n]);
    expect(files[0]).toMatchObject({
      added_at: new Date(1_700_000_000_000),
      has_audio: true,
      duration_seconds: 60.5,
      metadata: '{"take":0,"big":1}',
    });
    expect((await read('speech')).map(({ text }) => text)).toEqual([...quotes, ...quotes]);
    expect(await read('segments')).toHaveLength(260);
  });

  it('writes Parquet that DuckDB queries as docs/export.md shows', async () => {
    held.refuse = ({ path: route }) =>
      route.endsWith(`${id(2)}/media-descriptions`) ? { json: launching } : undefined;
    expect((await vau([collection, '--format', 'parquet', '--out', 'talks'])).status).toBe(0);
    const [speakers, launches, shown] = await answersOver(at('talks'), exportQueries);
    expect(speakers).toEqual([
      ['Grace', 5, '1'],
      [null, 4, '1'],
      ['Ada', 2, '1'],
    ]);
    expect(launches).toEqual([
      ['a/b.MP4', 3, 'We launch on Monday.'],
      ['a/b.MP4', 9, 'The LAUNCH was late.'],
    ]);
    expect(shown).toEqual([
      ['AGENDA', `${quotes[0]} ${quotes[1]}`],
      ['ROCKET', 'We launch on Monday. It is ready.'],
    ]);
  });

  it('writes one table as CSV, in which nothing is a formula', async () => {
    const ended = await vau([collection, '--table', 'speech', '--out', 'said.csv']);
    expect([ended.status, ended.stdout]).toEqual([0, expect.stringContaining('speech: 6 rows')]);
    expect(readFileSync(at('said.csv'), 'utf8').split('\r\n').slice(0, 4)).toEqual([
      'file_id,index,start_time,end_time,speaker,text,confidence',
      `${id(0)},0,0,2,Ada,"Hello, ""world"".",`,
      `${id(0)},1,2.5,4.5,,"'=HYPERLINK(""http://x"")",`,
      `${id(0)},2,5,7,,"två\nlines",`,
    ]);
  });

  it('writes subtitles per film, each under a name of its own', async () => {
    held.files = 4;
    const ended = await vau([collection, '--format', 'srt', '--out', 'subtitles']);
    expect([ended.status, ended.stdout]).toEqual([0, expect.stringContaining('3 films')]);
    expect(readdirSync(at('subtitles')).sort()).toEqual([
      'a_b.srt',
      'export.json',
      'talk (0b6a1a52).srt',
      'talk.srt',
    ]);
    expect(readFileSync(at('subtitles/talk.srt'), 'utf8')).toMatch(
      /^1\n00:00:00,000 --> 00:00:02,000\nAda: Hello, "world"\.\n\n2\n00:00:02,500 --> 00:00:04,500\n/,
    );
  });

  it('writes a row per extracted value, with the words that it comes from', async () => {
    held.type = 'entities';
    expect((await vau([collection, '--table', 'entities', '--out', 'e.ndjson'])).status).toBe(0);
    const rows = json('e.ndjson').filter(({ file_id }) => file_id === id(0));
    expect(
      rows.map(({ level, path: where, field, value, quote }) => [level, where, field, value, quote]),
    ).toEqual([
      ['file', 'people[0].name', 'people.name', 'Ada', null],
      ['file', 'people[1].name', 'people.name', 'Grace', 'I am Grace'],
      ['file', 'count', 'count', '2', null],
      ['segment', 'place', 'place', 'Oslo', null],
    ]);
  });

  it('writes moments as edit decision lists, with the timecode of the film, and as timelines', async () => {
    Object.assign(held, { type: 'moments', files: 1 });
    expect((await vau([collection, '--format', 'edl', '--out', 'cuts'])).status).toBe(0);
    expect(readFileSync(at('cuts/talk.edl'), 'utf8')).toBe(
      [
        'TITLE: talk.mp4',
        'FCM: DROP FRAME',
        '',
        '001  AX       B     C        00:00:00;00 00:00:05;00 01:00:00;00 01:00:05;00',
        '* FROM CLIP NAME: talk.mp4',
        '* COMMENT: Promise 0',
        '* COMMENT: said so',
        '002  AX       B     C        00:00:10;00 00:00:15;00 01:00:05;00 01:00:10;00',
        '* FROM CLIP NAME: talk.mp4',
        '* COMMENT: Promise 1',
        '* COMMENT: said so',
        '',
      ].join('\n'),
    );
    expect((await vau([collection, '--format', 'otio', '--out', 'timelines'])).status).toBe(0);
    const timeline = JSON.parse(readFileSync(at('timelines/talk.otio'), 'utf8'));
    expect(timeline.tracks.children.map(({ kind }: { kind: string }) => kind)).toEqual(['Video', 'Audio']);
    const [, second] = timeline.tracks.children[0].children;
    expect(second).toMatchObject({
      OTIO_SCHEMA: 'Clip.1',
      name: 'Promise 1',
      source_range: { start_time: { value: 300, rate: 30_000 / 1001 }, duration: { value: 150 } },
      media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'talk.mp4' },
    });
  });

  it.each([
    ['10:00:00;00', 29.97, '10:00:00;00 10:00:05;00 01:00:00;00 01:00:05;00', 'DROP FRAME', 1_078_920],
    ['10:00:00:00', 29.97, '10:00:00:00 10:00:05:00 01:00:00:00 01:00:05:00', 'NON-DROP FRAME', 1_080_000],
    ['09:59:50:12', 25, '09:59:50:12 09:59:55:12 01:00:00:00 01:00:05:00', 'NON-DROP FRAME', 899_762],
    // No frame of 25 has this number.
    ['09:59:50:25', 25, '00:00:00:00 00:00:05:00 01:00:00:00 01:00:05:00', 'NON-DROP FRAME', 0],
  ])(
    'begins the source at the timecode of the file: %s',
    async (timecode, frame_rate, codes, mode, first) => {
      const media_info = { duration_seconds: 60.5, frame_rate, has_audio: true, timecode };
      Object.assign(held, { type: 'moments', files: 1, media: { 0: { media_type: 'video', media_info } } });
      expect((await vau([collection, '--format', 'edl', '--out', 'cuts'])).status).toBe(0);
      const list = readFileSync(at('cuts/talk.edl'), 'utf8');
      expect(list).toContain(`FCM: ${mode}\n\n001  AX       B     C        ${codes}\n`);
      expect((await vau([collection, '--format', 'otio', '--out', 'lines'])).status).toBe(0);
      const [clip] = JSON.parse(readFileSync(at('lines/talk.otio'), 'utf8')).tracks.children[0].children;
      expect(clip.source_range.start_time.value).toBe(first);
      expect(clip.media_reference.available_range.start_time.value).toBe(first);
    },
  );

  const sound = { media_type: 'audio', media_info: { duration_seconds: 60.5, has_audio: true } };
  const slow = { media_type: 'video', media_info: { duration_seconds: 60.5, frame_rate: 12.5 } };
  const cuts = [collection, '--table', 'segments', '--format'];

  it('gives sound the frame rate of the films beside it, else 25, and says so', async () => {
    held = { ...held, files: 4, media: { 0: sound } };
    const beside = await vau([...cuts, 'edl', '--out', 'beside']);
    expect([beside.status, beside.stderr]).toEqual([0, expect.not.stringContaining('Sound')]);
    expect(readFileSync(at('beside', 'talk.edl'), 'utf8')).toContain('FCM: DROP FRAME');
    held = { ...held, files: 1 };
    const alone = await vau([...cuts, 'otio', '--out', 'alone']);
    expect([alone.status, alone.stderr]).toEqual([0, expect.stringContaining('at 25 frames per second')]);
    expect(alone.stderr).toContain('talk.mp4');
    expect(readFileSync(at('alone', 'talk.otio'), 'utf8')).toContain('"rate": 25,');
    const chosen = await vau([...cuts, 'otio', '--out', 'chosen', '--frame-rate', '24']);
    expect([chosen.status, chosen.stderr]).toEqual([0, expect.not.stringContaining('Sound')]);
    expect(readFileSync(at('chosen', 'talk.otio'), 'utf8')).toContain('"rate": 24,');
  });

  it('leaves out by name a film at whose rate timecode cannot count', async () => {
    held = { ...held, media: { 2: slow } };
    const line = [...cuts, 'edl', '--out', 'some', '-o', 'json'];
    const { status, stdout, stderr } = await vau(line);
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({
        left_out: [expect.objectContaining({ file_id: id(2), filename: 'a/b.MP4' })],
      }),
    ]);
    expect(stderr).toContain('Left out a/b.MP4: it has 12.5 frames per second');
    expect(readdirSync(at('some'))).toContain('talk.edl');
    expect((await vau([...line, '--force', '--frame-rate', '25'])).status).toBe(0);
  });

  it('asks for a frame rate where the service knows none, and goes on with what was read', async () => {
    held.refuse = ({ path: route }) => {
      if (!route.endsWith('/videos')) return undefined;
      const { file, ...rest } = item(0);
      return { json: list([{ ...rest, file: { ...file, media_info: {} } }]) };
    };
    const line = [collection, '--format', 'edl', '--out', 'cuts'];
    const refused = await vau(line);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--frame-rate 25')]);
    const read = service.arrived.filter(({ path: route }) => route.includes('/segmentations/')).length;
    expect((await vau([...line, '--frame-rate', '25'])).status).toBe(0);
    expect(service.arrived.filter(({ path: route }) => route.includes('/segmentations/'))).toHaveLength(read);
    expect(readFileSync(at('cuts/talk.edl'), 'utf8')).toContain(
      'FCM: NON-DROP FRAME\n\n001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n',
    );
  });

  it('goes on after the last whole file when it was killed, and ends with the same bytes', async () => {
    held.files = 40;
    const line = [collection, '--format', 'ndjson', '--table', 'speech', '--table', 'files', '--out'];
    expect((await vau([...line, 'whole'])).status).toBe(0);
    service.arrived.length = 0;
    const described = () => service.arrived.filter(({ path: route }) => route.endsWith('media-descriptions'));
    held.refuse = ({ path: route }) =>
      route.includes(id(21)) && route.endsWith('media-descriptions') ? { never: true } : undefined;
    const until = (text: string, kill: (signal: NodeJS.Signals) => void) =>
      /\b20 of 40/.test(text) && kill('SIGKILL');
    expect((await vau([...line, 'talks'], { onError: until })).status).toBe(null);
    expect(existsSync(at('talks'))).toBe(false);
    // As a machine leaves it that went down in the middle of a line.
    writeFileSync(at('talks.part/speech.rows'), '{"file_id": "torn', { flag: 'a' });
    writeFileSync(at('talks.part/journal'), '{"key": "00', { flag: 'a' });
    const before = described().length;
    held.refuse = undefined;
    const ended = await vau([...line, 'talks']);
    expect(ended.status).toBe(0);
    expect(described().length - before).toBeLessThan(22);
    for (const name of ['speech.ndjson', 'files.ndjson'])
      expect(readFileSync(at('talks', name), 'utf8')).toBe(readFileSync(at('whole', name), 'utf8'));
    expect(existsSync(at('talks.part'))).toBe(false);
  });

  it('keeps what was read after an error of the service, and says how to go on', async () => {
    held.refuse = ({ path: route }) =>
      route.includes(id(2)) ? { status: 400, json: { error: 'no' } } : undefined;
    const line = [collection, '--format', 'csv', '--out', 'talks'];
    const ended = await vau(line);
    expect([ended.status, ended.stdout]).toEqual([8, '']);
    expect(ended.stderr).toContain('talks.part: the same command goes on from there');
    expect(existsSync(at('talks'))).toBe(false);
    const other = await vau([collection, '--format', 'csv', '--table', 'files', '--out', 'talks']);
    expect([other.status, other.stderr]).toEqual([
      2,
      expect.stringContaining('an unfinished export of something else'),
    ]);
  });

  it('refuses to replace what is there; with --force it touches only files of exports', async () => {
    mkdirSync(at('talks'));
    writeFileSync(at('talks/mine.txt'), 'mine');
    const line = [collection, '--format', 'ndjson', '--out', 'talks'];
    const refused = await vau(line);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(service.arrived).toEqual([]);
    expect((await vau([...line, '--force'])).status).toBe(0);
    expect(
      (await vau([collection, '--format', 'csv', '--table', 'files', '--out', 'talks', '--force'])).status,
    ).toBe(0);
    expect(readdirSync(at('talks')).sort()).toEqual(['export.json', 'files.csv', 'mine.txt']);
  });

  it.each([
    [['--format', 'csv'], '--out is required'],
    [['--out', 'x'], '--format is required: ndjson'],
    [['--out', 'x.csv'], 'x.csv can hold one table: choose it with --table'],
    [['--out', 'x.srt'], '--format srt writes a file per film: --out must be a folder'],
    [['--out', 'x', '--format', 'srt', '--table', 'files'], '--format srt is made of one table: speech'],
    [
      ['--out', 'x', '--format', 'csv', '--table', 'moments'],
      'of type media-descriptions has no table moments',
    ],
    [['--out', 'x', '--format', 'edl', '--frame-rate', '0'], '--frame-rate must be above 0'],
  ])('refuses %j', async (args, message) => {
    const ended = await vau([collection, ...args]);
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(readdirSync(home.folder).filter((name) => name.startsWith('x'))).toEqual([]);
  });
});
