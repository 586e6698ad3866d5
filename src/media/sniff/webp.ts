import { mkdtempSync, rmSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../files.ts';
import type { OpenFile } from './open-file.ts';

/** The first frame of an animation is larger only in a film that calls itself a picture. */
const MAX_FRAME = 64 * 1024 * 1024;
/** Before the first frame are a header, its background and perhaps a colour profile. */
const MAX_CHUNKS = 16;
/** Up to the end of the size of the animation. */
const HEADER = 30;
/** Place, size, duration and flags of a frame, before its picture. */
const FRAME_HEAD = 16;

let folder: string | undefined;

/** A folder of this process, for pictures that take the place of others; it goes when the process ends. */
function standIns(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), 'vau-pictures-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** What ffmpeg opens in place of an animation that it cannot read. */
export interface StandIn {
  /** The path of its first frame, as a picture. */
  readonly path: string;
  /** The size of the animation, and the filter that puts its first frame in its place there. */
  readonly width: number;
  readonly height: number;
  readonly placed: string;
}

/**
 * ffmpeg before 8.1 reads no animated WebP: its first frame is written as a picture of its own. It may be smaller than the
 * animation: programs cut off what is transparent.
 * @returns undefined if there is no frame
 */
export async function firstFrame(file: OpenFile): Promise<StandIn | undefined> {
  const path = join(standIns(), `${file.key}.webp`);
  const [header, frame] = [await file.read(0, HEADER), await frameIn(file)];
  if (!frame || header.length < HEADER) return undefined;
  const [width, height] = [1 + header.readUIntLE(24, 3), 1 + header.readUIntLE(27, 3)];
  const [left, top] = [2 * frame.readUIntLE(0, 3), 2 * frame.readUIntLE(3, 3)];
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) await writeWhole(path, (part) => writeFile(part, pictureOf(frame)));
  return { path, width, height, placed: `pad=${width}:${height}:${left}:${top}` };
}

/** The payload of the first ANMF chunk. */
async function frameIn(file: OpenFile): Promise<Buffer | undefined> {
  let at = 12;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const head = await file.read(at, 8);
    if (head.length < 8) return undefined;
    const size = head.readUInt32LE(4);
    if (head.toString('latin1', 0, 4) === 'ANMF')
      return size > FRAME_HEAD && size <= MAX_FRAME ? await file.read(at + 8, size) : undefined;
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** A WebP file of a frame: with a header where it has transparency besides its picture. */
function pictureOf(frame: Buffer): Buffer {
  const chunks = frame.subarray(FRAME_HEAD);
  const header = Buffer.alloc(18);
  header.write('VP8X');
  header.writeUInt32LE(10, 4);
  header[8] = 0x10;
  // Width and height less one, with three bytes each, as in the frame.
  frame.copy(header, 12, 6, 12);
  const alone = chunks.toString('latin1', 0, 4) === 'ALPH' ? Buffer.concat([header, chunks]) : chunks;
  const riff = Buffer.alloc(12);
  riff.write('RIFF');
  riff.writeUInt32LE(4 + alone.length, 4);
  riff.write('WEBP', 8);
  return Buffer.concat([riff, alone]);
}
