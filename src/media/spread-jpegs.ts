import type { SpreadPictures } from './film-pass.ts';
import { spread } from './film-pass.ts';
import { globalArgs, safeInput } from './input.ts';
import { jpegsOf } from './jpegs.ts';
import { jpegOutput, scaleFilter } from './stills.ts';
import { stream } from './stream.ts';
import type { Ffmpeg } from './types.ts';

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
