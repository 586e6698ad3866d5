import { imageSize } from './image-size.ts';
import { greyOfJpeg } from './jpeg/grey.ts';
import { findLines } from './lines/find-lines.ts';
import { toImage, writePage } from './lines/page.ts';
import { linesOfPage } from './lines/words.ts';
import { type PictureLine, readLines } from './read-lines.ts';
import { readPicture } from './recogniser.ts';

/** The way of reading, for the settings that results are kept under: a change here that reads otherwise gets another. */
export const METHOD = 'lines found and cleaned, 2';

/**
 * Reads the lines of text in an encoded picture, in about the order in which a reader meets them. Lines are looked for
 * first and the recogniser gets them alone, clean, black on white and of one size; a picture without any costs no
 * recogniser. What is no baseline JPEG is given to the recogniser whole. Rejects with a readable reason.
 */
export async function readImage(image: Buffer, signal: AbortSignal): Promise<PictureLine[]> {
  const grey = greyOfJpeg(image);
  if (grey) {
    const found = findLines(grey);
    if (found.length === 0) return [];
    const { page, places } = writePage(found);
    return linesOfPage(await readPicture(toImage(page), signal), places, grey);
  }
  const size = imageSize(image);
  if (!size) throw new Error('it is no JPEG or PNG picture');
  return readLines(await readPicture(image, signal), size);
}
