/** Frames that are mixed in the same way: half a second at 16 kHz. */
const BLOCK = 8_000;
/** Frames in which one mix passes into the next, so that there is no click. */
const FADE = 160;
/**
 * The mean of two channels has this share of the louder one's power at most if the channels cancel, or if only one of
 * them has sound (a quarter). Sound that has nothing in common with the other channel's keeps a half.
 */
const CANCELLED = 0.26;
/** Mean square of a sample below which a block is too quiet to tell: -70 dBFS. */
const QUIET = 32_768 ** 2 / 10 ** 7;

/** Makes mono of two channels. */
export interface MonoMixer {
  /** @param bytes interleaved 16-bit little-endian samples of both channels, of any length @returns what is mixed so far */
  add(bytes: Buffer): Int16Array;
  /** @returns the rest */
  finish(): Int16Array;
}

/**
 * Mixes two channels to one as an ear hears them. A plain mean is silent where one channel is the other one inverted, and
 * half as loud where only one has sound: there the louder channel is taken. It is decided anew each half second, and
 * depends on nothing but the samples.
 */
export function monoMixer(): MonoMixer {
  let open: Buffer = Buffer.alloc(0);
  let before: Gains = MEAN;
  const mixed = (from: Buffer): Int16Array => {
    const frames = Math.floor(from.length / 4);
    const out = new Int16Array(frames);
    for (let at = 0; at < frames; at += BLOCK) {
      const end = Math.min(frames, at + BLOCK);
      const gains = gainsOf(from, at, end) ?? before;
      blend(from, out, at, end, before, gains);
      before = gains;
    }
    return out;
  };
  return {
    add: (bytes) => {
      const all = open.length > 0 ? Buffer.concat([open, bytes]) : bytes;
      const whole = all.length - (all.length % (4 * BLOCK));
      // Its place may be overwritten by what arrives next.
      open = Buffer.from(all.subarray(whole));
      return mixed(all.subarray(0, whole));
    },
    finish: () => {
      const rest = open;
      open = Buffer.alloc(0);
      return mixed(rest);
    },
  };
}

/** How much of the left and of the right channel is taken. */
type Gains = readonly [left: number, right: number];
const MEAN: Gains = [0.5, 0.5];

/** Undefined if it is too quiet to tell. */
function gainsOf(from: Buffer, start: number, end: number): Gains | undefined {
  let [left, right, mean] = [0, 0, 0];
  for (let at = start; at < end; at += 1) {
    const one = from.readInt16LE(4 * at);
    const other = from.readInt16LE(4 * at + 2);
    left += one * one;
    right += other * other;
    mean += ((one + other) / 2) ** 2;
  }
  const louder = Math.max(left, right);
  if (louder < QUIET * (end - start)) return undefined;
  if (mean > CANCELLED * louder) return MEAN;
  return left >= right ? [1, 0] : [0, 1];
}

function blend(from: Buffer, out: Int16Array, start: number, end: number, before: Gains, after: Gains): void {
  for (let at = start; at < end; at += 1) {
    const share = Math.min(1, (at - start + 1) / FADE);
    const left = before[0] + (after[0] - before[0]) * share;
    const right = before[1] + (after[1] - before[1]) * share;
    out[at] = Math.round(left * from.readInt16LE(4 * at) + right * from.readInt16LE(4 * at + 2));
  }
}

/** Turns pieces of two channels into pieces of one. */
export async function* monoOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const mixer = monoMixer();
  for await (const piece of pieces) {
    const mixed = mixer.add(piece);
    if (mixed.length > 0) yield bytesOf(mixed);
  }
  const rest = mixer.finish();
  if (rest.length > 0) yield bytesOf(rest);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
