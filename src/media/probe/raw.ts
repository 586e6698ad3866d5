import type { MediaChapter, MediaStream } from '../types.ts';
import type { Ending } from './ending.ts';

/** The result of both ways of probing, before it becomes a MediaProbe. */
export interface Raw {
  /** ffmpeg's names of its demuxer. */
  format: string;
  duration: number | null;
  start: number | null;
  streams: MediaStream[];
  chapters: MediaChapter[];
  tags: Record<string, string>;
  /** How the file ends, if that was seen on the way. */
  ending?: Ending | undefined;
  /** Where picture and sound end by their own headers, in seconds, if all of these say it. */
  playedEnd?: number | undefined;
}

/**
 * Maximum output of a program that describes a file, in bytes: some thousand chapters, or the text of a long book in
 * tags.
 */
export const MAX_DESCRIPTION_BYTES = 4 * 1024 * 1024;

/** Tags that say how the file was written, not what it is. Dropped in both ways of probing. */
const NOISE = new Set(['minor_version', 'compatible_brands', 'vendor_id', 'handler_name', 'encoder']);

/** Lower-case tag names; writers mix upper and lower case. */
export function cleanTags(tags: Record<string, unknown> | undefined): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(tags ?? {})) {
    const key = name.toLowerCase();
    if (!NOISE.has(key) && typeof value === 'string') clean[key] = value;
  }
  return clean;
}

/** @returns the language code, or null if it is missing or "undetermined" */
export function languageOf(value: string | undefined): string | null {
  return value === undefined || value === '' || value === 'und' ? null : value;
}

/** @returns the value, or null if the program printed that it is unknown */
export function known(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return ['unknown', 'unspecified', 'N/A', 'none', 'reserved'].includes(value) ? null : value;
}
