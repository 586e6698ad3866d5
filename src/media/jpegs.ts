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

/** The same for pictures that still come, in pieces of any size: each is given once it is whole. */
export async function* jpegsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    // The mark may lie across two pieces.
    let from = Math.max(0, rest.length - END.length + 1);
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(END, from); end !== -1; end = rest.indexOf(END, from)) {
      yield rest.subarray(0, end + 2);
      rest = rest.subarray(end + 2);
      from = 0;
    }
  }
  if (rest.length > 0) yield rest;
}
