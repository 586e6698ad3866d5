/** Small honest media, one of each container and codec that ffmpeg writes quickly: what the hostile ones are made of. */
import { make } from '../film.ts';

export interface Seed {
  /** What the names of its variants begin with. */
  readonly name: string;
  readonly extension: string;
  readonly bytes: Buffer;
}

const picture = (size = '64x48', rate = 10) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=1`];
const sound = (rate = 16_000) => ['-f', 'lavfi', '-i', `sine=d=1:sample_rate=${rate}`];
const film = [...picture(), ...sound()];
const still = [...picture(), '-frames:v', '1'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const aac = ['-c:a', 'aac', '-b:a', '24k'];
const pal = picture('720x576', 25);

/** Name, extension, options. */
const recipes: readonly (readonly [string, string, readonly string[]])[] = [
  ['h264', 'mp4', [...film, ...h264, ...aac, '-movflags', '+faststart']],
  ['late-index', 'mp4', [...film, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ['fragments', 'mp4', [...film, ...h264, ...aac, '-movflags', 'frag_keyframe+empty_moov+default_base_moof']],
  [
    'hevc',
    'mp4',
    [...picture(), '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
  ],
  ['mjpeg', 'mov', [...film, '-c:v', 'mjpeg', '-c:a', 'pcm_s16be', '-pix_fmt', 'yuvj420p']],
  ['prores', 'mov', [...picture(), '-c:v', 'prores', '-frames:v', '2']],
  ['h263', '3gp', [...picture('128x96'), ...sound(), '-c:v', 'h263', ...aac]],
  ['aac', 'm4a', [...sound(), ...aac]],
  ['alac', 'm4a', [...sound(), '-c:a', 'alac']],
  ['avc', 'mkv', [...film, ...h264, '-c:a', 'libvorbis']],
  ['ffv1', 'mkv', [...film, '-c:v', 'ffv1', '-c:a', 'flac']],
  [
    'vp8',
    'webm',
    [...film, '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libvorbis'],
  ],
  [
    'vp9',
    'webm',
    [...film, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
  ],
  ['mpeg4', 'avi', [...film, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ['raw', 'avi', [...film, '-c:v', 'rawvideo', '-pix_fmt', 'bgr24', '-frames:v', '2', '-c:a', 'pcm_s16le']],
  ['sorenson', 'flv', [...picture(), ...sound(44_100), '-c:v', 'flv', '-c:a', 'libmp3lame']],
  ['mpeg2', 'ts', [...picture('64x48', 25), ...sound(), '-c:v', 'mpeg2video', '-c:a', 'mp2']],
  ['mpeg1', 'mpg', [...picture('64x48', 25), ...sound(44_100), '-c:v', 'mpeg1video', '-c:a', 'mp2']],
  ['ac3', 'vob', [...picture('64x48', 25), ...sound(48_000), '-c:v', 'mpeg2video', '-c:a', 'ac3']],
  ['theora', 'ogv', [...film, '-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ['opus', 'ogg', [...sound(), '-c:a', 'libopus']],
  ['pcm', 'wav', sound()],
  ['adpcm', 'wav', [...sound(), '-c:a', 'adpcm_ima_wav']],
  ['sony', 'w64', sound()],
  ['layer3', 'mp3', [...sound(), '-metadata', 'title=honest', '-c:a', 'libmp3lame']],
  ['lossless', 'flac', sound()],
  ['adts', 'aac', [...sound(), ...aac]],
  ['dolby', 'ac3', sound(48_000)],
  ['iff', 'aiff', sound()],
  ['core', 'caf', sound()],
  ['sun', 'au', sound()],
  ['wavpack', 'wv', sound()],
  ['true', 'tta', sound()],
  ['wma', 'wma', [...sound(), '-c:a', 'wmav2']],
  ['wmv', 'wmv', [...film, '-c:v', 'wmv2', '-c:a', 'wmav2']],
  ['op1a', 'mxf', [...picture('64x48', 25), ...sound(48_000), '-c:v', 'mpeg2video', '-frames:v', '5']],
  ['real', 'rm', [...picture('128x96', 25), '-c:v', 'rv10', '-frames:v', '10']],
  ['nut', 'nut', [...film, '-c:v', 'mpeg4', '-c:a', 'mp2']],
  ['tape', 'dv', [...pal, '-c:v', 'dvvideo', '-pix_fmt', 'yuv420p', '-frames:v', '2', '-r', '25', '-an']],
  ['frames', 'ivf', [...picture(), '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']],
  ['uncompressed', 'y4m', [...picture(), '-frames:v', '2', '-pix_fmt', 'yuv420p']],
  ['annexb', 'h264', [...picture(), ...h264]],
  ['elementary', 'm2v', [...picture('64x48', 25), '-c:v', 'mpeg2video']],
  ['loop', 'gif', picture()],
  ['moving', 'apng', [...picture(), '-plays', '0']],
  ['still', 'png', still],
  ['photo', 'jpg', still],
  ['lossy', 'webp', still],
  ['moving-lossy', 'webp', [...picture(), '-c:v', 'libwebp_anim']],
  ['bitmap', 'bmp', still],
  ['scan', 'tiff', still],
  ['wavelet', 'jp2', [...still, '-c:v', 'jpeg2000']],
];

/** Those of these names, default all. A few are made at the same time. */
export async function seeds(names?: readonly string[]): Promise<readonly Seed[]> {
  const asked = recipes.filter(([name]) => names?.includes(name) ?? true);
  const made: Seed[] = [];
  const left = [...asked.entries()];
  const maker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, [name, extension, options]] = next;
      made[at] = { name, extension, bytes: await make(options, extension) };
    }
  };
  await Promise.all(Array.from({ length: 3 }, maker));
  return made;
}
