/** vau probe with folders and patterns, and --preflight, with the real binary. */
import { execFile, execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AAC, H264, make, picture, tempFolder, tone } from '../media/support.ts';
import { binary, emptyHome, type Home, type Run, vau } from '../support/vau.ts';

const { dir, at, drop } = await tempFolder();
let home: Home;

beforeAll(async () => {
  home = await emptyHome();
  await mkdir(at('films', 'deep', '.hidden'), { recursive: true });
  await make(...picture(1), ...tone(1), ...H264, ...AAC, '-shortest', at('films', 'b film.mp4'));
  await make(...tone(1), at('films', 'deep', 'tone.wav'));
  await make(...picture(1), '-frames:v', '1', at('films', 'deep', 'still.png'));
  await cp(at('films', 'deep', 'tone.wav'), at('films', 'a.data'));
  await cp(at('films', 'deep', 'tone.wav'), at('films', 'deep', '.hidden', 'tone.wav'));
  await cp(at('films', 'deep', 'tone.wav'), at('films', '.tone.wav'));
  await writeFile(at('films', 'notes.mp4'), 'only words');
  // A link that leads back to its own folder.
  await symlink(at('films'), at('films', 'deep', 'again'));
});
afterAll(async () => {
  await drop();
  await home.remove();
});

const probe = (...args: string[]): Promise<Run> =>
  vau(['probe', ...args], { env: home.env, cwd: dir, timeout: 170_000 });
const names = async (...args: string[]): Promise<string[]> =>
  JSON.parse((await probe(...args, '-o', 'json')).stdout).map(({ file }: { file: string }) => file);

it('[CLI-2] refuses a pipe at once, and still reads the others', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const { status, stdout, stderr } = await probe(
    'pipe',
    'films/deep/tone.wav',
    '--fields',
    'file',
    '-o',
    'csv',
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'file\r\nfilms/deep/tone.wav\r\n' });
  expect(stderr).toContain('pipe: it is not a regular file');
});

describe('folders', () => {
  it('[CLI-2] every file with media content, in order, and nothing else', async () => {
    const { status, stderr } = await probe('films');
    expect(status).toBe(0);
    expect(stderr).toContain('Skipped 1 file that is not media');
    expect(await names('films')).toEqual([
      'films/a.data',
      'films/b film.mp4',
      'films/deep/still.png',
      'films/deep/tone.wav',
    ]);
  });

  it('only the folder itself with --no-recursive', async () => {
    expect(await names('films', '--no-recursive')).toEqual(['films/a.data', 'films/b film.mp4']);
  });

  it('named files keep their position and are not repeated', async () => {
    expect(await names('films/deep/tone.wav', 'films/deep')).toEqual([
      'films/deep/tone.wav',
      'films/deep/still.png',
    ]);
  });

  it('an empty one is an empty array', async () => {
    await mkdir(at('empty'));
    const ended = await probe('empty', '-o', 'json');
    expect([ended.status, JSON.parse(ended.stdout)]).toEqual([0, []]);
  });
});

describe('patterns that the shell did not expand', () => {
  it.each([
    ['films/*.data', ['films/a.data']],
    ['films/**/*.wav', ['films/deep/tone.wav']],
    ['films/**', ['films/a.data', 'films/b film.mp4', 'films/deep/still.png', 'films/deep/tone.wav']],
    ['*/deep/{tone,still}.*', ['films/deep/still.png', 'films/deep/tone.wav']],
    ['films/[!b]*.data', ['films/a.data']],
    ['films/? film.mp4', ['films/b film.mp4']],
  ])('%s', async (pattern, expected) => {
    expect((await names(pattern)).filter((file) => file !== 'films/notes.mp4')).toEqual(expected);
  });

  it('a pattern without a match is named: exit 1', async () => {
    const ended = await probe('films/*.mkv');
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('films/*.mkv: no match');
  });

  it('a file whose name looks like a pattern is that file', async () => {
    await cp(at('films', 'a.data'), at('[1].wav'));
    expect(await names('[1].wav')).toEqual(['[1].wav']);
  });
});

