/** The lightness of a picture: a byte a pixel, row by row, 0 black to 255 white. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** What makes ffmpeg encode pictures as binary grey maps. */
export const GREY_MAPS = ['-c:v', 'pgm', '-pix_fmt', 'gray'] as const;

/** The header of a grey map of 8 bits a pixel, as ffmpeg writes it (netpbm's pgm format). */
const HEADER = /^P5\n(\d+) (\d+)\n255\n/;
/** No header is longer than this. */
const HEADER_BYTES = 32;

/**
 * The picture in a grey map.
 * @throws Error when the bytes are not one whole grey map
 */
export function greyOfMap(bytes: Buffer): Grey {
  const first = firstMap(bytes);
  if (!first || first.rest.length > 0) throw new Error('the picture is not one whole grey map');
  return first.grey;
}

/** A picture as a grey map: a form that recognisers and ffmpeg read. */
export function toGreyMap({ width, height, data }: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}

/** The grey maps that stand one after the other in `bytes`; an unfinished one at the end is left out. */
export function greysIn(bytes: Buffer): Grey[] {
  const greys: Grey[] = [];
  for (let next = firstMap(bytes); next; next = firstMap(next.rest)) greys.push(next.grey);
  return greys;
}

/** The pictures of a stream of grey maps, one after the other; an unfinished one at the end is left out. */
export async function* greysOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Grey> {
  let waiting: Buffer[] = [];
  let missing = 1;
  for await (const piece of pieces) {
    waiting.push(piece);
    missing -= piece.length;
    // A picture comes in many pieces: they are joined once it is whole.
    if (missing > 0) continue;
    let bytes: Buffer = Buffer.concat(waiting);
    for (let next = firstMap(bytes); next; next = firstMap(bytes)) {
      yield next.grey;
      bytes = next.rest;
    }
    waiting = [bytes];
    missing = Math.max(1, lengthOf(bytes) - bytes.length);
  }
}

/** The first map and what follows it; undefined while it is not whole. */
function firstMap(bytes: Buffer): { grey: Grey; rest: Buffer } | undefined {
  const header = headerOf(bytes);
  if (!header || bytes.length < header.end) return undefined;
  const { width, height, start, end } = header;
  return { grey: { width, height, data: bytes.subarray(start, end) }, rest: bytes.subarray(end) };
}

/** How many bytes the first map takes; 0 while its header is not whole. */
const lengthOf = (bytes: Buffer): number => headerOf(bytes)?.end ?? 0;

function headerOf(bytes: Buffer) {
  const [text, columns, rows] = HEADER.exec(bytes.toString('latin1', 0, HEADER_BYTES)) ?? [];
  if (text === undefined) {
    if (bytes.length >= HEADER_BYTES) throw new Error('the picture is not a grey map');
    return undefined;
  }
  const [width, height, start] = [Number(columns), Number(rows), text.length];
  return { width, height, start, end: start + width * height };
}
