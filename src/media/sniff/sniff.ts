/**
 * Tells what a file is from its first bytes, without ffmpeg: its format, and of pictures whether they move, and for
 * how long.
 */

import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { isWebm } from './container.ts';
import { isStillBrand, isTiled } from './heif.ts';
import { type OpenFile, openAtOnce, openPatiently } from './open-file.ts';
import { sniffBeat, tableSeconds, wavClaim } from './sniff-sound.ts';
import { tiffPart } from './tiff.ts';
import { firstFrame, type StandIn } from './webp.ts';

/** Larger picture files are not parsed; a GIF of that size is a film. */
const MAX_WALK = 64 * 1024 * 1024;

interface Animation {
  animated: boolean;
  /** Null if the file does not say, or was not read to its end. */
  seconds: number | null;
}

/**
 * Whether a picture file has more than one frame, and how long they play.
 * @param demuxer the format found from its first bytes
 */
async function animationOf(file: OpenFile, demuxer: string): Promise<Animation> {
  if (demuxer === 'gif') return gifAnimation(file);
  const head = await file.read(0, 64 * 1024);
  return { animated: webpMoves(head) || pngMoves(head), seconds: null };
}

/** An animated WebP has a flag in its VP8X chunk. */
function webpMoves(head: Buffer): boolean {
  return head.toString('latin1', 8, 16) === 'WEBPVP8X' && ((head[20] ?? 0) & 2) !== 0;
}

/** An animated PNG has an acTL chunk before its first IDAT. */
function pngMoves(head: Buffer): boolean {
  if (head.toString('latin1', 1, 4) !== 'PNG') return false;
  const data = head.indexOf('IDAT', 8, 'latin1');
  const control = head.indexOf('acTL', 8, 'latin1');
  return control !== -1 && (data === -1 || control < data);
}

/** Parses the blocks of a GIF (GIF89a specification, sections 17 to 27) and adds up its delays. */
async function gifAnimation(file: OpenFile): Promise<Animation> {
  if (file.size > MAX_WALK) return { animated: true, seconds: null };
  const bytes = await file.read(0, file.size);
  const size = bytes.length;
  let at = 13 + colorTable(bytes[10]);
  let frames = 0;
  let hundredths = 0;
  while (at < size && bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9 && at + 6 < size) hundredths += bytes.readUInt16LE(at + 4);
      at = skipSubBlocks(bytes, at + 2);
    } else if (bytes[at] === 0x2c) {
      frames += 1;
      at = skipSubBlocks(bytes, at + 11 + colorTable(bytes[at + 9]));
    } else break;
  }
  return { animated: frames > 1, seconds: hundredths > 0 ? hundredths / 100 : null };
}

