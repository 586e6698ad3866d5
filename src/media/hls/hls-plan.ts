import { mainAudio, mainVideo } from '../probe/shape.ts';
import type { MediaProbe, MediaStream } from '../types.ts';
import { COPY_AUDIO, COPY_VIDEO, ENCODE_AUDIO, encodeVideo, playsAsIs, soundsAsIs } from './codecs.ts';

export const PLAYLIST_NAME = 'index.m3u8';

/** What to do with each stream of a file. */
export interface Plan {
  video: MediaStream | undefined;
  audio: MediaStream | undefined;
  copyVideo: boolean;
  copyAudio: boolean;
}

/** The window to package, in seconds of the file. */
interface Window {
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}

/** Copies what browsers play, unless only a window is wanted, whose edges must be exact. */
export function planOf(probed: MediaProbe, options: Window): Plan {
  const video = mainVideo(probed);
  const audio = mainAudio(probed);
  const whole = options.startSeconds === undefined && options.endSeconds === undefined;
  const copyVideo = whole && video !== undefined && playsAsIs(video);
  return { video, audio, copyVideo, copyAudio: whole && audio !== undefined && soundsAsIs(audio) };
}

/**
 * A stream may have at most twice the size of what is copied, plus this many bytes per re-encoded second (1.02 MB at
 * the encoder's rate limit). A sample table that refers to the same bytes again and again could produce terabytes.
 */
const COPY_TIMES = 2;
const ENCODED_BYTES = 1_500_000;
const SLACK_BYTES = 64 * 1024 * 1024;

/** Maximum size of a stream in bytes. @param seconds duration */
export function mostBytes(
  { video, copyVideo, copyAudio }: Plan,
  { size }: MediaProbe,
  seconds: number,
): number {
  const encodes = !copyAudio || (video !== undefined && !copyVideo);
  const copies = copyVideo || copyAudio;
  return SLACK_BYTES + (copies ? COPY_TIMES * size : 0) + (encodes ? ENCODED_BYTES * seconds : 0);
}

/** Options that map and encode the streams. @param segmentSeconds key frame interval of re-encoded video */
export function streamArgs(plan: Plan, segmentSeconds: number): string[] {
  const args = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'];
  if (plan.video) {
    args.push(
      '-map',
      `0:${plan.video.index}`,
      ...(plan.copyVideo ? COPY_VIDEO : encodeVideo(segmentSeconds)),
    );
  }
  if (plan.audio) {
    args.push('-map', `0:${plan.audio.index}`, ...(plan.copyAudio ? COPY_AUDIO : ENCODE_AUDIO));
  }
  return args;
}

/** Name of segment n, from 0. */
export function segmentName(index: number): string {
  return `segment${String(index).padStart(5, '0')}.m4s`;
}

/** Names are relative: ffmpeg runs inside the folder. */
export function hlsArgs(segmentSeconds: number): string[] {
  return [
    ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', 'segment%05d.m4s', '-hls_flags', 'independent_segments', PLAYLIST_NAME],
  ];
}
