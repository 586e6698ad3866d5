import { basename } from 'node:path';
import { MediaError } from '../errors.ts';

/** Lines that report a failure without a reason. */
const EMPTY_WORDS =
  /^(at least one output file|conversion failed|error opening input files?\.?$|output file is empty|exiting|press \[q\])/i;

const PLAIN_WORDS: readonly [RegExp, string][] = [
  [/moov atom not found/i, 'the file is cut off or damaged (its index is missing)'],
  [/format not on whitelist/i, 'it is not a media file of a kind this program opens'],
  [/invalid data found when processing input/i, 'it is not a media file, or it is damaged'],
  [/picture size \d+x\d+ (is invalid|exceeds)/i, 'its pictures are larger than allowed'],
  [/video (dimensions|size) .* (invalid|exceed)/i, 'its pictures are larger than allowed'],
  [/error marking filters as finished/i, 'nothing in it can be decoded'],
  [/cannot allocate memory/i, 'it asks for more memory or streams than allowed'],
  [/does not contain any stream|output file .*does not contain/i, 'it has no such stream'],
  [/matches no streams/i, 'it has no such stream'],
  [/no such file or directory/i, 'there is no such file'],
  [/permission denied/i, 'permission denied'],
];

/**
 * Extracts one readable line from ffmpeg's output.
 * @param stderr the end of its standard error
 * @param file the media file; its folder is removed from the message
 */
function reasonFrom(stderr: string, file: string): string {
  for (const [pattern, words] of PLAIN_WORDS) if (pattern.test(stderr)) return words;
  const lines = stderr
    .split(/[\r\n]+/)
    .filter((line) => !line.includes('[info]'))
    .map((line) => line.replace(/^(\[[^\]]*\]\s*)+/, '').trim())
    .filter((line) => line !== '' && !EMPTY_WORDS.test(line));
  const last = lines.at(-1);
  if (last === undefined) return 'ffmpeg gave no reason';
  return last.replaceAll(`file:${file}`, basename(file)).replaceAll(file, basename(file)).slice(0, 300);
}

/** How a program ended, with its output. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** @returns the error for a program that failed on this file; a crash counts as a failure of the file too */
export function failure(file: string, ending: Ending): MediaError {
  const name = basename(file);
  if (ending.signal !== null) {
    return new MediaError('unreadable', `${name}: ffmpeg crashed on this file (${ending.signal})`);
  }
  return new MediaError('unreadable', `${name}: ${reasonFrom(ending.stderr, file)}`);
}
