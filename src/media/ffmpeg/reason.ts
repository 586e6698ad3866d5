import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { unknownPicture } from '../sniff/heif.ts';

/** Lines that report a failure without a reason. */
const EMPTY_WORDS =
  /^(at least one output file|conversion failed|error opening input files?\.?$|output file is empty|exiting|press \[q\])/i;

const NO_MEDIA = 'it is not a media file, or it is damaged';
/** What ffmpeg says of an input that it can make nothing of, in place of a reason. */
const NO_SENSE =
  /^(error opening input( files?)?: )?(invalid argument|end of file|input\/output error|unknown error occurred|error number -?\d+ occurred|not yet implemented in ffmpeg.*)\.?$/i;

/** Said of films that were cut off, and of pictures that an ffmpeg does not know. */
const NO_INDEX = /moov atom not found/i;

const PLAIN_WORDS: readonly [RegExp, string][] = [
  [NO_INDEX, 'the file is cut off or damaged (its index is missing)'],
  [/format not on whitelist/i, 'it is not a media file of a kind this program opens'],
  [/invalid data found when processing input/i, NO_MEDIA],
  [/picture size \d+x\d+ (is invalid|exceeds)/i, 'its pictures are larger than allowed'],
  [/video (dimensions|size) .* (invalid|exceed)/i, 'its pictures are larger than allowed'],
  [/icc profile: too large/i, 'its colour profile is larger than allowed'],
  [/error marking filters as finished/i, 'nothing in it can be decoded'],
  [/cannot allocate memory/i, 'it asks for more memory or streams than allowed'],
  [/does not contain any stream|output file .*does not contain/i, 'it has no such stream'],
  [/decoder .*not found|no decoder found/i, 'its streams are damaged or not supported by this ffmpeg'],
  [/matches no streams/i, 'it has no such stream'],
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
  if (last === undefined) return NO_MEDIA;
  const name = basename(file);
  const said = last.replaceAll(`file:${file}`, name).replaceAll(file, name);
  const ofInput = said.startsWith(`${name}: `) ? said.slice(name.length + 2) : said;
  return (NO_SENSE.test(ofInput) ? NO_MEDIA : ofInput).slice(0, 300);
}

/** How a program ended, with its output. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** Signals by which a program ends itself: it crashed. Others come from outside: the system, a person, a full machine. */
const CRASHES: readonly string[] = ['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGSYS'];

/** A shell reports a child that ended by a signal as this status and the number of the signal. */
const SHELL = 128;
const OUTSIDE: Readonly<Record<number, NodeJS.Signals>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  9: 'SIGKILL',
  15: 'SIGTERM',
};

/** What ffmpeg exits with when it was asked to end by a signal; newer versions also when something is not permitted. */
const ASKED_TO_END = 255;
const NOT_PERMITTED = /operation not permitted/i;

const NO_FILE = /no such file or directory/i;
const NO_ROOM = /(no space left on device|disk quota exceeded)\.?\s*$/im;

/**
 * @returns the error for a program that failed on this file. A crash counts as a failure of the file too; that it was ended
 * from outside, or had no room to write, does not
 */
export async function failure(file: string, ending: Ending): Promise<MediaError> {
  const name = basename(file);
  const from = endedBy(ending);
  if (from !== undefined) return heldUp(name, `was ended from outside (${from})`);
  if (ending.signal !== null)
    return new MediaError('unreadable', `${name}: ffmpeg crashed on this file (${ending.signal})`);
  if (NO_ROOM.test(ending.stderr)) return diskFull(name);
  if (NO_FILE.test(ending.stderr)) return new MediaError('missing', `${name}: there is no such file`);
  const unknown = NO_INDEX.test(ending.stderr) ? await unknownPicture(file) : undefined;
  if (unknown !== undefined) return new MediaError('unsupported', `${name}: ${unknown}`);
  return new MediaError('unreadable', `${name}: ${reasonFrom(ending.stderr, file)}`);
}

/** What ended a program from outside, for people; undefined if it ended itself. */
export function endedBy({ code, signal, stderr }: Ending): string | undefined {
  if (signal !== null) return CRASHES.includes(signal) ? undefined : signal;
  if (code === ASKED_TO_END && !NOT_PERMITTED.test(stderr)) return 'a signal';
  return OUTSIDE[(code ?? 0) - SHELL];
}

/** Why a program that is not at fault did not do its work. */
export const MACHINE =
  'the machine may be overloaded or out of memory; nothing is known to be wrong with the file';

/** The error for a program that could not do its work because of the machine. @param how a clause that follows "ffmpeg" */
export function heldUp(name: string, how: string): MediaError {
  return new MediaError('disturbed', `${name}: ffmpeg ${how}: ${MACHINE}`);
}

/** The error for a program that had no room to write. */
export function diskFull(name: string): MediaError {
  return new MediaError('disk-full', `${name}: the disk is full: free some space`);
}
