/** Everything about media files, through ffmpeg. Knows no resource and no HTTP. */

export {
  captionRules,
  layOut,
  oneLine,
  type SpokenText,
  spokenWithin,
  type TimedWord,
} from './captions/layout.ts';
export { type AssLook, type CaptionFormat, captionFile, captionFormats, toAss } from './captions/write.ts';
export {
  type CutMade,
  type CutOptions,
  cutEnding,
  cutFile,
  type Dress,
  dressClip,
  type Vertical,
} from './cut/cut.ts';
export { makeReel, type ReelPart } from './cut/reel.ts';
export { type Damage, type DamageReader, damageReader } from './decode/damage.ts';
export {
  checkSound,
  type DecodeFramesOptions,
  type DecodeSoundOptions,
  decodeFrames,
  decodeSound,
  pastEnd,
  type RawFrame,
} from './decode/decode.ts';
export { encodeJpegs, type FrameJpeg, type FrameJpegsOptions, frameJpegs } from './decode/frame-jpegs.ts';
export {
  COLOUR_MAPS,
  type Colour,
  EVEN,
  type Grey,
  greyOfMap,
  splitColour,
  toGreyMap,
} from './decode/grey.ts';
export {
  type ListenOptions,
  type Loudness,
  listen,
  type Silence,
  type SilenceOptions,
  silence,
} from './decode/listen.ts';
export { greyImages, type RawImageOptions, rawImages } from './decode/raw-images.ts';
export type { StillOptions } from './decode/stills.ts';
export {
  type ChosenSubtitles,
  chooseSubtitles,
  extractSubtitles,
  type SubtitleOptions,
} from './decode/subtitles.ts';
export { type FrameImage, type FrameImageOptions, frameImages, thumbnailAt } from './decode/thumbnails.ts';
export { isDisturbed, MediaError, type MediaErrorCode } from './errors.ts';
export { type CapabilityKind, capabilities, has } from './ffmpeg/capabilities.ts';
export { residentBytes } from './ffmpeg/memory.ts';
export { BACKGROUND, giveWay, LAST } from './ffmpeg/priority.ts';
export { type Get, packByNpm, systemAdvice } from './ffmpeg/program/fetch-program.ts';
export { type Installed, type InstallOptions, installFfmpeg } from './ffmpeg/program/install.ts';
export { chooseFfmpeg, installedPath, type LocateOptions, locateFfmpeg } from './ffmpeg/program/locate.ts';
export { strangersRefused } from './ffmpeg/program/rank.ts';
export { ffmpegAdvice } from './ffmpeg/program/version.ts';
export { endedBy, MACHINE } from './ffmpeg/reason.ts';
export { afterWork, type WorkWatch, watchWork, workSeconds } from './ffmpeg/work.ts';
export { type ClipOptions, type ClipPart, makeClip, planClip } from './hls/clip.ts';
export { type HlsOptions, type HlsPackage, packageHls } from './hls/hls.ts';
export { PLAYLIST_NAME } from './hls/hls-plan.ts';
export { initNames, type Playlist, type PlaylistSegment, parsePlaylist } from './hls/playlist.ts';
export { type MediaInfo, toMediaInfo, toVideoInfo, type VideoInfo } from './probe/info.ts';
export { type ProbeOptions, probe } from './probe/probe.ts';
export {
  chooseAudio,
  languageName,
  mainAudio,
  mainVideo,
  namesLanguage,
  sameLanguage,
} from './probe/shape.ts';
export { remember } from './remember.ts';
export {
  type FilmPassOptions,
  filmPass,
  picturePath,
  type SpreadPictures,
  spreadGreys,
} from './shots/film-pass.ts';
export * from './shots/index.ts';
export { type SniffedFile, sniffFile } from './sniff/sniff.ts';
export type * from './types.ts';
