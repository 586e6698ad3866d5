/** The luma of a picture: one byte per pixel, row by row, 0 black to 255 white. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly colour?: Colour;
}

/** The colour of a picture: two planes of half its width and height (Cb and Cr), 128 where it is grey. */
export interface Colour {
  readonly width: number;
  readonly height: number;
  readonly blue: Uint8Array;
  readonly red: Uint8Array;
}

/** The header of an 8-bit grey map as ffmpeg writes it (netpbm's PGM format). */
const HEADER = /^P5\n(\d+) (\d+)\n255\n/;
/** Upper bound of a header's length. */
const HEADER_BYTES = 32;

/**
 * Parses a grey map.
 * @throws Error if the bytes are not exactly one grey map
 */
export function greyOfMap(bytes: Buffer): Grey {
  const first = firstMap(bytes);
  if (!first || first.rest.length > 0) throw new Error('the picture is not exactly one grey map');
  return first.grey;
}

/** Encodes a picture as a grey map, which recognisers and ffmpeg can read. */
export function toGreyMap({ width, height, data }: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}

/** The consecutive grey maps in `bytes`; an incomplete one at the end is dropped. */
export function greysIn(bytes: Buffer): Grey[] {
  const greys: Grey[] = [];
  for (let next = firstMap(bytes); next; next = firstMap(next.rest)) greys.push(next.grey);
  return greys;
}

/** The pictures in a stream of grey maps; an incomplete one at the end is dropped. */
export async function* greysOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Grey> {
  let waiting: Buffer[] = [];
  let missing = 1;
  for await (const piece of pieces) {
    waiting.push(piece);
    missing -= piece.length;
    // A picture arrives in many pieces: join them once it is complete.
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

/** The first map and what follows it; undefined while it is incomplete. */
function firstMap(bytes: Buffer): { grey: Grey; rest: Buffer } | undefined {
  const header = headerOf(bytes);
  if (!header || bytes.length < header.end) return undefined;
  const { width, height, start, end } = header;
  return { grey: { width, height, data: bytes.subarray(start, end) }, rest: bytes.subarray(end) };
}

/** Bytes of the first map; 0 while its header is incomplete. */
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

/** Filter before `COLOUR_MAPS`, which take even sizes only. Their levels go from 16 to 235 whatever the input's do. */
export const EVEN =
  "pad=w='ceil(iw/2)*2':h='ceil(ih/2)*2',scale=in_range=auto:out_range=limited,format=yuv420p";

/** Options that make ffmpeg encode pictures as grey maps with their two colour planes side by side below. */
export const COLOUR_MAPS = ['-c:v', 'pgmyuv', '-pix_fmt', 'yuv420p'] as const;

/** Luma in full range, by its level from 16 to 235. */
const FULL = Uint8Array.from({ length: 256 }, (_, level) =>
  Math.min(255, Math.max(0, Math.round(((level - 16) * 255) / 219))),
);

/** The picture in a map that ffmpeg made with `COLOUR_MAPS`. */
export function splitColour({ width, height, data }: Grey): Grey {
  const rows = Math.floor((height * 2) / 3);
  const half = { width: width >> 1, height: height - rows };
  const blue = new Uint8Array(half.width * half.height);
  const red = new Uint8Array(blue.length);
  for (let row = 0; row < half.height; row += 1) {
    const from = (rows + row) * width;
    blue.set(data.subarray(from, from + half.width), row * half.width);
    red.set(data.subarray(from + half.width, from + 2 * half.width), row * half.width);
  }
  const luma = data.subarray(0, rows * width).map((level) => FULL[level] ?? level);
  return { width, height: rows, data: luma, colour: { ...half, blue, red } };
}
