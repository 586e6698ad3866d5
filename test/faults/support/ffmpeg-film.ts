import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { locate } from '../../support/programs.ts';

/**
 * A small film with a cut, motion and a tone: four seconds of 320x180.
 * @returns a function that makes copies with different content, so that they do not share results
 */
export async function filmCopies(folder: string): Promise<(index: number) => Blob> {
  const file = path.join(folder, 'film.mp4');
  const scenes = ['testsrc2=s=320x180:r=10:d=2', 'mandelbrot=s=320x180:r=10,trim=duration=2'];
  const inputs = [...scenes, 'sine=d=4'].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const graph = '[0:v]setsar=1[a];[1:v]setsar=1[b];[a][b]concat=n=2,format=yuv420p[v]';
  const args = [...inputs, '-filter_complex', graph, '-map', '[v]', '-map', '2:a', '-c:v', 'libx264'];
  await promisify(execFile)(locate('ffmpeg'), ['-v', 'error', ...args, '-preset', 'ultrafast', file]);
  const film = await readFile(file);
  return (index) => {
    // A box that players skip.
    const box = Buffer.from([0, 0, 0, 12, ...Buffer.from('free'), 0, 0, index >> 8, index & 255]);
    return new Blob([film, box]);
  };
}