describe('names that look like patterns', () => {
  const folder = 'Italy (April) [1] {a,b}';
  const inside = (name: string) => `${folder}/${name}`;
  const clips = ['clip [1] (x).wav', 'clip [2] (x).wav'].map(inside);
  const deep = inside('sub dir/deep {1}.wav');

  beforeAll(async () => {
    await mkdir(at(folder, 'sub dir'), { recursive: true });
    for (const file of [...clips, deep]) await cp(at('films', 'a.data'), at(file));
  });

  it.each([
    [`${folder}/`, [...clips, deep]],
    [`${folder}/*.wav`, clips],
    [`./${folder}/*[12]*`, clips.map((file) => `./${file}`)],
    [`${folder}/clip [*] (x).wav`, clips],
    [`${folder}/{clip,none}*`, clips],
    ['*/clip [1]*.wav', clips.slice(0, 1)],
    ['Italy*/**/*.wav', [...clips, deep]],
    [inside('sub dir/deep {1}.wav'), [deep]],
    [at(folder, 'sub*', '*'), [at(deep)]],
  ])('%s', async (pattern, expected) => {
    expect(await names(pattern)).toEqual(expected);
  });

  it('a pattern does not repeat files that were named', async () => {
    expect(await names(clips[1] ?? '', `${folder}/*.wav`)).toEqual([clips[1], clips[0]]);
  });
});

describe('a folder of many files', () => {
  /** A tenth of Node's stack, so that a tenth of the files is enough. */
  const count = 15_000;
  const last = `archive/inner/${count - 1}.data`;
  const onSmallStack = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--stack-size=100', binary, 'probe', ...args], {
      cwd: dir,
      env: { PATH: process.env.PATH ?? '', ...home.env },
    });

  beforeAll(() => {
    mkdirSync(at('archive', 'inner'), { recursive: true });
    for (let index = 0; index < count; index += 1)
      closeSync(openSync(at('archive', 'inner', `${index}.txt`), 'w'));
    cpSync(at('films', 'a.data'), at(last));
  });

  it.each(['archive/inner', 'archive'])('[SAFE-4] %s is walked completely', async (folder) => {
    const { stdout, stderr } = await onSmallStack(folder, '-o', 'ndjson', '--fields', 'file');
    expect(stdout).toBe(`{"file":"${last}"}\n`);
    expect(stderr).toContain(`Skipped ${count} files that are not media`);
  });
});

describe('unreadable files and folders', () => {
  /** Nested folders, until the path is longer than the system allows. */
  const name = 'd'.repeat(250);
  beforeAll(() => {
    const script = `mkdir -p deep && cd deep && cp ../films/a.data a.data && for i in $(seq 20); do mkdir ${name}; cd -P ${name}; done`;
    execFileSync('sh', ['-c', script], { cwd: dir });
  });
  // Node removes by full paths, and this one is too long.
  afterAll(() => {
    execFileSync('rm', ['-rf', at('deep')]);
  });

  it('are named with exit 1, and the rest is shown', async () => {
    const ended = await probe('deep', '-o', 'json', '--fields', 'file');
    expect(ended.status).toBe(1);
    expect(JSON.parse(ended.stdout)).toEqual([{ file: 'deep/a.data' }]);
    expect(ended.stderr).toMatch(/^deep\/d.*: ENAMETOOLONG/m);
  });

  it('are named after a pattern too', async () => {
    const ended = await probe('deep/**/*.data', '-o', 'json', '--fields', 'file');
    expect(ended.status).toBe(1);
    expect(JSON.parse(ended.stdout)).toEqual([{ file: 'deep/a.data' }]);
    expect(ended.stderr).toMatch(/d{250}: ENAMETOOLONG/);
  });
});

