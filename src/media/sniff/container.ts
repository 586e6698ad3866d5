import { isHeif } from './heif.ts';

/** ffmpeg's demuxers and the common names of the formats. */
const PICTURES: Record<string, [string, string]> = {
  png_pipe: ['png', 'PNG picture'],
  apng: ['apng', 'Animated PNG picture'],
  jpeg_pipe: ['jpeg', 'JPEG picture'],
  webp_pipe: ['webp', 'WebP picture'],
  gif: ['gif', 'GIF picture'],
  bmp_pipe: ['bmp', 'BMP picture'],
  tiff_pipe: ['tiff', 'TIFF picture'],
  j2k_pipe: ['jpeg2000', 'JPEG 2000 picture'],
  jpegxl_pipe: ['jpegxl', 'JPEG XL picture'],
};

const LONG: Record<string, string> = {
  mp4: 'MP4 (MPEG-4 Part 14)',
  mov: 'QuickTime',
  matroska: 'Matroska',
  webm: 'WebM',
  mp3: 'MP3 audio',
  wav: 'WAV audio',
  ogg: 'Ogg',
  flac: 'FLAC audio',
  aac: 'AAC audio (ADTS)',
  mpegts: 'MPEG transport stream',
  mpeg: 'MPEG program stream',
  avi: 'AVI',
  flv: 'Flash video',
  asf: 'Windows Media (ASF)',
  aiff: 'AIFF audio',
  '3gp': '3GP',
};

/**
 * The short and the long name of a container.
 * @param names ffmpeg's names of its demuxer, such as `mov,mp4,m4a,3gp,3g2,mj2`
 * @param brand the major brand of an MP4-like file
 * @param webm whether a Matroska file is WebM
 */
export function containerName(names: string, brand: string | undefined, webm: boolean): [string, string] {
  const first = names.split(',')[0] ?? names;
  const picture = PICTURES[first];
  if (picture) return picture;
  let short = first;
  if (first === 'mov') short = movFlavour(brand);
  if (first === 'matroska') short = webm ? 'webm' : 'matroska';
  return [short, LONG[short] ?? short];
}

function movFlavour(brand: string | undefined): string {
  const name = brand?.trim().toLowerCase() ?? 'qt';
  if (name === 'qt') return 'mov';
  if (name.startsWith('3g')) return '3gp';
  if (['avif', 'avis'].includes(name)) return 'avif';
  return isHeif(name) ? 'heic' : 'mp4';
}

/** @returns whether the first bytes of a Matroska file declare the WebM document type */
export function isWebm(head: Buffer): boolean {
  const at = head.indexOf('\x42\x82', 0, 'latin1');
  return at !== -1 && head.toString('latin1', at + 3, at + 7) === 'webm';
}
