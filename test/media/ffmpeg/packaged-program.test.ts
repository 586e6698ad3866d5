import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagedProgram, staticPath } from '../../../src/media/ffmpeg/program/locate.ts';
import { EXE } from '../../../src/media/ffmpeg/program/version.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vau-packaged-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('packagedProgram', () => {
  it('looks where the package ffmpeg-static says its program is', () => {
    const { resolve } = createRequire(import.meta.url);
    const folder = dirname(resolve('ffmpeg-static/package.json'));
    expect(staticPath()).toBe(join(folder, `ffmpeg${EXE}`));
  });

  it('finds it beside this package and in the folders above, the nearest first', async () => {
    const from = join(dir, 'lib', 'node_modules', 'vau', 'dist', 'cli');
    await mkdir(from, { recursive: true });
    expect(packagedProgram(from)).toBeNull();
    const above = await program(join(dir, 'lib'));
    expect(packagedProgram(from)).toBe(above);
    const beside = await program(join(dir, 'lib', 'node_modules', 'vau'));
    expect(packagedProgram(from)).toBe(beside);
  });

  it('skips a package without its program', async () => {
    await mkdir(join(dir, 'none', 'node_modules', 'ffmpeg-static'), { recursive: true });
    expect(packagedProgram(join(dir, 'none'))).toBeNull();
  });
});

async function program(folder: string): Promise<string> {
  const made = join(folder, 'node_modules', 'ffmpeg-static');
  await mkdir(made, { recursive: true });
  await writeFile(join(made, `ffmpeg${EXE}`), '');
  return join(made, `ffmpeg${EXE}`);
}
