import { parseSrt, type Subtitles } from './srt.ts';
import { isWebVtt, parseWebVtt } from './webvtt.ts';

/** Maximum size of a subtitle file in bytes. A day of talk is about 2 MB. */
export const MAX_SUBTITLE_BYTES = 16 * 1024 * 1024;

/** Decodes a subtitle file: UTF-16 by byte-order mark, else UTF-8, else Windows-1252, which accepts any bytes. */
export function decodeSubtitles(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Parses subtitles of either format: WebVTT if the text starts with WEBVTT, otherwise SRT. */
export function parseSubtitles(text: string): Subtitles {
  return isWebVtt(text) ? parseWebVtt(text) : parseSrt(text);
}