describe('a hundred and ten files', () => {
  /** Three lines of progress: after 25, 50 and 100. */
  const count = 110;
  const file = (index: number) => `many/${String(index).padStart(3, '0')}.wav`;

  beforeAll(async () => {
    await mkdir(at('many'));
    const [tiny, cut] = [at('tiny.wav'), at('cut.mp4')];
    await make(...tone(0.1), tiny);
    await writeFile(cut, Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2'.padEnd(40, '\0'), 'latin1'));
    for (let index = 0; index < count; index += 1) await cp(index === 7 ? cut : tiny, at(file(index)));
  });

  it('[CLI-2] arrive in order as JSON, with the broken one named and progress', {
    timeout: 180_000,
  }, async () => {
    const ended = await probe('many', '-o', 'json', '--fields', 'file,duration_seconds');
    expect(ended.status).toBe(1);
    const rows: { file: string; duration_seconds: number }[] = JSON.parse(ended.stdout);
    const expected = Array.from({ length: count }, (_, index) => file(index)).filter(
      (_, index) => index !== 7,
    );
    expect(rows.map((row) => row.file)).toEqual(expected);
    expect(rows.every((row) => Math.abs(row.duration_seconds - 0.1) < 0.01)).toBe(true);
    expect(ended.stderr).toContain(`${file(7)}: `);
    const lines = ended.stderr.split('\n').filter((line) => line.startsWith('Probed'));
    expect(lines).toEqual([25, 50, 100].map((done) => `Probed ${done} files`));
  });

  it('arrive as ndjson, each once, with the requested fields', async () => {
    const ended = await probe('many/0[0-2]?.wav', '-o', 'ndjson', '--fields', 'file,media_type');
    expect(ended.status).toBe(1);
    const rows = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(rows.map((row) => row.file)).size).toBe(29);
    expect(rows.every((row) => JSON.stringify(Object.keys(row)) === '["file","media_type"]')).toBe(true);
  });
});

describe('--preflight', () => {
  beforeAll(async () => {
    await writeFile(at('list.m3u8'), '#EXTM3U\n#EXT-X-VERSION:3\n');
    await writeFile(at('list.mp4'), 'ffconcat version 1.0\nfile /etc/passwd\n');
    await writeFile(at('empty.mp4'), '');
  });
  const judged = async (...args: string[]) => {
    const ended = await probe('--preflight', '-o', 'json', ...args);
    return {
      ...ended,
      rows: JSON.parse(ended.stdout) as { file: string; accepted: boolean; reasons: string[] }[],
    };
  };

  it('acceptable files are accepted: exit 0', async () => {
    const { status, rows, stderr } = await judged('films/deep');
    expect([status, stderr]).toEqual([0, '']);
    expect(rows.map(({ accepted, reasons }) => [accepted, reasons])).toEqual(Array(2).fill([true, []]));
  });

  it('others would be refused, each with its reason: exit 1', async () => {
    const expected: [file: string, words: RegExp][] = [
      ['list.m3u8', /playlist: it refers to other files/],
      ['list.mp4', /refers to other files/],
      ['empty.mp4', /empty/],
      ['films/notes.mp4', /not a media file/],
      ['missing.mp4', /no such file/],
    ];
    const { status, rows, stderr } = await judged(...expected.map(([file]) => file));
    expect(status).toBe(1);
    expect(rows).toMatchObject(
      expected.map(([file, words]) => ({
        file,
        accepted: false,
        reasons: [expect.stringMatching(words)],
      })),
    );
    for (const [file, words] of expected) {
      const line = stderr.split('\n').find((one) => one.startsWith(`${file}: `));
      expect(line, stderr).toMatch(words);
    }
  });

  it('audio is refused for faces only', async () => {
    expect((await judged('films/deep', '--collection-type', 'moments')).status).toBe(0);
    const { status, rows } = await judged('films/deep', '--collection-type', 'face-analysis');
    expect(status).toBe(1);
    expect(rows.map(({ file, accepted }) => [file, accepted])).toEqual([
      ['films/deep/still.png', true],
      ['films/deep/tone.wav', false],
    ]);
  });
});
