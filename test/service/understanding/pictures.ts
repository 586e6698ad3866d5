import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { locate } from '../../support/programs.ts';

const run = promisify(execFile);

/** A text on a rendered picture: its words and the top left corner in pixels. */
export interface Drawn {
  text: string;
  x: number;
  y: number;
  size?: number;
}

/** Renders a 640x360 grey map with white texts on dark blue. */
export async function drawPicture(path: string, texts: Drawn[]): Promise<string> {
  const font = locate('fonts');
  const filters = texts.map(
    ({ text, x, y, size = 32 }) =>
      `drawtext=fontfile=${font}:text='${text}':fontcolor=white:fontsize=${size}:x=${x}:y=${y}`,
  );
  const picture = [
    '-f',
    'lavfi',
    '-i',
    'color=c=navy:s=640x360',
    '-frames:v',
    '1',
    '-q:v',
    '2',
    '-update',
    '1',
  ];
  const draw = filters.length > 0 ? ['-vf', filters.join(',')] : [];
  await run(locate('ffmpeg'), ['-v', 'error', '-nostdin', '-y', ...picture, ...draw, path]);
  return path;
}
