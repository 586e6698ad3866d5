/** Where the ffmpeg in use was found. */
export type FfmpegSource =
  | '--ffmpeg'
  | 'VAU_FFMPEG'
  | 'FFMPEG_BIN'
  | 'ffmpeg-static'
  | 'PATH'
  | 'data folder';

/** A working ffmpeg, and the ffprobe that goes with it where there is one. */
export interface Ffmpeg {
  /** Absolute path of the program. */
  path: string;
  /** As the program prints it: `7.1.4`, `5.1.9-0+deb12u1`, `N-47683-g0e8eb07980-static`. */
  version: string;
  source: FfmpegSource;
  /** Version of its codec library as [major, minor]: the only number that snapshot builds have too. */
  codecLibrary: readonly [number, number];
  ffprobe?: string | undefined;
}

/** The ffmpeg in use, why it is that one, and those that were passed over, best first. */
export interface FfmpegChoice {
  ffmpeg: Ffmpeg;
  /** A clause: `it is newer than /usr/bin/ffmpeg (4.4, PATH)`. */
  why: string;
  others: readonly Ffmpeg[];
}

export type MediaType = 'video' | 'audio' | 'image';
export type StreamType = 'video' | 'audio' | 'subtitle' | 'data' | 'attachment';
export type HdrFormat = 'HDR10' | 'HLG' | 'Dolby Vision';

/** A frame rate, exact and as a number. */
export interface FrameRate {
  /** `30000/1001` */
  rational: string;
  /** Frames a second. */
  value: number;
}

export interface ColorInfo {
  /** `tv` (limited) or `pc` (full). */
  range: string | null;
  space: string | null;
  transfer: string | null;
  primaries: string | null;
}

/** One stream. What does not apply to its type, or is not known, is null. */
export interface MediaStream {
  index: number;
  type: StreamType;
  codec: string | null;
  profile: string | null;
  language: string | null;
  title: string | null;
  default: boolean;
  forced: boolean;
  /** A cover picture inside a video or audio file. */
  attached_pic: boolean;
  /** Bits a second. */
  bit_rate: number | null;
  /** Pixels as shown: sample aspect and rotation applied. */
  width: number | null;
  height: number | null;
  /** Pixels as stored. */
  coded_width: number | null;
  coded_height: number | null;
  /** `4:3`; `1:1` is square. */
  sample_aspect: string | null;
  /** Clockwise degrees by which a player turns the picture: 0, 90, 180 or 270. */
  rotation: number | null;
  /** Average frame rate. */
  frame_rate: FrameRate | null;
  pixel_format: string | null;
  bit_depth: number | null;
  color: ColorInfo | null;
  hdr: HdrFormat | null;
  channels: number | null;
  channel_layout: string | null;
  sample_rate: number | null;
}

export interface MediaChapter {
  /** Seconds. */
  start: number;
  end: number;
  title: string | null;
}

/** What a media file is. The same whichever program found it out. */
export interface MediaProbe {
  media_type: MediaType | null;
  /** Short name of the container, such as `mp4`, `matroska`, `png`. */
  container: string;
  container_long: string;
  /** Null for a single picture. */
  duration_seconds: number | null;
  /** Bytes. */
  size: number;
  /** Bits a second over the whole file. */
  bit_rate: number | null;
  /** Seconds; where the first stream begins on the file's own clock. */
  start_time: number | null;
  streams: MediaStream[];
  chapters: MediaChapter[];
  tags: Record<string, string>;
}
