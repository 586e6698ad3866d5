/** vau probe with the real binary. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaProbe } from '../../src/media/types.ts';
import { AAC, H264, make, picture, tempFolder, tone, turnClockwise } from '../media/support.ts';
import { emptyHome, type Home, type Run, vau } from '../support/vau.ts';

type Probed = MediaProbe & { file: string };

const { dir, at, drop } = await tempFolder();
let home: Home;

beforeAll(async () => {
  home = await emptyHome();
  const chapters = ['[CHAPTER]', 'TIMEBASE=1/1000', 'START=0', 'END=1000', 'title=Opening'];
  await writeFile(at('chapters.txt'), [';FFMETADATA1', 'title=A film', ...chapters, ''].join('\n'));
  const hlg = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  const language = ['-metadata:s:a:0', 'language=deu'];
  const film = [
    ...picture(2, '30000/1001'),
    ...tone(2, 48_000),
    '-i',
    at('chapters.txt'),
    '-map_metadata',
    '2',
  ];
  await make(...film, ...H264, ...AAC, ...language, '-x264-params', hlg, '-shortest', at('film.mp4'));
  await make(...picture(1), ...H264, at('turned.mp4'));
  await turnClockwise(at('turned.mp4'));
  await make(...tone(1, 44_100), '-ac', '2', at('tone.flac'));
  await make(...picture(1), '-frames:v', '1', at('still.png'));
  await writeFile(at('broken.mp4'), 'this is no film');
});
afterAll(async () => {
  await drop();
  await home.remove();
});

const probe = (...args: string[]): Promise<Run> => vau(['probe', ...args], { env: home.env, cwd: dir });
const json = async (...args: string[]): Promise<Probed[]> =>
  JSON.parse((await probe(...args, '-o', 'json')).stdout);

describe('an animated picture', () => {
  const frames = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=2'];

  it('is a film with the times of its frames', async () => {
    await make(...frames, '-c:v', 'apng', '-plays', '0', '-f', 'apng', at('moves.png'));
    await make(...frames, at('moves.gif'));
    for (const name of ['moves.png', 'moves.gif']) {
      const [found] = await json(name);
      expect(found, name).toMatchObject({ media_type: 'video', claimed_seconds: null });
      expect(found?.duration_seconds, name).toBeCloseTo(2, 1);
      expect(found?.streams[0], name).toMatchObject({ width: 64, height: 48, frame_rate: { value: 5 } });
    }
  });

  it.each([
    ['plain', []],
    ['lossless', ['-lossless', '1']],
    ['with transparency', ['-vf', 'format=yuva420p,colorchannelmixer=aa=0.5']],
  ])('is its first frame where ffmpeg reads no more, and says so: WebP, %s', async (_, how) => {
    await make(...frames, ...how, '-c:v', 'libwebp_anim', '-loop', '0', at('moves.webp'));
    const { status, stdout } = await probe('moves.webp');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^type +image$/m);
    expect(stdout).toMatch(/^container +webp \(WebP picture, animated: its first frame is read\)$/m);
    expect(stdout).toMatch(/64x48/);
  });
});

describe('one file', () => {
  it('[CLI-2] shows everything in sections, and nothing on standard error', async () => {
    const { status, stdout, stderr } = await probe('film.mp4');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^duration +0:00:02/m);
    expect(stdout).toMatch(/^container +mp4 /m);
    expect(stdout).toMatch(/^tag title +A film$/m);
    expect(stdout).toMatch(/video +h264 Main .*320x180, 29\.97 fps \(30000\/1001\), yuv420p bt2020.* HLG/);
    expect(stdout).toMatch(/audio +aac LC +deu +48000 Hz mono/);
    expect(stdout).toMatch(/^0:00:00\.000 +0:00:01\.000 +Opening$/m);
  });

  it('[CLI-2] is an array of one with -o json, alone on standard output', async () => {
    const [film, ...others] = await json('film.mp4');
    expect(others).toEqual([]);
    expect(film).toMatchObject({ file: 'film.mp4', media_type: 'video', container: 'mp4' });
    expect(film?.duration_seconds).toBeCloseTo(2, 1);
    expect(film?.chapters).toEqual([{ start: 0, end: 1, title: 'Opening' }]);
    expect(film?.streams[0]).toMatchObject({
      codec: 'h264',
      hdr: 'HLG',
      frame_rate: { rational: '30000/1001' },
    });
    expect(film?.streams[1]).toMatchObject({
      codec: 'aac',
      channels: 1,
      sample_rate: 48_000,
      language: 'deu',
    });
  });

  it('[CLI-2] shows a rotated picture as displayed', async () => {
    expect((await probe('turned.mp4')).stdout).toContain('180x320 (stored 320x180, rotated 90°)');
  });
});

describe('many files', () => {
  it('[CLI-2] give one row each, in the given order', async () => {
    const { status, stdout } = await probe('tone.flac', 'still.png', 'film.mp4');
    expect(status).toBe(0);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^FILE +TYPE +CONTAINER +DURATION +SIZE +BIT RATE +VIDEO +AUDIO +CHAPTERS$/);
    expect(rows.map((row) => row.split(/ +/).slice(0, 3))).toEqual([
      ['tone.flac', 'audio', 'flac'],
      ['still.png', 'image', 'png'],
      ['film.mp4', 'video', 'mp4'],
    ]);
  });

  it('[CLI-2] keep their order even if there are more than are read at once', async () => {
    const names = Array.from({ length: 24 }, (_, index) => (index % 2 ? 'tone.flac' : 'still.png'));
    expect((await json(...names)).map(({ file }) => file)).toEqual(names);
  });

  it('[CLI-2] if unreadable give one error line each, and the others are still shown', async () => {
    const { status, stdout, stderr } = await probe('tone.flac', 'broken.mp4', 'missing.mp4', 'still.png');
    expect(status).toBe(1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^broken\.mp4: it is not a media file/),
      'missing.mp4: no such file',
    ]);
  });

  it('[CLI-2] if none is readable leave standard output empty', async () => {
    expect(await probe('broken.mp4', '-o', 'json')).toMatchObject({ status: 1, stdout: '' });
  });
});

it('[CLI-2] needs neither a service nor a profile, and creates no folder but that of the cache', async () => {
  expect((await probe('tone.flac')).status).toBe(0);
  const { readdir } = await import('node:fs/promises');
  expect(await readdir(home.folder)).toEqual(['.cache']);
  expect(await readdir(`${home.folder}/.cache/vau`)).toEqual(['programs.json']);
});

it('asks for a file when none is given', async () => {
  expect(await probe()).toMatchObject({ status: 2, stdout: '' });
});

describe('the ffmpeg in use', () => {
  it('is shown with --debug, with the reason', async () => {
    const { stdout, stderr } = await probe('film.mp4', '--debug', '-o', 'json');
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toMatch(/^ffmpeg: \S+, \/\S+ \(\w+\), because .+$/m);
    expect(stderr).toMatch(/^ffprobe: .+$/m);
  });

  it('is the one of --ffmpeg, whatever the environment', async () => {
    await writeFile(
      at('other'),
      `#!/bin/sh\nprintf 'ffmpeg version 7.7.7 C\\nlibavcodec     61. 19.100 / x\\n'\n`,
      {
        mode: 0o755,
      },
    );
    const env = { ...home.env, VAU_FFMPEG: '/nowhere/ffmpeg' };
    const line = ['probe', 'tone.flac', '--debug', '--ffmpeg', at('other')];
    const { status, stderr } = await vau(line, { env, cwd: dir });
    expect(status).toBe(0);
    expect(stderr).toContain(`ffmpeg: 7.7.7, ${at('other')} (--ffmpeg), because --ffmpeg names it`);
  });

  it('exits 2 if the program of --ffmpeg does not run', async () => {
    for (const line of [
      ['probe', 'tone.flac'],
      ['serve', '--port', '0'],
    ]) {
      const ended = await vau([...line, '--ffmpeg', '/nowhere/ffmpeg'], { env: home.env, cwd: dir });
      expect(ended).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toContain('/nowhere/ffmpeg (from --ffmpeg) is not a working ffmpeg');
    }
  });
});
