/** Where the ffmpeg in use was found. */
export type FfmpegSource =
  | '--ffmpeg'
  | 'VAU_FFMPEG'
  | 'FFMPEG_BIN'
  | 'ffmpeg-static'
  | 'PATH'
  | 'data folder';

/** A working ffmpeg, and its ffprobe if there is one. */
export interface Ffmpeg {
  /** Absolute path of the program. */
  path: string;
  /** As printed by the program: `7.1.4`, `5.1.9-0+deb12u1`, `N-47683-g0e8eb07980-static`. */
  version: string;
  source: FfmpegSource;
  /** Version of its codec library as [major, minor]: the only number that snapshot builds have too. */
  codecLibrary: readonly [number, number];
  ffprobe?: string | undefined;
}

/** The chosen ffmpeg, the reason, and the rejected ones, best first. */
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
  /** Frames per second. */
  value: number;
}

export interface ColorInfo {
  /** `tv` (limited) or `pc` (full). */
  range: string | null;
  space: string | null;
  transfer: string | null;
  primaries: string | null;
}

/** One stream. Null if not applicable to its type, or unknown. */
export interface MediaStream {
  index: number;
  type: StreamType;
  codec: string | null;
  profile: string | null;
  language: string | null;
  title: string | null;
  default: boolean;
  forced: boolean;
  /** Subtitles for those who do not hear: sounds are described too. */
  hearing_impaired: boolean;
  /** Not what is said: somebody's commentary, descriptions of what is seen, or data. */
  commentary: boolean;
  /** A cover picture inside a video or audio file. */
  attached_pic: boolean;
  /** Bits per second. */
  bit_rate: number | null;
  /** Display size in pixels: with sample aspect ratio and rotation applied. */
  width: number | null;
  height: number | null;
  /** Pixels as stored. */
  coded_width: number | null;
  coded_height: number | null;
  /** `4:3`; `1:1` is square. */
  sample_aspect: string | null;
  /** Clockwise degrees by which a player turns the picture: 0, 90, 180 or 270. */
  rotation: number | null;
  /** Whether the file has a matrix that turns or flips the picture; with a rotation of 0 it is flipped. */
  display_matrix: boolean | null;
  /** Average frame rate. */
  frame_rate: FrameRate | null;
  /** Of its first frame, as the file says: `10:00:00:00`, with `;` before the frames where numbers are dropped. */
  timecode: string | null;
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

/** The properties of a media file, whichever program found them. */
export interface MediaProbe {
  media_type: MediaType | null;
  /** Short name of the container, such as `mp4`, `matroska`, `png`. */
  container: string;
  container_long: string;
  /** Null for a still image. */
  duration_seconds: number | null;
  /** The duration that the file's header claims, if its content has another one; the content counts. */
  claimed_seconds: number | null;
  /** Bytes. */
  size: number;
  /** Bits per second over the whole file. */
  bit_rate: number | null;
  /** Seconds; start of the first stream on the file's own clock. */
  start_time: number | null;
  streams: MediaStream[];
  chapters: MediaChapter[];
  tags: Record<string, string>;
}
