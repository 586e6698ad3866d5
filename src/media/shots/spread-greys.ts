import { openWindow } from '../clock/window.ts';
import { COLOUR_MAPS, EVEN, type Grey, greysOf, splitColour } from '../decode/grey.ts';
import { scaleFilter } from '../decode/stills.ts';
import { frameSync, globalArgs } from '../ffmpeg/input.ts';
import { stream } from '../ffmpeg/stream.ts';
import type { Ffmpeg } from '../types.ts';
import type { SpreadPictures } from './film-pass.ts';
import { spread } from './film-pass.ts';

/**
 * Yields pictures spread evenly over a film in one pass, holding one in memory.
 * @throws MediaError if the file has no picture or cannot be decoded
 */
export async function* spreadGreys(
  file: string,
  pictures: SpreadPictures,
  { ffmpeg, signal }: { ffmpeg: Ffmpeg; signal?: AbortSignal | undefined },
): AsyncGenerator<Grey> {
  const options = { ffmpeg, signal };
  const { input, framesEnd } = await openWindow(file, { endSeconds: pictures.seconds }, options);
  const filter = `${spread(pictures)}${framesEnd},${scaleFilter(pictures.maxWidth)},${EVEN}`;
  const args = [...globalArgs(), ...input, '-map', '0:V:0', '-vf', filter];
  args.push(...frameSync(ffmpeg, 'passthrough'), ...COLOUR_MAPS, '-f', 'image2pipe', 'pipe:1');
  for await (const map of greysOf(stream(ffmpeg.path, args, { file, signal }))) yield splitColour(map);
}
