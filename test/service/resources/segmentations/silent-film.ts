import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { locate } from '../../../support/programs.ts';

/** Two seconds of picture without a sound track. */
export async function makeSilentFilm(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-mute-'));
  try {
    const file = path.join(folder, 'mute.mp4');
    const source = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x90:r=10:d=2',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
    ];
    await promisify(execFile)(locate('ffmpeg'), ['-nostdin', '-v', 'error', ...source, file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
