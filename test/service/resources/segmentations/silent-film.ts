import { make } from '../../../support/film.ts';

/** Two seconds of video without an audio track. */
export function makeSilentFilm(): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2'];
  return make([...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 'mp4');
}
