/** vau clip, and --clip of commands that find: which files they make, and which they leave alone. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locate, needs } from '../support/programs.ts';
import { type Answer, type Arrived, choosing, run, stage } from './harness.ts';

const file = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const search = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const moment = '0b6a1a52-9f3c-4c1e-8a51-000000000003';
const collection = '0b6a1a52-9f3c-4c1e-8a51-000000000004';
const hostile = '../../\u001b[31mev/il: "x"\u202e.mp4';

const { service, home } = await stage();
const at = (...names: string[]) => path.join(home.folder, ...names);
const words = ['We', 'launch', '{\\b1}', 'in', 'March.'].map((word, n) => ({
  word,
  start_time: 12 + n,
  end_time: 12.5 + n,
}));
const speech = [
  {
    text: 'Before that.',
    start_time: 2,
    end_time: 11.5,
    words: [
      { word: 'Before', start_time: 3, end_time: 3.4 },
      { word: 'that.', start_time: 11, end_time: 11.4 },
    ],
  },
  { text: 'We launch {\\b1} in March.', start_time: 12, end_time: 16.5, speaker: 'Ada', words },
];
const found = {
  moment_id: moment,
  file_id: file,
  start_time: 12,
  end_time: 14,
  title: 'The launch',
  job_id: 'j',
  criterion_name: 'promise',
};
const result = {
  type: 'segment',
  id: search,
  file_id: file,
  score: 0.9,
  start_time: 12,
  end_time: 14,
  context: 'We launch',
};

let filename: string;
let media: (request: Arrived) => Answer;
beforeEach(() => {
  filename = 'talk.mp4';
  media = () => ({ text: 'the film' });
  service.script = (request) => {
    const { path: where, query } = request;
    if (where.startsWith('/m/')) return media(request);
    if (where.endsWith('/clip')) {
      const [start_time, end_time] = [Number(query.start_time), Math.min(20, Number(query.end_time))];
      const url = `${service.url.replace('/v1', '')}/m/token/cuts/${start_time}-${end_time}.mp4`;
      return {
        json: {
          object: 'clip',
          file_id: file,
          filename,
          media_type: 'video',
          start_time,
          end_time,
          url,
          speech,
        },
      };
    }
    if (where.endsWith(`/files/${file}`)) return { json: { id: file, filename, status: 'completed' } };
    if (where.endsWith('/files')) return { json: { data: [{ id: file, filename: 'talk.mp4' }], total: 1 } };
    if (where.includes('/moments')) return { json: { moments: [found], total: 1 } };
    if (where.endsWith('/collections'))
      return { json: { data: [{ id: collection, name: 'Watch', collection_type: 'moments' }], total: 1 } };
    if (/\/search(\/|$)/.test(where) && (request.method === 'POST' || where.endsWith(search)))
      return {
        json: {
          id: search,
          object: 'search',
          created_at: 1,
          scope: 'segment',
          results: [result, { ...result, id: moment, start_time: 3, end_time: 5, context: 'Earlier' }],
          total: 2,
          limit: 10,
        },
      };
    return { status: 404, json: { error: 'not found' } };
  };
});
afterEach(() => rmSync(at('clips'), { recursive: true, force: true }));

const clip = (...more: string[]) => run(home.folder, ['clip', ...more], { env: choosing(service) });
const downloads = () => service.arrived.filter((one) => one.path.startsWith('/m/')).length;

describe('vau clip', () => {
  it('writes clips with captions and their origin, under names that sort, and keeps them when it runs again', async () => {
    const line = ['talk.mp4@12-17', 'talk.mp4@0:02-0:04.5', '--save', 'clips', '-o', 'json'];
    const ended = await clip(...line);
    expect(ended.status, ended.stderr).toBe(0);
    const names = ['001 talk 0-00-12', '002 talk 0-00-02'];
    expect(readdirSync(at('clips')).sort()).toEqual(
      names.flatMap((name) => [`${name}.json`, `${name}.mp4`, `${name}.srt`]),
    );
    expect(JSON.parse(ended.stdout).clips).toMatchObject([
      {
        clip: `clips/${names[0]}.mp4`,
        file_id: file,
        filename: 'talk.mp4',
        start_time: 12,
        end_time: 17,
        kept: false,
      },
      { clip: `clips/${names[1]}.mp4`, start_time: 2, end_time: 4.5 },
    ]);
    expect(readFileSync(at('clips', `${names[0]}.mp4`), 'utf8')).toBe('the film');
    expect(readFileSync(at('clips', `${names[0]}.srt`), 'utf8')).toBe(
      '1\n00:00:00,000 --> 00:00:04,500\nAda: We launch {\\b1} in March.\n',
    );
    expect(readFileSync(at('clips', `${names[1]}.srt`), 'utf8')).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nBefore\n',
    );
    expect(JSON.parse(readFileSync(at('clips', `${names[0]}.json`), 'utf8'))).toMatchObject({
      ...{ file_id: file, filename: 'talk.mp4', start_time: 12, end_time: 17, bytes: 8 },
      speech: [{ start_time: 2 }, { start_time: 12, speaker: 'Ada' }],
    });
    expect(downloads()).toBe(2);
    const again = await clip(...line);
    expect(JSON.parse(again.stdout).clips.map(({ kept }: { kept: boolean }) => kept)).toEqual([true, true]);
    expect(downloads()).toBe(2);
  });

  it('adds time before and after, and says in the table what it made', async () => {
    const ended = await clip('talk.mp4@0.5-14', '--save', 'clips', '--pad', '1500ms');
    expect(ended.stdout).toMatch(/clips\/001 talk 0-00-00\.mp4/);
    expect(service.arrived.find((one) => one.path.endsWith('/clip'))?.query).toEqual({
      start_time: '0',
      end_time: '15.5',
    });
  });

  it.each([
    ['a search', search, [12, 3]],
    ['a moment', moment, [12]],
  ])('cuts what %s found', async (_, id, starts) => {
    const ended = await clip(id, '--save', 'clips', '-o', 'json');
    expect(ended.status, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).clips.map((one: { start_time: number }) => one.start_time)).toEqual(
      starts,
    );
  });

  it('gives files of a hostile name a safe one', async () => {
    filename = hostile;
    const ended = await clip(`${file}@12-14`, '--save', 'clips');
    expect(ended.status, ended.stderr).toBe(0);
    for (const order of ['\u001b', '\u202e']) expect(ended.stdout).not.toContain(order);
    expect(readdirSync(at('clips'))).toEqual(
      ['json', 'mp4', 'srt'].map((ending) => `001 __.._ev_il_ _x_ 0-00-12.${ending}`),
    );
  });

  it('says so where the service cuts no clips', async () => {
    const { script } = service;
    service.script = (request, count) =>
      request.path.endsWith('/clip')
        ? { status: 404, json: { error: 'no such route' } }
        : script(request, count);
    const ended = await clip(`${file}@12-14`, '--save', 'clips');
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(ended.stderr).toContain('This service cuts no clips');
    expect(ended.stderr).toContain(`vau share create ${file} --clip`);
  });

  it('leaves other files alone, without --overwrite', async () => {
    mkdirSync(at('clips'));
    writeFileSync(at('clips', '001 talk 0-00-12.mp4'), 'my own');
    const ended = await clip('talk.mp4@12-14', '--save', 'clips');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('is there already, and is not the clip that is asked for');
    expect(ended.stderr).toContain('--overwrite');
    expect(readFileSync(at('clips', '001 talk 0-00-12.mp4'), 'utf8')).toBe('my own');
    expect(downloads()).toBe(0);
    expect((await clip('talk.mp4@12-14', '--save', 'clips', '--overwrite')).status).toBe(0);
    expect(readFileSync(at('clips', '001 talk 0-00-12.mp4'), 'utf8')).toBe('the film');
  });

  it('leaves nothing half when the service refuses a clip or it is interrupted, and then goes on', async () => {
    const line = ['talk.mp4@12-14', 'talk.mp4@2-4', '--save', 'clips'];
    media = ({ path: where }) =>
      where.includes('/2-4')
        ? { status: 422, json: { error: 'the file is damaged there' }, after: 300 }
        : { text: 'the film' };
    const refused = await clip(...line);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'talk.mp4 at 0:00:02: the service did not give this clip: the file is damaged there',
    );
    const one = ['001 talk 0-00-12.json', '001 talk 0-00-12.mp4', '001 talk 0-00-12.srt'];
    expect(readdirSync(at('clips')).sort()).toEqual(one);

    let kill: ((signal: NodeJS.Signals) => void) | undefined;
    media = () => {
      kill?.('SIGINT');
      return { never: true };
    };
    const interrupted = await run(home.folder, ['clip', ...line], {
      env: choosing(service),
      onError: (_, end) => {
        kill = end;
      },
    });
    expect(interrupted.status).toBe(130);
    expect(readdirSync(at('clips')).sort()).toEqual(one);

    service.arrived.length = 0;
    media = () => ({ text: 'the film' });
    expect((await clip(...line)).status).toBe(0);
    expect(downloads()).toBe(1);
    expect(readdirSync(at('clips'))).toHaveLength(6);
  });

  it.each([
    ['no folder', ['talk.mp4@1-2'], '--save is missing'],
    ['a range that is none', ['talk.mp4@2-1', '--save', 'clips'], 'the range must end after it starts'],
    ['titles of no reel', ['talk.mp4@1-2', '--save', 'clips', '--titles'], '--titles needs --stitch'],
    ['bars of no shape', ['talk.mp4@1-2', '--save', 'clips', '--bars'], '--bars needs --vertical'],
    [
      'a reel of another kind',
      ['talk.mp4@1-2', '--save', 'clips', '--stitch', 'reel.mov'],
      '--stitch must end in .mp4',
    ],
  ])('refuses %s', async (_, line, said) => {
    const ended = await clip(...line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(said);
  });
});

describe('--clip', () => {
  it.each([
    ['search run', ['search', 'run', 'launch', '--collection', collection], 2],
    ['moments list', ['moments', 'list', collection], 1],
    ['moments list --all', ['moments', 'list', collection, '--all'], 1],
  ])('of %s saves what is found', async (_, line, count) => {
    const ended = await run(home.folder, [...line, '--clip', 'clips', '--pad', '1s', '-o', 'json'], {
      env: choosing(service),
    });
    expect(ended.status, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).total).toBe(count);
    expect(ended.stderr).toContain(`Saved ${count} ${count === 1 ? 'clip' : 'clips'} in clips`);
    expect(readdirSync(at('clips'))).toContain('001 talk 0-00-11.mp4');
  });
});

const ffmpeg = (...args: string[]) =>
  promisify(execFile)(locate('ffmpeg'), ['-nostdin', '-v', 'error', '-y', ...args]);

/** Width, height and length of a film; and whether anything white is drawn into a black one at a second. */
async function looks(name: string, second: number) {
  const { stderr } = await promisify(execFile)(locate('ffmpeg'), [
    '-nostdin',
    '-i',
    at(name),
    '-f',
    'null',
    '-',
  ]);
  const [, width, height] = /Video: .* (\d{2,5})x(\d{2,5})/.exec(stderr) ?? [];
  const times = [...stderr.matchAll(/time=(\d+):(\d+):([\d.]+)/g)].at(-1) ?? [];
  await ffmpeg(
    '-ss',
    String(second),
    '-i',
    at(name),
    '-frames:v',
    '1',
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    at('frame.gray'),
  );
  const white = readFileSync(at('frame.gray')).filter((luma) => luma > 200).length;
  return { width: Number(width), height: Number(height), seconds: Number(times[3]), white };
}

