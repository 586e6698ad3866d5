import { appendFile, chmod, copyFile, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseVersion } from '../../../src/media/ffmpeg/program/version.ts';
import {
  capabilities,
  chooseFfmpeg,
  ffmpegAdvice,
  has,
  installedPath,
  locateFfmpeg,
} from '../../../src/media/index.ts';
import { ffmpeg, tempFolder } from '../support.ts';

const { dir, drop } = await tempFolder();
afterAll(drop);

/** A program that answers `-version` like an ffmpeg of that version. */
async function pretend(
  folder: string,
  name: string,
  version: string,
  library = '60. 31.102',
): Promise<string> {
  const path = join(dir, folder, name);
  await mkdir(dirname(path), { recursive: true });
  const text = `${name} version ${version} Copyright (c)\\nlibavcodec     ${library} / ${library}\\n`;
  await writeFile(path, `#!/bin/sh\nprintf '${text}'\n`);
  await chmod(path, 0o755);
  return path;
}

const nothing = { PATH: join(dir, 'nowhere') };

describe.skipIf(process.platform === 'win32')('locateFfmpeg', () => {
  it('uses the one named by --ffmpeg, VAU_FFMPEG or FFMPEG_BIN, in this order, whatever else there is', async () => {
    const [option, vau, bin, path] = await Promise.all([
      pretend('option', 'ffmpeg', '4.4', '58.134'),
      pretend('vau', 'ffmpeg', '4.3', '58. 91'),
      pretend('bin', 'ffmpeg', '4.2', '58. 54'),
      pretend('path', 'ffmpeg', '8.1.2', '62. 11'),
      pretend('path', 'ffprobe', '8.1.2', '62. 11'),
    ]);
    const env = { VAU_FFMPEG: vau, FFMPEG_BIN: bin, PATH: dirname(path) };
    const found = async (explicit: string | undefined, rest: NodeJS.ProcessEnv) => {
      const { ffmpeg, why } = await chooseFfmpeg({ explicit, env: rest });
      return [ffmpeg.source, ffmpeg.version, why];
    };
    expect(await found(option, env)).toEqual(['--ffmpeg', '4.4', '--ffmpeg names it']);
    expect(await found(undefined, env)).toEqual(['VAU_FFMPEG', '4.3', 'VAU_FFMPEG names it']);
    expect(await found(undefined, { ...env, VAU_FFMPEG: undefined })).toEqual([
      'FFMPEG_BIN',
      '4.2',
      'FFMPEG_BIN names it',
    ]);
    expect((await found(undefined, { PATH: env.PATH }))[0]).toBe('PATH');
  });

  it('remembers what a program said of itself until its file changes, if it is given a file for that', async () => {
    const path = await pretend('remembered', 'ffmpeg', '7.1.4', '61. 19');
    const asked = join(dir, 'asked');
    await appendFile(path, `echo x >> '${asked}'\n`);
    const env = { PATH: dirname(path) };
    const memory = join(dir, 'new', 'programs.json');
    const versions = async (file?: string) => {
      await writeFile(asked, '');
      const { ffmpeg } = await chooseFfmpeg({ env, memory: file });
      return [ffmpeg.version, (await readFile(asked, 'utf8')).length / 2];
    };
    expect(await versions(memory)).toEqual(['7.1.4', 1]);
    expect(await versions(memory)).toEqual(['7.1.4', 0]);
    expect(await versions()).toEqual(['7.1.4', 1]);
    await pretend('remembered', 'ffmpeg', '8.1.2', '62. 11');
    await appendFile(path, `echo x >> '${asked}'\n`);
    expect(await versions(memory)).toEqual(['8.1.2', 1]);
    // What did not run once may run the next time.
    const script = await readFile(path, 'utf8');
    const broken = `#!/bin/sh\necho x >> '${asked}'\n[ -e '${asked}.now' ] || exit 1\n${script}`;
    await writeFile(path, broken);
    await expect(versions(memory)).rejects.toThrow('No ffmpeg was found');
    await writeFile(`${asked}.now`, '');
    expect((await versions(memory))[0]).toBe('8.1.2');
    await writeFile(path, script);
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    const odd = { [path]: { file: `${ino} ${size} ${mtimeMs} ${ctimeMs}`, version: '8' } };
    await writeFile(memory, JSON.stringify(odd));
    expect(await versions(memory)).toEqual(['8.1.2', 1]);
    await writeFile(memory, 'not JSON');
    expect(await versions(memory)).toEqual(['8.1.2', 1]);
    expect(await versions('/dev/null/programs.json')).toEqual(['8.1.2', 1]);
  });

  type Build = [version: string, library: string, ffprobe: boolean];
  const old: Build = ['N-47683-g0e8eb07980-static', '58. 42', true];
  const choices: [title: string, path: Build, data: Build, source: string, why: RegExp][] = [
    [
      'a recent one before one of 2018, complete or not',
      ['6.1.1', '60. 31', false],
      old,
      'PATH',
      /^it is newer than .*data folder/,
    ],
    [
      'a complete one before a newer one',
      ['5.1.9-0+deb12u1', '59. 37', true],
      ['8.1.2', '62. 11', false],
      'PATH',
      /^it has ffprobe beside it, unlike .*8\.1\.2, data folder\)$/,
    ],
    [
      'the newer of two that are complete',
      ['5.1.9', '59. 37', true],
      ['6.1.1', '60. 31', true],
      'data folder',
      /^it is newer than .*5\.1\.9, PATH/,
    ],
    [
      'a snapshot of this year before a release of years ago',
      ['5.1.9', '59. 37', true],
      ['N-121000-gabc', '62. 11', true],
      'data folder',
      /^it is newer than .*5\.1\.9, PATH/,
    ],
    [
      'the newer of two that are not',
      ['7.1.3', '61. 19', false],
      ['7.1.4', '61. 19', false],
      'data folder',
      /^it is newer than/,
    ],
    [
      'of equals the one on PATH',
      ['7.1.4', '61. 19', true],
      ['7.1.4', '61. 19', true],
      'PATH',
      /^it is as good as .*found first$/,
    ],
  ];

  it.each(choices)('takes %s, and says why', async (title, path, data, source, why) => {
    const place = title.replaceAll(' ', '-');
    for (const [folder, [version, library, probe]] of [
      [`${place}/path`, path],
      [`${place}/data/ffmpeg`, data],
    ] as const) {
      await pretend(folder, 'ffmpeg', version, library);
      if (probe) await pretend(folder, 'ffprobe', version, library);
    }
    const env = { PATH: join(dir, place, 'path') };
    const chosen = await chooseFfmpeg({ env, dataDir: join(dir, place, 'data') });
    expect(chosen.ffmpeg.source).toBe(source);
    expect(chosen.why).toMatch(why);
    expect(chosen.others).toHaveLength(1);
  });

  it('reports the only one, found twice or not', async () => {
    const path = await pretend('single', 'ffmpeg', '7.1.4');
    await symlink(dirname(path), join(dir, 'again'));
    const chosen = await chooseFfmpeg({ env: { PATH: `${dirname(path)}:${join(dir, 'again')}` } });
    expect(chosen).toMatchObject({ why: 'it is the only one found', others: [] });
    expect(installedPath(join(dir, 'data'))).toBe(join(dir, 'data', 'ffmpeg', 'ffmpeg'));
  });

  it.each(['VAU_FFMPEG', 'FFMPEG_BIN'])(
    'never falls back silently if %s names one that does not work',
    async (name) => {
      const good = await pretend('good', 'ffmpeg', '7.1.4');
      for (const path of [join(dir, 'missing'), await pretend('other', 'tool', '1')]) {
        await writeFile(join(dir, 'other', 'tool'), '#!/bin/sh\necho hello\n');
        const failed = locateFfmpeg({ env: { [name]: path, PATH: dirname(good) } });
        await expect(failed).rejects.toMatchObject({ code: 'unusable-ffmpeg' });
        await expect(failed).rejects.toThrow(new RegExp(`${path} \\(from ${name}\\)`));
      }
    },
  );

  it('refuses one that is older than 4.1', async () => {
    const old = await pretend('old', 'ffmpeg', '4.0.6', '58. 18.100');
    await expect(locateFfmpeg({ explicit: old })).rejects.toThrow(/4\.1 or newer/);
  });

  it('skips one on PATH that does not run', async () => {
    const broken = await pretend('broken', 'ffmpeg', '7');
    await writeFile(broken, '#!/nonexistent\n');
    const good = await pretend('good', 'ffmpeg', '7.1.4');
    const found = await locateFfmpeg({ env: { PATH: `${dirname(broken)}:${dirname(good)}` } });
    expect(found.source === 'ffmpeg-static' || found.path === good).toBe(true);
    expect(found.path).not.toBe(broken);
  });

  it('finds ffprobe beside it, else on PATH, else none', async () => {
    const alone = await pretend('alone', 'ffmpeg', '7.1.4');
    const both = await pretend('both', 'ffmpeg', '7.1.4');
    const probe = await pretend('both', 'ffprobe', '7.1.4');
    const env = { PATH: dirname(both) };
    expect((await locateFfmpeg({ explicit: both, env: nothing })).ffprobe).toBe(probe);
    expect((await locateFfmpeg({ explicit: alone, env })).ffprobe).toBe(probe);
    expect((await locateFfmpeg({ explicit: alone, env: nothing })).ffprobe).toBeUndefined();
  });

  it('says what to do if there is none', async () => {
    const failed = locateFfmpeg({ env: nothing, dataDir: join(dir, 'empty') });
    const outcome = await failed.catch((error: Error) => error.message);
    if (typeof outcome === 'string') expect(outcome).toMatch(/vau setup ffmpeg.*VAU_FFMPEG/);
    else expect(outcome.source).toBe('ffmpeg-static');
  });
});

