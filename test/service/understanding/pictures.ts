import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

/** A text on a rendered picture: its words and the top left corner in pixels. */
export interface Drawn {
  text: string;
  x: number;
  y: number;
  size?: number;
}

/** True where ffmpeg and the font needed to draw text are there. */
export const canDraw = existsSync(font) && existsSync('/usr/bin/ffmpeg');

/** Renders a 640x360 JPEG with white texts on dark blue. */
export async function drawPicture(path: string, texts: Drawn[]): Promise<string> {
  const filters = texts.map(
    ({ text, x, y, size = 32 }) =>
      `drawtext=fontfile=${font}:text='${text}':fontcolor=white:fontsize=${size}:x=${x}:y=${y}`,
  );
  const picture = ['-f', 'lavfi', '-i', 'color=c=navy:s=640x360', '-frames:v', '1', '-q:v', '2'];
  const draw = filters.length > 0 ? ['-vf', filters.join(',')] : [];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...picture, ...draw, path]);
  return path;
}
