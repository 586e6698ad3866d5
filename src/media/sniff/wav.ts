import type { OpenFile } from './open-file.ts';

/** The chunks before the samples are within so many bytes. */
const HEAD_BYTES = 64 * 1024;
/** Sizes of a recorder that did not know the size when it wrote them; ffmpeg reads on to the end then. */
const OPEN_SIZES = [0, 0xffff_ffff];

/** What a WAV file says of its samples. */
export interface WavClaim {
  /** Whether there are more samples than it says: what follows them is not a chunk. */
  readonly longer: boolean;
  /** Seconds; null if it says none. */
  readonly seconds: number | null;
}

const NONE: WavClaim = { longer: false, seconds: null };

/** Reads the chunks of a RIFF WAVE file up to its samples. */
export async function wavClaim(file: OpenFile): Promise<WavClaim> {
  const head = await file.read(0, HEAD_BYTES);
  if (head.toString('latin1', 0, 4) !== 'RIFF') return NONE;
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ' && body + 12 <= head.length) bytesPerSecond = head.readUInt32LE(body + 8);
    if (name === 'data') {
      if (OPEN_SIZES.includes(size)) return NONE;
      const seconds = bytesPerSecond > 0 ? size / bytesPerSecond : null;
      return { longer: await isFollowedByOther(file, body + size), seconds };
    }
    at = body + size + (size % 2);
  }
  return NONE;
}

/** Whether something other than a chunk follows at a position; some writers leave out the byte that makes sizes even. */
async function isFollowedByOther(file: OpenFile, end: number): Promise<boolean> {
  if (end + 8 > file.size) return false;
  const next = await file.read(end, 9);
  return ![0, 1].some(
    (pad) =>
      next.length >= pad + 8 &&
      /^[ -~]{4}$/.test(next.toString('latin1', pad, pad + 4)) &&
      end + pad + 8 + next.readUInt32LE(pad + 4) <= file.size,
  );
}
