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
