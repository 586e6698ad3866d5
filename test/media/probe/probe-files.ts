import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { has } from '../../../src/media/index.ts';
import { AAC, ffmpeg, H264, make, picture, tone, turnClockwise } from '../support.ts';

/** Encoders that not every build has. */
export const hevc = await has(ffmpeg, 'encoders', 'libx265');
export const vp9 = await has(ffmpeg, 'encoders', 'libvpx-vp9');

const CHAPTERS = `;FFMETADATA1
title=A \\= B\\; C
[CHAPTER]
TIMEBASE=1/1000
START=0
END=1000
title=One
[CHAPTER]
TIMEBASE=1/1000
START=1000
END=2002
title=Two, (with) = signs
`;

/** Creates one small file of each kind that `probe` supports, and some broken ones. */
export async function makeFiles(dir: string): Promise<void> {
  const at = (name: string) => join(dir, name);
  await writeFile(at('subs.srt'), '1\n00:00:00,500 --> 00:00:01,500\nHello\n');
  await writeFile(at('chapters.txt'), CHAPTERS);
  const film = [...picture(2, '30000/1001'), ...tone(2)];
  await make(...film, ...H264, ...AAC, '-metadata', 'title=A film', at('plain.mp4'));
  const named = [
    '-metadata:s:a:0',
    'language=eng',
    '-metadata:s:s:0',
    'language=deu',
    '-metadata:s:s:0',
    'title=For all',
  ];
  const all = [
    '-i',
    at('plain.mp4'),
    '-i',
    at('subs.srt'),
    '-i',
    at('chapters.txt'),
    '-map',
    '0',
    '-map',
    '1',
  ];
  await make(
    ...all,
    '-map_metadata',
    '2',
    '-map_chapters',
    '2',
    '-c',
    'copy',
    '-c:s',
    'srt',
    ...named,
    at('full.mkv'),
  );
  await make('-i', at('plain.mp4'), '-c', 'copy', '-timecode', '10:00:00;00', at('tape.mov'));
  await make(...picture(1, '25'), '-c:v', 'mpeg2video', '-timecode', '09:59:50:00', at('tape.mxf'));
  await make('-i', at('plain.mp4'), '-c', 'copy', at('turned.mp4'));
  await turnClockwise(at('turned.mp4'));
  await make(...picture(1, '25', '320x240'), '-vf', 'setsar=4/3', ...H264, at('wide.mp4'));
  await make('-i', at('plain.mp4'), '-c', 'copy', at('plain.mov'));
  await make('-i', at('plain.mp4'), '-c', 'copy', at('plain.ts'));
  await make('-i', at('plain.mp4'), '-c', 'copy', at('plain.avi'));
  await make(...picture(0.04, '25', '100x100'), '-frames:v', '1', at('cover.png'));
  const cover = [
    '-map',
    '0',
    '-map',
    '1',
    '-c:v',
    'copy',
    '-id3v2_version',
    '3',
    '-disposition:v',
    'attached_pic',
  ];
  await make(...tone(2), '-i', at('cover.png'), ...cover, '-metadata', 'artist=Nobody', at('song.mp3'));
  for (const name of ['sound.wav', 'sound.flac', 'sound.ogg'])
    await make(...tone(2, 48_000), '-ac', '2', at(name));
  for (const name of ['still.png', 'still.jpg', 'still.bmp', 'still.tiff', 'still.gif', 'still.webp']) {
    await make(...picture(1), '-frames:v', '1', at(name));
  }
  await make(...picture(1, '10'), at('moving.gif'));
  const pq = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
  const hlg = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  await make(...picture(1), '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-x264-params', hlg, at('hlg.mp4'));
  if (hevc) {
    const tenBit = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'];
    await make(...picture(1), ...tenBit, '-x265-params', `log-level=none:${pq}`, at('hdr10.mp4'));
  }
  if (vp9) {
    const web = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];
    await make(...picture(1), ...tone(1, 48_000), ...web, at('plain.webm'));
    await make('-i', at('plain.webm'), '-c', 'copy', '-live', '1', '-f', 'webm', at('recorded.webm'));
  }
  await writeFile(at('empty.mp4'), '');
  await writeFile(at('text.mp4'), 'This is not a film.\n'.repeat(50));
  await writeFile(at('cut.mp4'), await readFile(at('plain.mp4')));
  await truncate(at('cut.mp4'), 20_000);
}
