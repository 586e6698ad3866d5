import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const example = fileURLToPath(new URL('../../assets/harbour.mp4', import.meta.url));

/**
 * Makes a film of the given length from the project's example film, re-encoded so that its keyframes are spaced as by
 * a camera.
 * @param comment stored in the film: films with different ones have different content
 */
export async function makeFilm(folder, { seconds, name = 'film.mp4', comment = '' }) {
  const film = path.join(folder, name);
  const source = [
    '-stream_loop',
    '-1',
    '-i',
    example,
    '-t',
    String(seconds),
    '-map',
    '0:V:0',
    '-map',
    '0:a:0',
    '-sn',
  ];
  const picture = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-g',
    '100',
    '-pix_fmt',
    'yuv420p',
  ];
  const args = [...source, ...picture, '-c:a', 'aac', '-metadata', `comment=${comment}`, film];
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...args]);
  return film;
}
