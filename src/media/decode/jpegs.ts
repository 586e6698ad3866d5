const END = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/**
 * Splits concatenated JPEG pictures, as ffmpeg's mjpeg encoder writes them. They contain no thumbnails, and
 * entropy-coded data never contains the end marker.
 */
export function splitJpegs(bytes: Buffer): Buffer[] {
  const pictures: Buffer[] = [];
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(END, from);
    const to = end === -1 ? bytes.length : end + 2;
    pictures.push(bytes.subarray(from, to));
    from = to;
  }
  return pictures;
}

/** Splits pictures that arrive in pieces of any size. */
export interface JpegCutter {
  /** @returns the complete pictures; they share memory with the pieces */
  push(piece: Buffer): Buffer[];
  /** Call it at the end of the stream; returns the last picture. */
  rest(): Buffer | undefined;
}

/** The same for a stream: each picture is returned once it is complete. */
export function jpegCutter(): JpegCutter {
  let rest: Buffer = Buffer.alloc(0);
  return {
    push: (piece) => {
      const pictures: Buffer[] = [];
      // The marker may span two pieces.
      let from = Math.max(0, rest.length - END.length + 1);
      rest = Buffer.concat([rest, piece]);
      for (let end = rest.indexOf(END, from); end !== -1; end = rest.indexOf(END, from)) {
        pictures.push(rest.subarray(0, end + 2));
        rest = rest.subarray(end + 2);
        from = 0;
      }
      return pictures;
    },
    rest: () => (rest.length > 0 ? rest : undefined),
  };
}

/** The pictures in a stream, one after another. */
export async function* jpegsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const cutter = jpegCutter();
  for await (const piece of pieces) yield* cutter.push(piece);
  const last = cutter.rest();
  if (last) yield last;
}
