import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/**
 * A film with damage: the beginning of each packet of a stream between two seconds is overwritten.
 * @param stream `v` or `a`
 */
export async function damagedFilm(
  film: string,
  stream: 'v' | 'a',
  from: number,
  to: number,
): Promise<Buffer> {
  const asked = ['-v', 'error', '-select_streams', stream, '-show_entries', 'packet=pts_time,pos,size'];
  const { stdout } = await runFile('ffprobe', [...asked, '-of', 'json', film], { maxBuffer: 1 << 26 });
  const bytes = await readFile(film);
  for (const packet of JSON.parse(stdout).packets) {
    const [time, size, place] = [Number(packet.pts_time), Number(packet.size), Number(packet.pos)];
    if (time >= from && time < to && size > 16) bytes.fill(0x5a, place + 8, place + Math.min(size, 40));
  }
  return bytes;
}
