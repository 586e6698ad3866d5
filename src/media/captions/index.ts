export { captionRules, layOut, oneLine, type SpokenText, type TimedWord } from './layout.ts';
export { type AssLook, type CaptionFormat, captionFile, captionFormats, stamp, toAss } from './write.ts';
