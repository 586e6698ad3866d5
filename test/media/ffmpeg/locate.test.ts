import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseVersion } from '../../../src/media/ffmpeg/version.ts';
import { capabilities, ffmpegAdvice, has, installedPath, locateFfmpeg } from '../../../src/media/index.ts';
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
  it('takes the option, then VAU_FFMPEG, then FFMPEG_BIN, then PATH, then the data folder', async () => {
    const [option, vau, bin, path] = await Promise.all([
      pretend('option', 'ffmpeg', '7.1.4'),
      pretend('vau', 'ffmpeg', '7.1.3'),
      pretend('bin', 'ffmpeg', '7.1.2'),
      pretend('path', 'ffmpeg', '7.1.1'),
      pretend('data/ffmpeg', 'ffmpeg', '7.1'),
    ]);
    const dataDir = join(dir, 'data');
    const env = { VAU_FFMPEG: vau, FFMPEG_BIN: bin, PATH: dirname(path) };
    const found = async (explicit: string | undefined, rest: NodeJS.ProcessEnv) => {
      const { source, version } = await locateFfmpeg({ explicit, env: rest, dataDir });
      return [source, version];
    };
    expect(await found(option, env)).toEqual(['option', '7.1.4']);
    expect(await found(undefined, env)).toEqual(['VAU_FFMPEG', '7.1.3']);
    expect(await found(undefined, { ...env, VAU_FFMPEG: undefined })).toEqual(['FFMPEG_BIN', '7.1.2']);
    // ffmpeg-static comes here where it could be installed.
    const later = (await locateFfmpeg({ env: { PATH: env.PATH }, dataDir })).source;
    expect(['ffmpeg-static', 'PATH']).toContain(later);
    if (later === 'ffmpeg-static') return;
    expect(await found(undefined, nothing)).toEqual(['data folder', '7.1']);
    expect(installedPath(dataDir)).toBe(join(dataDir, 'ffmpeg', 'ffmpeg'));
  });

  it.each(['VAU_FFMPEG', 'FFMPEG_BIN'])(
    'never falls back silently when %s names one that does not work',
    async (name) => {
      const good = await pretend('good', 'ffmpeg', '7.1.4');
      for (const path of [join(dir, 'missing'), await pretend('other', 'tool', '1')]) {
        await writeFile(join(dir, 'other', 'tool'), '#!/bin/sh\necho hello\n');
        const failed = locateFfmpeg({ env: { [name]: path, PATH: dirname(good) } });
        await expect(failed).rejects.toMatchObject({ code: 'unusable-ffmpeg' });
        await expect(failed).rejects.toThrow(new RegExp(`${path}, named by ${name}`));
      }
    },
  );

  it('refuses one that is older than 4.0', async () => {
    const old = await pretend('old', 'ffmpeg', '3.4', '57.107.100');
    await expect(locateFfmpeg({ explicit: old })).rejects.toThrow(/4\.0 or newer/);
  });

  it('passes over one on PATH that does not run', async () => {
    const broken = await pretend('broken', 'ffmpeg', '7');
    await writeFile(broken, '#!/nonexistent\n');
    const good = await pretend('good', 'ffmpeg', '7.1.4');
    const found = await locateFfmpeg({ env: { PATH: `${dirname(broken)}:${dirname(good)}` } });
    expect(found.source === 'ffmpeg-static' || found.path === good).toBe(true);
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

  it('says what to do when there is none', async () => {
    const failed = locateFfmpeg({ env: nothing, dataDir: join(dir, 'empty') });
    const outcome = await failed.catch((error: Error) => error.message);
    if (typeof outcome === 'string') expect(outcome).toMatch(/vau setup ffmpeg.*VAU_FFMPEG/);
    else expect(outcome.source).toBe('ffmpeg-static');
  });
});

describe('capabilities', () => {
  it('asks the program what it was built with', async () => {
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

it('a copy or a link of the real one works as well', async () => {
  const link = join(dir, 'linked-ffmpeg');
  if (process.platform === 'win32') await copyFile(ffmpeg.path, link);
  else await symlink(ffmpeg.path, link);
  expect((await locateFfmpeg({ explicit: link })).version).toBe(ffmpeg.version);
});
