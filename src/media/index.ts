/** Everything about media files, through ffmpeg. Knows no resource and no HTTP. */
export { type CapabilityKind, capabilities, has } from './capabilities.ts';
export {
  type DecodeFramesOptions,
  type DecodeSoundOptions,
  decodeFrames,
  decodeSound,
  type RawFrame,
} from './decode.ts';
export { type DownloadOptions, downloadMp4 } from './download.ts';
export { encodeJpegs } from './encode.ts';
export { MediaError, type MediaErrorCode } from './errors.ts';
export { type FilmPassOptions, filmPass, picturePath, type SpreadPictures } from './film-pass.ts';
export { type FrameJpeg, type FrameJpegsOptions, frameJpegs } from './frame-jpegs.ts';
export { type HlsOptions, type HlsPackage, packageHls } from './hls.ts';
export { PLAYLIST_NAME } from './hls-plan.ts';
export { type MediaInfo, toMediaInfo, toVideoInfo, type VideoInfo } from './info.ts';
export { type Installed, type InstallOptions, installFfmpeg, systemAdvice } from './install.ts';
export { type ListenOptions, type Loudness, listen } from './listen.ts';
export { installedPath, type LocateOptions, locateFfmpeg } from './locate.ts';
export {
  type Playlist,
  type PlaylistSegment,
  parsePlaylist,
  type TrimmedPlaylist,
  trimPlaylist,
} from './playlist.ts';
export { type ProbeOptions, probe } from './probe.ts';
export { type RawImageOptions, rawImages } from './raw-images.ts';
export { mainAudio, mainVideo } from './shape.ts';
export * from './shots/index.ts';
export { type Silence, type SilenceOptions, silence } from './silence.ts';
export { sniffFile } from './sniff.ts';
export { spreadJpegs } from './spread-jpegs.ts';
export type { StillOptions } from './stills.ts';
export { chooseSubtitles, extractSubtitles, type SubtitleOptions } from './subtitles.ts';
export { type FrameImage, type FrameImageOptions, frameImages, thumbnailAt } from './thumbnails.ts';
export type * from './types.ts';
export { ffmpegAdvice } from './version.ts';
