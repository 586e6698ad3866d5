import { constantRate, encodingRate } from '../clock/rate.ts';
import type { Times, TrackTimes } from '../clock/times.ts';
import { mainAudio, mainVideo } from '../probe/shape.ts';
import type { Ffmpeg, MediaProbe, MediaStream } from '../types.ts';

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
    video.display_matrix === false
  );
}

/** @returns whether browsers play this audio without re-encoding: AAC of a common profile */
export function soundsAsIs(audio: MediaStream): boolean {
  return audio.codec === 'aac' && PLAIN_AAC.includes(audio.profile ?? '') && (audio.channels ?? 9) <= 6;
}

/**
 * The filters of encoded frames: square pixels, even sizes, a constant rate from 0 on. The last frame stays for as long as
 * the output goes on.
 * @param before filters that come first, each followed by a comma
 * @param maxSide the longer side, at most, in pixels
 */
export function frameFilters({ frame_rate }: MediaStream, before: string, maxSide: number): string {
  const steady = `${before}${constantRate(encodingRate(frame_rate))}`;
  const shown = `scale=w='iw*sar':h=ih`;
  const fit = `scale=w='if(gte(iw,ih),min(${maxSide},iw),-2)':h='if(gte(iw,ih),-2,min(${maxSide},ih))'`;
  const even = `scale=w='max(2,trunc(iw/2)*2)':h='max(2,trunc(ih/2)*2)',setsar=1`;
  return `${steady},${shown},${fit},${even}`;
}

/**
 * Options that encode a video stream to H.264 that plays everywhere, upright.
 * @param keyFrameSeconds key frame interval, so that segments can be cut there
 * @param before filters that come first, each followed by a comma
 */
function encodeVideo(stream: MediaStream, keyFrameSeconds: number, before: string): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '8M', '-bufsize', '16M'],
    ...['-pix_fmt', 'yuv420p', '-profile:v', 'high', '-vf', frameFilters(stream, before, MAX_SIDE)],
    ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`, '-sc_threshold', '0'],
  ];
}

/** Options that encode sound, each sample at its own time; silence where there is none. @param before as above */
function encodeAudio(before: string): string[] {
  // The encoder puts a packet of 1024 samples before what it is given.
  const inTime = `aresample=${RATE}:async=1:first_pts=0,apad,asetpts=N/SR/TB,atrim=start_pts=1024`;
  return ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', String(RATE), '-af', `${before}${inTime}`];
}

/** Samples per second of encoded sound. */
const RATE = 48_000;

const COPY_VIDEO = ['-c:v', 'copy'] as const;
/**
 * What a file holds before its beginning only starts the decoder. The filter adds the header that MP4 needs to audio
 * from a transport stream; other audio passes through it unchanged.
 */
const COPY_AUDIO = ['-c:a', 'copy', '-copypriorss:a', '0', '-bsf:a', 'aac_adtstoasc'] as const;

export const PLAYLIST_NAME = 'index.m3u8';

/** What to do with each stream of a file. */
export interface Plan {
  video: MediaStream | undefined;
  audio: MediaStream | undefined;
  copyVideo: boolean;
  copyAudio: boolean;
}

/** Whether anything of a file may be copied, so that its packets are worth reading. */
export function mayCopy(probed: MediaProbe): boolean {
  const [video, audio] = [mainVideo(probed), mainAudio(probed)];
  return (video !== undefined && playsAsIs(video)) || (audio !== undefined && soundsAsIs(audio));
}

/**
 * Copies what browsers play where the copy shows what the file shows, each second at its time. The rest, and a window,
 * is encoded.
 * @param times what the packets say; undefined for a window
 * @param seconds duration of the stream
 */
export function planOf(probed: MediaProbe, times: Times | undefined, seconds: number): Plan {
  const video = mainVideo(probed);
  const audio = mainAudio(probed);
  const copyVideo = video !== undefined && playsAsIs(video) && isFramesTrue(times?.video, seconds);
  const copyAudio = audio !== undefined && soundsAsIs(audio) && isSoundTrue(times?.audio, seconds);
  return { video, audio, copyVideo, copyAudio };
}

/** Picture and sound may start or end so much apart, in seconds, that a player can still play both. */
const APART_SECONDS = 0.1;
const END_APART_SECONDS = 0.5;
/** Frames further apart than this, in seconds, are repeated. */
const LONGEST_STEP = 1;
/** A film with key frames further apart than this, in seconds, would seek badly and start late. */
const LONGEST_KEY_STEP = 20;
/** A gap in the sound or an overlap of it that nobody hears, in seconds: less than two packets. */
const UNHEARD_SECONDS = 0.04;
/** A packet of sound lasts at most an eighth of a second; MP4 stretches the one before a gap. */
const LONGEST_SOUND_STEP = 0.2;

/** Whether a copy of the picture shows what the file shows: no frame that an edit list hides, none missing for long. */
function isFramesTrue(times: TrackTimes | undefined, seconds: number): boolean {
  return (
    times !== undefined &&
    times.opensWithKey === true &&
    times.hidden === 0 &&
    times.early === 0 &&
    times.first <= APART_SECONDS &&
    Math.abs(times.end - seconds) <= END_APART_SECONDS &&
    times.longestStep <= LONGEST_STEP &&
    times.keyStep <= LONGEST_KEY_STEP
  );
}

/** Whether a copy of the sound plays each second at its time. What comes before 0 is left out of a copy. */
function isSoundTrue(times: TrackTimes | undefined, seconds: number): boolean {
  return (
    times !== undefined &&
    times.hiddenLater === 0 &&
    times.first <= APART_SECONDS &&
    Math.abs(times.end - seconds) <= END_APART_SECONDS &&
    times.hole <= UNHEARD_SECONDS &&
    times.longestStep <= LONGEST_SOUND_STEP &&
    times.overlap <= UNHEARD_SECONDS
  );
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

/** Filters that an encoded stream passes first, each followed by a comma. */
export interface Before {
  frames: string;
  sound: string;
}

/** Options that map and encode the streams. @param segmentSeconds key frame interval of re-encoded video */
export function streamArgs(plan: Plan, segmentSeconds: number, before: Before): string[] {
  const args = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'];
  if (plan.video) {
    const encode = encodeVideo(plan.video, segmentSeconds, before.frames);
    args.push('-map', `0:${plan.video.index}`, ...(plan.copyVideo ? COPY_VIDEO : encode));
  }
  if (plan.audio) {
    args.push('-map', `0:${plan.audio.index}`, ...(plan.copyAudio ? COPY_AUDIO : encodeAudio(before.sound)));
  }
  return args;
}

/** Name of segment n, from 0. */
export function segmentName(index: number): string {
  return `segment${String(index).padStart(5, '0')}.m4s`;
}

/** libavcodec 59 came with ffmpeg 5.0; before, a copy that starts late is found out when it is compared. */
const OPTIONS_OF_SEGMENTS = 59;

/**
 * Names are relative: ffmpeg runs inside the folder. Each track keeps the times it has: browsers leave out what an edit
 * list says of a late start.
 */
export function hlsArgs(segmentSeconds: number, { codecLibrary: [library] }: Ffmpeg): string[] {
  return [
    ...['-avoid_negative_ts', 'disabled'],
    ...(library >= OPTIONS_OF_SEGMENTS ? ['-hls_segment_options', 'movflags=+frag_discont'] : []),
    ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', 'segment%05d.m4s', '-hls_flags', 'independent_segments', PLAYLIST_NAME],
  ];
}
