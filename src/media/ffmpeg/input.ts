import { basename, resolve } from 'node:path';
import { MediaError } from '../errors.ts';
import { type Sniffed, sniffFile } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';

/**
 * The containers that may be opened. Excluded on purpose: everything that refers to other files or URLs (hls, dash,
 * concat, sdp, rtsp, image2 and its number patterns, imf, vobsub, svg, lavfi, script readers).
 */
const CONTAINERS = [
  'mov',
  'mp4',
  'matroska',
  'webm',
  'mp3',
  'wav',
  'w64',
  'aiff',
  'caf',
  'au',
  'ogg',
  'flac',
  'aac',
  'ac3',
  'eac3',
  'amr',
  'ape',
  'wv',
  'tta',
  'dsf',
  'mpegts',
  'mpeg',
  'mpegvideo',
  'avi',
  'flv',
  'asf',
  'mxf',
  'gxf',
  'rm',
  'ivf',
  'nut',
  'dv',
  'h264',
  'hevc',
  'yuv4mpegpipe',
] as const;

const PICTURES = [
  'png_pipe',
  'apng',
  'jpeg_pipe',
  'webp_pipe',
  'webp',
  'gif',
  'bmp_pipe',
  'tiff_pipe',
  'j2k_pipe',
  'jpegxl_pipe',
] as const;

const FORMATS = [...CONTAINERS, ...PICTURES].join(',');

/** 8K video has 35 million pixels; a decompression bomb of 201 kB asked for 268 million and 751 MB. */
const MAX_VIDEO_PIXELS = 40_000_000;
/** Cameras and scanners make larger single pictures. */
const MAX_PICTURE_PIXELS = 120_000_000;
const MAX_STREAMS = 100;
/** Largest single memory allocation, in bytes. */
export const MAX_ALLOC = 512 * 1024 * 1024;

/**
 * Options that come first in every run of ffmpeg. Damage is no failure, however much of a window it fills: what can be
 * decoded is given. ffmpeg on its own fails when two thirds of the frames are damaged.
 */
export function globalArgs(level = 'error'): string[] {
  const limits = ['-max_alloc', String(MAX_ALLOC), '-max_error_rate', '1'];
  return ['-nostdin', '-hide_banner', '-v', level, ...limits, '-y'];
}

/**
 * The options that make a file of unknown origin safe to open, ending with the input itself. The same for ffmpeg and
 * ffprobe.
 *
 * The format is detected here from the first bytes and forced, so that neither a file's name nor number patterns in it
 * matter.
 * @param before input options such as -ss
 * @throws MediaError for a picture that would be read in part only, without a word
 */
export function inputArgs(file: string, sniffed: Sniffed, before: readonly string[] = []): string[] {
  if (sniffed.tiled)
    throw new MediaError(
      'unsupported',
      `${basename(file)}: its picture is made of tiles, which this program does not put together: make a JPEG of it`,
    );
  const pixels = sniffed.picture ? MAX_PICTURE_PIXELS : MAX_VIDEO_PIXELS;
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', FORMATS],
    ...['-max_streams', String(MAX_STREAMS), '-max_pixels', String(pixels)],
    ...['-f', sniffed.demuxer, ...(sniffed.options ?? [])],
    ...before,
    ...['-i', `file:${resolve(sniffed.standIn?.path ?? file)}`],
  ];
}

/** Sniffs the first bytes of a file and returns the safe input options for it. */
export async function safeInput(file: string, before: readonly string[] = []): Promise<string[]> {
  return inputArgs(file, await sniffFile(file), before);
}

/** -fps_mode was added in libavcodec 59.37 (ffmpeg 5.1), and -vsync is removed in later versions. */
export function frameSync(ffmpeg: Ffmpeg, mode: 'passthrough' | 'vfr' | 'cfr'): string[] {
  const [major, minor] = ffmpeg.codecLibrary;
  return [major > 59 || (major === 59 && minor >= 37) ? '-fps_mode' : '-vsync', mode];
}
