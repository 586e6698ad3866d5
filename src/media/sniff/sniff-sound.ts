import type { OpenFile } from './open-file.ts';

/** The chunks before the samples are within so many bytes. */
const HEAD_BYTES = 64 * 1024;
/** Sizes of a recorder that did not know the size when it wrote them; ffmpeg reads on to the end then. */
const OPEN_SIZES = [0, 0xffff_ffff];

/** What a WAV file says of its samples. */
interface WavClaim {
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

/** MPEG audio, ADTS and transport streams have no signature: they are recognised by their regular frame spacing. */

const LAYER_2_KBITS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const LAYER_3_KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/** Both layers at half and quarter sample rates. */
const LOW_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/**
 * Recognises MPEG audio (`mp3`), ADTS (`aac`), AC-3 or a transport stream (`mpegts`) by two or three consecutive
 * frames.
 * @param head first bytes of the file, a few thousand
 */
export function sniffBeat(head: Buffer): string | null {
  if (isTransport(head)) return 'mpegts';
  if (head[0] === 0x0b && head[1] === 0x77) return 'ac3';
  // Recorders and editors leave some garbage at the start.
  for (let at = head.indexOf(0xff); at !== -1 && at + 8 < head.length; at = head.indexOf(0xff, at + 1)) {
    const adts = adtsLength(head, at);
    if (adts > 0 && adtsLength(head, at + adts) > 0) return 'aac';
    const mpeg = mpegLength(head, at);
    if (mpeg > 0 && mpegLength(head, at + mpeg) > 0) return 'mp3';
  }
  return null;
}

/** Packets of 188 bytes that start with 0x47; recorders add 4 bytes before each, broadcasters 16 after. */
function isTransport(head: Buffer): boolean {
  for (const size of [188, 192, 204]) {
    for (let at = 0; at < size && at + 3 * size < head.length; at += 1) {
      if ([0, 1, 2, 3].every((beat) => head[at + beat * size] === 0x47)) return true;
    }
  }
  return false;
}

/** Bytes of the MPEG audio frame at an offset, 0 if there is none (ISO 11172-3, 2.4.1.3). */
function mpegLength(head: Buffer, at: number): number {
  if (at + 4 > head.length || head[at] !== 0xff) return 0;
  const [second = 0, third = 0] = head.subarray(at + 1, at + 3);
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rate = SAMPLE_RATES[(third >> 2) & 3];
  const low = version !== 3;
  const kbits = (low ? LOW_KBITS : layer === 2 ? LAYER_2_KBITS : LAYER_3_KBITS)[third >> 4];
  // Layer I is rare, and has its own tables.
  if (second < 0xe0 || version === 1 || layer === 1 || layer === 4 || !rate || !kbits) return 0;
  const samples = low && layer === 3 ? 72 : 144;
  const hertz = low ? (version === 2 ? rate / 2 : rate / 4) : rate;
  return Math.floor((samples * kbits * 1000) / hertz) + ((third >> 1) & 1);
}

/** Names of the tables that encoders put into the first frame of MP3, and where in them the number of frames is. */
const TABLES: readonly [name: string, frames: number][] = [
  ['Xing', 8],
  ['Info', 8],
  ['VBRI', 14],
];
/** The table is in the first frame. */
const TABLE_BYTES = 4_096;

/**
 * Duration in seconds as the table in the first frame of MP3 states it; null without a table.
 * @param body the bytes after an ID3 tag
 */
export function tableSeconds(body: Buffer): number | null {
  const head = body.subarray(0, TABLE_BYTES);
  for (const [name, frames] of TABLES) {
    const at = head.indexOf(name, 0, 'latin1');
    const first = head.indexOf(0xff);
    if (at === -1 || first === -1 || first > at || at + frames + 4 > head.length) continue;
    const version = ((head[first + 1] ?? 0) >> 3) & 3;
    const rate = SAMPLE_RATES[((head[first + 2] ?? 0) >> 2) & 3];
    // Xing may leave the number out.
    if (!rate || (name !== 'VBRI' && ((head[at + 7] ?? 0) & 1) === 0)) continue;
    const count = head.readUInt32BE(at + frames);
    return version === 3 ? (count * 1152) / rate : (count * 576) / (version === 2 ? rate / 2 : rate / 4);
  }
  return null;
}

/** Bytes of the ADTS frame at an offset, 0 if there is none (ISO 13818-7, 6.2). */
function adtsLength(head: Buffer, at: number): number {
  if (at + 7 > head.length || head[at] !== 0xff || ((head[at + 1] ?? 0) & 0xf6) !== 0xf0) return 0;
  const length = (head.readUInt32BE(at + 3) >>> 13) & 0x1fff;
  return length > 7 ? length : 0;
}