describe('capabilities', () => {
  it('queries the program for its build options', async () => {
    for (const encoder of ['libx264', 'aac', 'mjpeg'])
      expect(await has(ffmpeg, 'encoders', encoder)).toBe(true);
    for (const filter of ['scale', 'fps', 'select', 'silencedetect'])
      expect(await has(ffmpeg, 'filters', filter)).toBe(true);
    expect(await has(ffmpeg, 'muxers', 'hls')).toBe(true);
    expect(await has(ffmpeg, 'demuxers', 'mp4')).toBe(true);
    expect(await has(ffmpeg, 'encoders', 'no-such-thing')).toBe(false);
    expect(await capabilities(ffmpeg, 'encoders')).toBe(await capabilities(ffmpeg, 'encoders'));
  });
});

describe('versions', () => {
  it('are read from releases, distributions and snapshots', () => {
    const library = 'libavcodec     59. 37.100 / 59. 37.100';
    expect(parseVersion(`ffmpeg version 5.1.9-0+deb12u1 Copyright\n${library}`)).toEqual({
      version: '5.1.9-0+deb12u1',
      codecLibrary: [59, 37],
    });
    expect(parseVersion(`ffprobe version N-47683-g0e8-static https://x\n${library}`)?.version).toBe(
      'N-47683-g0e8-static',
    );
    expect(parseVersion('vlc 3')).toBeNull();
  });

  it.each([
    ['8.1.2', null],
    ['8.2', null],
    ['9.0', null],
    ['7.1.4', null],
    ['n7.1.5', null],
    ['8.1.1', /CVE-2026-8461, fixed in 8\.1\.2 and 7\.1\.4/],
    ['8.0.3', /CVE-2026-8461/],
    ['7.1.3', /CVE-2026-8461/],
    ['6.1.1', /CVE-2026-8461/],
    ['5.1.9-0+deb12u1', /distribution.*keep the system updated/],
    ['7:6.1.1-3ubuntu5', /snapshot|distribution/],
    ['N-47683-g0e8eb07980-static', /snapshot build/],
  ])('%s: advice', (version, advice) => {
    if (advice === null) expect(ffmpegAdvice(version)).toBeNull();
    else expect(ffmpegAdvice(version)).toMatch(advice);
  });
});

it('a copy of the real one, or a link to it, works as well', async () => {
  const link = join(dir, 'linked-ffmpeg');
  if (process.platform === 'win32') await copyFile(ffmpeg.path, link);
  else await symlink(ffmpeg.path, link);
  expect((await locateFfmpeg({ explicit: link })).version).toBe(ffmpeg.version);
});
