import type { MediaProbe } from '../types.ts';
import { mainAudio, mainVideo, timecodeOf } from './shape.ts';

/** Facts that every kind of media may have; null if not applicable. */
export interface MediaInfo {
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  sample_rate: number | null;
  channels: number | null;
  /** Bits per second. */
  bitrate: number | null;
  format: string;
  has_audio: boolean;
  /** Average frames per second, with three decimals. */
  frame_rate: number | null;
  /** Of the first frame. */
  timecode: string | null;
}

export interface VideoInfo {
  duration_seconds: number | null;
  height: number | null;
  width: number | null;
  format: string;
  has_audio: boolean;
}

/** @returns the API's media_info. Sizes are display sizes; a cover picture has none. */
export function toMediaInfo(probe: MediaProbe): MediaInfo {
  const video = mainVideo(probe);
  const audio = mainAudio(probe);
  return {
    duration_seconds: probe.duration_seconds,
    width: video?.width ?? null,
    height: video?.height ?? null,
    sample_rate: audio?.sample_rate ?? null,
    channels: audio?.channels ?? null,
    bitrate: probe.bit_rate,
    format: probe.container,
    has_audio: audio !== undefined,
    frame_rate: video?.frame_rate?.value ?? null,
    timecode: video ? startTimecode(probe) : null,
  };
}

/** That of a film's picture, else that of its timecode track or of the whole file. */
function startTimecode(probe: MediaProbe): string | null {
  const own = [mainVideo(probe), ...probe.streams].find((stream) => stream?.timecode);
  return own?.timecode ?? timecodeOf(probe.tags.timecode);
}

/** @returns the API's video_info, or null if the file is not a video */
export function toVideoInfo(probe: MediaProbe): VideoInfo | null {
  if (probe.media_type !== 'video') return null;
  const { duration_seconds, height, width, format, has_audio } = toMediaInfo(probe);
  return { duration_seconds, height, width, format, has_audio };
}
