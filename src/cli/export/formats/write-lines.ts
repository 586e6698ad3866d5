import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Characters that are written at once. */
const chunk = 256 * 1024;

/**
 * Writes a text for each item to a file, no faster than the disk takes them. @param first text before them
 * @returns the number of items
 */
export async function writeLines<Item>(
  file: string,
  items: AsyncIterable<Item>,
  textOf: (item: Item) => string,
  first = '',
): Promise<number> {
  let count = 0;
  async function* chunks() {
    let text = first;
    for await (const item of items) {
      text += textOf(item);
      count += 1;
      if (text.length < chunk) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file));
  return count;
}