describe('what is drawn', () => {
  beforeEach(async () => {
    const black = [
      '-f',
      'lavfi',
      '-i',
      'color=black:s=320x180:r=25:d=0.6',
      '-f',
      'lavfi',
      '-i',
      'sine=d=0.6',
    ];
    await ffmpeg(...black, '-pix_fmt', 'yuv420p', at('black.mp4'));
    const bytes = readFileSync(at('black.mp4'));
    media = () => ({ bytes });
    filename = "x':drawtext=textfile=/etc/passwd,\\N{\\p1}m 0 0 l 99 99.mp4";
  });
  const span = `${file}@12-12.6`;
  const drawn = needs('ffmpeg', 'fonts');

  drawn(
    'is captions in a vertical picture, with its sides cut off or with bars',
    async () => {
      const ended = await clip(span, '--save', 'clips', '--burn-captions', '--vertical', '-o', 'json');
      expect(ended.status, ended.stderr).toBe(0);
      const look = await looks(JSON.parse(ended.stdout).clips[0].clip, 0.3);
      expect(look).toMatchObject({ width: 1080, height: 1920, seconds: expect.closeTo(0.6, 1) });
      expect(look.white).toBeGreaterThan(200);
      const bars = await clip(span, '--save', 'bars', '--vertical', '--bars', '-o', 'json');
      expect(await looks(JSON.parse(bars.stdout).clips[0].clip, 0.3)).toMatchObject({
        width: 1080,
        height: 1920,
        white: 0,
      });
    },
    60_000,
  );

  drawn(
    'is a card before each clip of a reel, whatever the texts say',
    async () => {
      const line = [span, span, '--save', 'clips', '--stitch', 'reel.mp4'];
      const ended = await clip(...line, '--titles', '-o', 'json');
      expect(ended.status, ended.stderr).toBe(0);
      const card = await looks('reel.mp4', 1);
      expect(card).toMatchObject({ width: 320, height: 180, seconds: expect.closeTo(2 * (0.6 + 2.5), 0) });
      expect(card.white).toBeGreaterThan(50);
      expect((await looks('reel.mp4', 2.8)).white).toBe(0);
      const again = await clip(...line, '--titles', '-o', 'json');
      expect(JSON.parse(again.stdout).reel).toMatchObject({ kept: true });
      expect((await clip(...line)).stderr).toContain('reel.mp4 is there already, and is not of this reel');
    },
    60_000,
  );

  drawn('needs a font, and says so', async () => {
    writeFileSync(at('fonts.conf'), '<fontconfig><dir>/nowhere</dir></fontconfig>');
    const ended = await run(home.folder, ['clip', span, '--save', 'fontless', '--burn-captions'], {
      env: { ...choosing(service), FONTCONFIG_FILE: at('fonts.conf') },
    });
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('no font was found to draw its text with; install one');
    expect(readdirSync(at('fontless'))).toEqual([]);
  });
});
