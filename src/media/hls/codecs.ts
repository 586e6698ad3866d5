import type { MediaStream } from '../types.ts';

/** Profiles that every browser plays with media source extensions. */
const PLAIN_H264 = [
  'Baseline',
  'Constrained Baseline',
  'Main',
  'High',
  'Progressive High',
  'Constrained High',
];
const PLAIN_AAC = ['LC', 'HE-AAC', 'HE-AACv2'];

/** Maximum longer side of re-encoded video, in pixels. */
const MAX_SIDE = 1920;

/**
 * @returns whether browsers play this video stream without re-encoding: upright 8-bit H.264 4:2:0 of a common profile
 */
export function playsAsIs(video: MediaStream): boolean {
  return (
    video.codec === 'h264' &&
    PLAIN_H264.includes(video.profile ?? '') &&
    ['yuv420p', 'yuvj420p'].includes(video.pixel_format ?? '') &&
    video.rotation === 0
  );
}

/** @returns whether browsers play this audio without re-encoding: AAC of a common profile */
export function soundsAsIs(audio: MediaStream): boolean {
  return audio.codec === 'aac' && PLAIN_AAC.includes(audio.profile ?? '') && (audio.channels ?? 9) <= 6;
}

/**
 * Options that encode a video stream to H.264 that plays everywhere: upright, square pixels, even sizes.
 * @param keyFrameSeconds key frame interval, so that segments can be cut there
 */
export function encodeVideo(keyFrameSeconds: number): string[] {
  const shown = `scale=w='iw*sar':h=ih`;
  const fit = `scale=w='if(gte(iw,ih),min(${MAX_SIDE},iw),-2)':h='if(gte(iw,ih),-2,min(${MAX_SIDE},ih))'`;
  const even = `scale=w='max(2,trunc(iw/2)*2)':h='max(2,trunc(ih/2)*2)',setsar=1`;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '8M', '-bufsize', '16M'],
    ...['-pix_fmt', 'yuv420p', '-profile:v', 'high', '-vf', `${shown},${fit},${even}`],
    ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`, '-sc_threshold', '0'],
  ];
}

export const COPY_VIDEO = ['-c:v', 'copy'] as const;
/**
 * The filter adds the header that MP4 needs to audio from a transport stream; other audio passes through it unchanged.
 */
export const COPY_AUDIO = ['-c:a', 'copy', '-bsf:a', 'aac_adtstoasc'] as const;
export const ENCODE_AUDIO = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000'] as const;
