import type { Gap, Modality } from '../../../../contract/index.ts';
import { clock } from '../../../text/timestamps.ts';
import type { GapReason, HeldGap } from '../../modalities/held-gaps.ts';
import type { ModalitiesResult } from '../../modalities/modalities-result.ts';
import { gapsByModality } from './of-result.ts';
import type { Outdated } from './outdated.ts';

/** A gap, with how many of which files have it. */
export interface Found extends HeldGap {
  /** Undefined: it is about all modalities. */
  readonly modality?: Modality | undefined;
  /** Number of files with the gap, and of all; undefined if only one file is meant. */
  readonly files?: number | undefined;
  readonly total?: number | undefined;
  /** The name of the file, if one of several has it. */
  readonly filename?: string | undefined;
  /** What something better would make now. */
  readonly outdated?: Outdated | undefined;
}

/** Spans that a sentence names. */
const NAMED_SPANS = 3;

/** A gap as the API shows it. @param next the commands that change it @param hears whether speech could be recognised now */
export function shownGap(found: Found, next: readonly string[], hears: boolean): Gap {
  const { modality, reason, files, total, lines, spans } = found;
  return {
    ...(modality && { modality }),
    reason,
    text: SENTENCES[reason](found, hears),
    ...(files !== undefined && { files }),
    ...(total !== undefined && { files_total: total }),
    ...(lines !== undefined && { lines }),
    ...(spans && { spans: spans.map(([start_time, end_time]) => ({ start_time, end_time })) }),
    ...(next.length > 0 && { next: [...next] }),
  };
}

/** What no modality could do, in words. */
const FAILED: { readonly [M in Modality]: string } = {
  speech: 'Speech could not be recognised',
  scene_text: 'Text in the picture could not be read',
  visual_scene_description: 'Scenes could not be described',
  audio_description: 'Sounds could not be described',
};

const SENTENCES: { readonly [R in GapReason]: (found: Found, hears: boolean) => string } = {
  no_recogniser: (found, hears) =>
    `Nothing was heard${where(found)}: ${hears ? 'there was no recogniser when it was processed' : 'no recogniser'}.`,
  // Only recognisers of English find that speech is in another language; the others know many.
  other_language: (found) =>
    `Speech that is not English${when(found)}${where(found)} was not understood; the model parakeet-v3 knows 25 languages.`,
  not_trusted: (found) => `${untrusted(found)} not trusted${doubtsOf(found)} and not searched.`,
  no_words: (found) => `There are voices${where(found)}, but no words were recognised.`,
  no_audio: (found) => `There is no audio${where(found)}.`,
  no_speech: (found) => `There is no speech${where(found)}.`,
  damaged: (found) =>
    found.modality === 'speech'
      ? `The audio is damaged${when(found)}${where(found)}: what is said there may be missing.`
      : `The picture is damaged${when(found)}${where(found)}: what is shown there may be missing.`,
  failed: (found) => {
    const what = found.modality ? FAILED[found.modality] : 'Processing failed';
    const why = found.why === undefined ? '' : `: ${found.why.replace(/\.$/, '')}`;
    return `${what}${where(found)}${why}.`;
  },
  left_out: (found) => `Speech was not recognised${where(found)}: the collection leaves it out.`,
  not_processed: ({ files = 1, total = 1 }) =>
    `${files} of ${inFiles(total)} ${files === 1 ? 'is' : 'are'} not processed yet.`,
  outdated: (found) => {
    const { before = [], now = '', seconds } = found.outdated ?? {};
    const time = seconds === undefined ? '' : `, in about ${roughly(seconds)}`;
    return `Speech${where(found)} was recognised by ${before.join(', ')}; ${now} does it better now${time}.`;
  },
};

/** `40 s`, `3 min`, `1.5 h`. */
function roughly(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}

const inFiles = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;

/** ` in 2 of 3 files`, ` in talk.mp4`; nothing if only one file is meant. */
function where({ files, total, filename }: Found): string {
  if (files === undefined || total === undefined) return '';
  if (total === 1 && filename !== undefined) return ` in ${filename}`;
  return ` in ${files} of ${inFiles(total)}${filename === undefined ? '' : ` (${filename})`}`;
}

/** ` from 0:12 to 3:40`, if there are few spans. */
function when({ spans = [] }: HeldGap): string {
  if (spans.length === 0 || spans.length > NAMED_SPANS) return '';
  const shown = spans.map(([start, end]) => [shortClock(start), shortClock(end)] as const);
  return ` ${shown.map(([start, end]) => (start === end ? `at ${start}` : `from ${start} to ${end}`)).join(', ')}`;
}

/** `0:12`, `1:02:03`. Takes seconds. */
const shortClock = (seconds: number) => clock(seconds).replace(/^0:0?/, '');

function untrusted(found: Found): string {
  const { lines } = found;
  if (lines === undefined) return `Some of what was heard${where(found)} is`;
  return lines === 1
    ? `1 line that was heard${where(found)} is`
    : `${lines} lines that were heard${where(found)} are`;
}

function doubtsOf({ doubts = [] }: HeldGap): string {
  return doubts.length > 0 ? ` (${doubts.join(', ')})` : '';
}

/** A gap with its commands, as one line of an answer. */
export function gapLine({ text, next = [] }: Gap): string {
  return next.length > 0 ? `${text} Next: ${next.join(', then ')}` : text;
}

/** What was not perceived of a file that is being processed, as sentences without commands. */
export function gapsInWords(result: ModalitiesResult): string[] {
  return Object.entries(gapsByModality(result)).flatMap(([modality, gaps]) =>
    gaps.map((held) => shownGap({ ...held, modality: modality as Modality }, [], false).text),
  );
}
