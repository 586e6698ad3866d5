import type { MediaChapter, MediaStream } from '../types.ts';

/** What either way of probing finds, before it is made into a MediaProbe. */
export interface Raw {
  /** ffmpeg's names for its reader. */
  format: string;
  duration: number | null;
  start: number | null;
  streams: MediaStream[];
  chapters: MediaChapter[];
  tags: Record<string, string>;
}

/** Most bytes that a program may print to describe a file: some thousand chapters, or the text of a long book in tags. */
export const MAX_DESCRIPTION_BYTES = 4 * 1024 * 1024;

/** Names that say how the file was written, not what it is. Left out of both ways of probing. */
const NOISE = new Set(['minor_version', 'compatible_brands', 'vendor_id', 'handler_name', 'encoder']);

/** Tag names in small letters; players write them in every mixture. */
export function cleanTags(tags: Record<string, unknown> | undefined): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(tags ?? {})) {
    const key = name.toLowerCase();
    if (!NOISE.has(key) && typeof value === 'string') clean[key] = value;
  }
  return clean;
}

/** @returns the language code, or null when it is missing or says "undetermined" */
export function languageOf(value: string | undefined): string | null {
  return value === undefined || value === '' || value === 'und' ? null : value;
}

/** @returns the value, or null when a program printed that it does not know */
export function known(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return ['unknown', 'unspecified', 'N/A', 'none', 'reserved'].includes(value) ? null : value;
}