function colorTable(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/** The format found from a file's first bytes. */
export interface Sniffed {
  /** ffmpeg's demuxer for it. */
  demuxer: string;
  /** A picture file, animated or not. */
  picture: boolean;
  /** A picture with more than one frame. */
  animated: boolean;
  /** Duration as its first bytes state it, of pictures, WAV and MP3. */
  seconds: number | null;
  /** A Matroska file that declares itself WebM. */
  webm: boolean;
  /** What ffmpeg opens in place of an animation that it cannot read: its first frame. */
  standIn?: StandIn | undefined;
  /** Says which part of a picture is read, if that is not all of it. */
  part?: string | undefined;
  /** A picture of tiles, of which ffmpeg would give the first. */
  tiled?: boolean | undefined;
  /** Input options with which ffmpeg reads all of it. */
  options?: readonly string[] | undefined;
}

/** The format of a file, and its size in bytes. */
export interface SniffedFile extends Sniffed {
  size: number;
}

type Signature = readonly [offset: number, bytes: string, demuxer: string];

/** Published signatures of the formats, in Latin-1 so that each character is one byte. */
const PICTURES: readonly Signature[] = [
  [0, '\x89PNG\r\n\x1a\n', 'png_pipe'],
  [0, '\xff\xd8\xff', 'jpeg_pipe'],
  [0, 'GIF87a', 'gif'],
  [0, 'GIF89a', 'gif'],
  [8, 'WEBP', 'webp_pipe'],
  [0, 'II*\0', 'tiff_pipe'],
  [0, 'MM\0*', 'tiff_pipe'],
  [0, 'BM', 'bmp_pipe'],
  [0, '\0\0\0\x0cjP  ', 'j2k_pipe'],
  [0, '\xff\x0a', 'jpegxl_pipe'],
  [0, '\0\0\0\x0cJXL ', 'jpegxl_pipe'],
];

const CONTAINERS: readonly Signature[] = [
  [4, 'ftyp', 'mov'],
  [4, 'moov', 'mov'],
  [4, 'mdat', 'mov'],
  [4, 'wide', 'mov'],
  [4, 'free', 'mov'],
  [4, 'skip', 'mov'],
  [4, 'pnot', 'mov'],
  [4, 'uuid', 'mov'],
  [4, 'styp', 'mov'],
  [4, 'moof', 'mov'],
  [0, '\x1aE\xdf\xa3', 'matroska'],
  [8, 'WAVE', 'wav'],
  [8, 'AVI ', 'avi'],
  [0, 'OggS', 'ogg'],
  [0, 'fLaC', 'flac'],
  [0, 'FLV', 'flv'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'asf'],
  [8, 'AIFF', 'aiff'],
  [8, 'AIFC', 'aiff'],
  [0, 'caff', 'caf'],
  [0, '#!AMR', 'amr'],
  [0, '.snd', 'au'],
  [0, '\0\0\x01\xba', 'mpeg'],
  [0, 'wvpk', 'wv'],
  [0, 'MAC ', 'ape'],
  [0, 'DKIF', 'ivf'],
  [0, '\0\0\x01\xb3', 'mpegvideo'],
  [0, '\x06\x0e\x2b\x34', 'mxf'],
  [0, '.RMF', 'rm'],
  [0, '\x1f\x07\0', 'dv'],
  [0, 'riff\x2e\x91\xcf\x11', 'w64'],
  [0, 'TTA1', 'tta'],
  [0, 'DSD ', 'dsf'],
  [0, 'YUV4MPEG2', 'yuv4mpegpipe'],
  [0, '\0\0\0\x01\x67', 'h264'],
  [0, '\0\0\0\x01\x40\x01', 'hevc'],
];

/**
 * Detects a file's format from its first bytes.
 * @param atOnce reads it without giving way to other work: for programs that have none, as it is quicker
 * @throws MediaError if it cannot be read, is empty or is not a regular file
 */
export async function sniffFile(file: string, atOnce = false): Promise<SniffedFile> {
  let opened: OpenFile | undefined;
  try {
    opened = atOnce ? openAtOnce(file) : await openPatiently(file);
    return await sniffOpen(opened, basename(file));
  } catch (error) {
    if (error instanceof MediaError) throw error;
    throw unopened(basename(file), error);
  } finally {
    await opened?.close();
  }
}

/** System errors that say something of the file itself, and not of the machine. */
const OF_FILE = ['EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO'];

function unopened(name: string, cause: unknown): MediaError {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new MediaError('missing', `${name}: there is no such file`, { cause });
  if (code === '' || OF_FILE.includes(code))
    return new MediaError('unreadable', `${name}: it cannot be read`, { cause });
  return new MediaError('disturbed', `${name}: the machine cannot read it now (${code})`, { cause });
}

async function sniffOpen(file: OpenFile, name: string): Promise<SniffedFile> {
  const { isFile, size } = file;
  if (!isFile) throw new MediaError('unreadable', `${name}: it is not a regular file`);
  if (size === 0) throw new MediaError('unreadable', `${name}: the file is empty`);
  const head = await file.read(0, HEAD_BYTES);
  const music = id3Length(head);
  const body = music > 0 ? await file.read(music, HEAD_BYTES) : head;
  const found = sniff(head, body);
  if (!found)
    throw new MediaError('unreadable', `${name}: it is not a media file of a kind this program opens`);
  return { ...found, ...(await statedBy(file, found, body)), size };
}

/** What a file's first bytes state, of the formats of which ffmpeg does not tell it. */
async function statedBy(file: OpenFile, found: Sniffed, body: Buffer): Promise<Partial<Sniffed>> {
  if (found.picture) return pictureStated(file, found.demuxer);
  if (found.demuxer === 'mp3') return { seconds: tableSeconds(body) };
  if (found.demuxer !== 'wav') return {};
  const { seconds, longer } = await wavClaim(file);
  return { seconds, ...(longer && { options: ['-ignore_length', '1'] }) };
}

async function pictureStated(file: OpenFile, demuxer: string): Promise<Partial<Sniffed>> {
  if (demuxer === 'tiff_pipe') return { part: await tiffPart(file) };
  if (demuxer === 'mov') return { tiled: await isTiled(file) };
  const moves = await animationOf(file, demuxer);
  // The demuxer of single pictures shows the first frame of an animated PNG only.
  if (moves.animated && demuxer === 'png_pipe') return { ...moves, demuxer: 'apng' };
  if (!moves.animated || demuxer !== 'webp_pipe') return moves;
  return { animated: false, standIn: await firstFrame(file), part: 'animated: its first frame is read' };
}

/** The header of a Matroska file is in them. */
const EBML_BYTES = 256;
/** Enough for two frames of MPEG audio after some garbage. */
const HEAD_BYTES = 16 * 1024;

/** Bytes of the ID3v2 tag at the start of music files, 0 if there is none. Sizes have 7 bits per byte. */
function id3Length(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  return 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 127), 0);
}

/**
 * The same from bytes alone; `animated` is not detected.
 * @param body the bytes after an ID3 tag, or the head again
 */
export function sniff(head: Buffer, body: Buffer = head): Sniffed | null {
  const picture = match(head, PICTURES);
  if (picture) return { demuxer: picture, picture: true, animated: false, seconds: null, webm: false };
  const demuxer = match(body, CONTAINERS) ?? sniffBeat(body) ?? (id3Length(head) > 0 ? 'mp3' : null);
  if (!demuxer) return null;
  const brand = demuxer === 'mov' ? head.toString('latin1', 8, 12) : '';
  const webm = demuxer === 'matroska' && isWebm(body.subarray(0, EBML_BYTES));
  return { demuxer, picture: isStillBrand(brand), animated: false, seconds: null, webm };
}

function match(head: Buffer, signatures: readonly Signature[]): string | null {
  const found = signatures.find(
    ([offset, bytes]) => head.toString('latin1', offset, offset + bytes.length) === bytes,
  );
  return found?.[2] ?? null;
}
