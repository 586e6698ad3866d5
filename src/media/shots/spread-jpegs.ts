import { jpegsOf } from '../decode/jpegs.ts';
import { jpegOutput, scaleFilter } from '../decode/stills.ts';
import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { stream } from '../ffmpeg/stream.ts';
import type { Ffmpeg } from '../types.ts';
import type { SpreadPictures } from './film-pass.ts';
import { spread } from './film-pass.ts';

/**
 * Pictures spread evenly over a film, in one pass and one after the other: memory holds one.
 * @throws MediaError when the file has no picture or cannot be decoded
 */
export async function* spreadJpegs(
  file: string,
  pictures: SpreadPictures,
  { ffmpeg, signal }: { ffmpeg: Ffmpeg; signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  const args = [...globalArgs(), ...(await safeInput(file))];
  args.push(...jpegOutput(`${spread(pictures)},${scaleFilter(pictures.maxWidth)}`, ffmpeg));
  yield* jpegsOf(stream(ffmpeg.path, args, { file, signal }));
}
