import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { has } from '../ffmpeg/capabilities.ts';
import type { Ffmpeg } from '../types.ts';

/**
 * The file that holds text to draw, in the folder where ffmpeg runs. A filter names only this file: no text is ever part of a
 * filter.
 */
export const TEXT_FILE = 'text.ass';

/** The filter that draws it. */
export const DRAW_TEXT = `ass=${TEXT_FILE}`;

/** @throws MediaError if this ffmpeg cannot draw text */
export async function checkDraws(ffmpeg: Ffmpeg): Promise<void> {
  if (await has(ffmpeg, 'filters', 'ass')) return;
  throw new MediaError(
    'unusable-ffmpeg',
    `${ffmpeg.path} cannot draw text: it has no filter "ass" (libass). Use the ffmpeg of your system, or another one`,
  );
}

/** The level at which ffmpeg says that it found no font: it draws nothing then, and succeeds. */
export const FONT_LEVEL = 'warning';

/** @param stderr what ffmpeg said at that level while it drew @throws MediaError if it found no font, and drew nothing */
export function checkFont(stderr: string, file: string): void {
  if (!stderr.includes('failed to find any fallback with glyph 0x0 ')) return;
  throw new MediaError(
    'unsupported',
    `${basename(file)}: no font was found to draw its text with; install one, on Debian: apt-get install fonts-dejavu-core`,
  );
}
