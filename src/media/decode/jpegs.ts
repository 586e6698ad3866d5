const END = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/**
 * Cuts a run of JPEG pictures, as ffmpeg's mjpeg encoder writes them one after the other, into single ones.
 * Its pictures hold no smaller picture inside, and coded data never holds the end mark.
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

/** Cuts pictures that come in pieces of any size. */
export interface JpegCutter {
  /** @returns the pictures that are whole now; they share the memory of what came with them */
  push(piece: Buffer): Buffer[];
  /** What is left when nothing more comes: the last picture. */
  rest(): Buffer | undefined;
}

/** The same for pictures that still come: each is given once it is whole. */
export function jpegCutter(): JpegCutter {
  let rest: Buffer = Buffer.alloc(0);
  return {
    push: (piece) => {
      const pictures: Buffer[] = [];
      // The mark may lie across two pieces.
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

/** The pictures of a stream, one after the other. */
export async function* jpegsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const cutter = jpegCutter();
  for await (const piece of pieces) yield* cutter.push(piece);
  const last = cutter.rest();
  if (last) yield last;
}
