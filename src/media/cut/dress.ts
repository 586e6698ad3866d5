/** Gives a clip another shape, and burns captions into it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { layOut, type SpokenText } from '../captions/layout.ts';
import { toAss } from '../captions/write.ts';
import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { mainVideo } from '../probe/shape.ts';
import { checkDraws, checkFont, DRAW_TEXT, FONT_LEVEL, TEXT_FILE } from './drawn-text.ts';
import { H264 } from './encoding.ts';

/** Size of a vertical clip (9:16), in pixels. */
export const VERTICAL = { width: 1080, height: 1920 } as const;

/** How a picture becomes vertical: its sides are cut off, or it gets bars above and below. */
export type Vertical = 'crop' | 'bars';

export interface Dress {
  /** What is said, in seconds of the clip. */
  readonly captions?: readonly SpokenText[] | undefined;
  readonly vertical?: Vertical | undefined;
}

const SHAPES: Readonly<Record<Vertical, string>> = {
  crop: `crop=w='min(iw,ih*9/16)':h='min(ih,iw*16/9)',scale=${VERTICAL.width}:${VERTICAL.height}`,
  bars: `scale=${VERTICAL.width}:${VERTICAL.height}:force_original_aspect_ratio=decrease,pad=${VERTICAL.width}:${VERTICAL.height}:(ow-iw)/2:(oh-ih)/2`,
};

/**
 * Encodes the picture of a clip again; its sound is copied.
 * @param file an MP4 of ours
 * @returns false if it has no picture, and nothing was made
 * @throws MediaError, also if this ffmpeg cannot draw text, or finds no font
 */
export async function dressClip(
  file: string,
  out: string,
  { captions = [], vertical }: Dress,
  options: ProbeOptions,
): Promise<boolean> {
  const video = mainVideo(await probe(file, options));
  if (!video) return false;
  const { ffmpeg, signal } = options;
  const draws = captions.length > 0;
  if (draws) await checkDraws(ffmpeg);
  const size = vertical ? VERTICAL : { width: video.width ?? 1920, height: video.height ?? 1080 };
  const filters = [...(vertical ? [SHAPES[vertical], 'setsar=1'] : []), ...(draws ? [DRAW_TEXT] : [])];
  const folder = await mkdtemp(join(tmpdir(), 'vau-clip-'));
  try {
    const look = { ...size, size: 0.055, place: 'bottom' } as const;
    if (draws) await writeFile(join(folder, TEXT_FILE), toAss(layOut(captions, { named: true }), look));
    const args = [...globalArgs(FONT_LEVEL), ...(await safeInput(file)), '-map', '0:v:0', '-map', '0:a?'];
    args.push(...H264, '-vf', filters.join(','), '-c:a', 'copy', '-movflags', '+faststart');
    args.push('-f', 'mp4', `file:${resolve(out)}`);
    const { stderr } = await run(ffmpeg.path, args, {
      file,
      signal,
      cwd: folder,
      again: true,
      timeoutSeconds: 3600,
    });
    if (draws) checkFont(stderr, file);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
