import { constantRate, encodingRate } from '../clock/rate.ts';
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
 * Options that encode a video stream to H.264 that plays everywhere: upright, square pixels, even sizes, a constant rate
 * from 0 on. The last frame stays for as long as the output goes on.
 * @param keyFrameSeconds key frame interval, so that segments can be cut there
 * @param before filters that come first, each followed by a comma
 */
export function encodeVideo({ frame_rate }: MediaStream, keyFrameSeconds: number, before: string): string[] {
  const steady = `${before}${constantRate(encodingRate(frame_rate))},tpad=stop_mode=clone:stop=-1`;
  const shown = `scale=w='iw*sar':h=ih`;
  const fit = `scale=w='if(gte(iw,ih),min(${MAX_SIDE},iw),-2)':h='if(gte(iw,ih),-2,min(${MAX_SIDE},ih))'`;
  const even = `scale=w='max(2,trunc(iw/2)*2)':h='max(2,trunc(ih/2)*2)',setsar=1`;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '8M', '-bufsize', '16M'],
    ...['-pix_fmt', 'yuv420p', '-profile:v', 'high', '-vf', `${steady},${shown},${fit},${even}`],
    ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`, '-sc_threshold', '0'],
  ];
}

/** Options that encode sound, each sample at its own time; silence where there is none. @param before as above */
export function encodeAudio(before: string): string[] {
  // The encoder puts a packet of 1024 samples before what it is given.
  const inTime = `aresample=${RATE}:async=1:first_pts=0,apad,asetpts=N/SR/TB,atrim=start_pts=1024`;
  return ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', String(RATE), '-af', `${before}${inTime}`];
}

/** Samples per second of encoded sound. */
const RATE = 48_000;

export const COPY_VIDEO = ['-c:v', 'copy'] as const;
/**
 * What a file holds before its beginning only starts the decoder. The filter adds the header that MP4 needs to audio
 * from a transport stream; other audio passes through it unchanged.
 */
export const COPY_AUDIO = ['-c:a', 'copy', '-copypriorss:a', '0', '-bsf:a', 'aac_adtstoasc'] as const;
