/** --format and --save of commands that show a transcript or a description. */

import path from 'node:path';
import { type CaptionFormat, captionFormats } from '../../../media/captions/write.ts';
import { LocalError, UsageError } from '../../errors/errors.ts';
import { at } from '../../model/columns.ts';
import { refuseOtherThanSpeech } from '../../model/flags/common-flags.ts';
import type { CallPlan } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { choice, path as file } from '../../model/values.ts';
import { subtitles, transcriptText } from '../../reading/transcript.ts';
import type { Io } from '../../terminal/io.ts';

/** Formats with short names: where the service does not make them, vau does. */
const short = {
  text: 'speech_text',
  md: 'markdown',
  srt: 'speech_srt',
  vtt: 'speech_vtt',
  ass: 'speech_ass',
} as const;

type Short = keyof typeof short;

/** The flags. @param own the formats that the service makes */
export const readingFlags = <const Own extends string>(own: readonly Own[]) => ({
  format: choice(
    [...(Object.keys(short) as Short[]), ...own] as readonly (Short | Own)[],
    'Format (default: text on a terminal, else the fields)',
    { local: true, placeholder: 'text|md|srt|vtt|ass|json' },
  ),
  save: file('Write it to this file; the ending chooses the format', { local: true }),
});

const endings: Readonly<Record<string, Short | 'json'>> = {
  '.txt': 'text',
  '.md': 'md',
  '.srt': 'srt',
  '.vtt': 'vtt',
  '.ass': 'ass',
  '.json': 'json',
};

interface Given {
  readonly format?: string | undefined;
  readonly save?: string | undefined;
  readonly modality?: readonly string[] | undefined;
}

/**
 * The format to ask the service for, and how to show and save the response.
 * @throws UsageError for subtitles of several modalities, and for a format of speech with another modality
 */
export function reading(
  { format: given, save, modality = [] }: Given,
  own: readonly string[],
): { asked: { response_format?: string }; options: Pick<CallPlan, 'text' | 'save'> } {
  const format = given ?? (save === undefined ? undefined : formatOf(save));
  const named = format !== undefined && Object.hasOwn(short, format) ? short[format as Short] : format;
  const captions = captionFormats.find((one) => short[one] === format);
  refuseOtherThanSpeech({ format, modality }, modality.length === 1 && captions ? captions : 'text');
  if (isCaptions(format) && modality.length > 1)
    throw new UsageError(`--format ${format} has one modality: name one, or use --format text`);
  // Readable text has times and speakers, and services make these formats of speech only: vau makes the others itself.
  const isOwn = format !== 'text' && (named === format || modality.every((one) => one === 'speech'));
  const asked = named !== undefined && isOwn && own.includes(named) ? { response_format: named } : {};
  const made = (answer: unknown, io: Pick<Io, 'columns' | 'paint'>) =>
    isCaptions(format) ? subtitles(answer, format) : transcriptText(io, answer, format !== undefined);
  const isText = format === undefined || Object.hasOwn(short, format);
  const text: CallPlan['text'] = (session, answer) => {
    const { io } = session;
    const isMade = isText && !('response_format' in asked) && (format !== undefined || io.terminal.out);
    const shown = isMade ? made(answer, io) : undefined;
    if (shown === undefined && format !== undefined && format !== 'json') refuseTable(session, answer);
    return shown;
  };
  if (save === undefined) return { asked, options: { text } };
  const content = (answer: unknown) =>
    format === 'json' ? undefined : (contentOf(answer) ?? made(answer, plain));
  return { asked, options: { text, save: { file: save, json: format === 'json', content } } };
}

const contentOf = (answer: unknown): unknown => at(answer, 'content') ?? at(answer, 'data.content');

/**
 * A job that is not completed has no text, and its fields do not belong into a file of subtitles.
 * @throws LocalError where they would be shown instead
 */
function refuseTable({ output, flags }: Session, answer: unknown): void {
  const status = at(answer, 'status');
  const isNarrowed = flags.query !== undefined || flags.fields !== undefined;
  if (output !== 'table' || isNarrowed || typeof status !== 'string' || status === 'completed') return;
  if (contentOf(answer) !== undefined) return;
  throw new LocalError(`There is no text: the status is ${status}`, {
    hint: 'To see its fields, use -o json.',
  });
}

const isCaptions = (format: string | undefined): format is CaptionFormat =>
  captionFormats.some((one) => one === format);

/** A file has no width and no colour. */
const plain = { columns: undefined, paint: (_: unknown, __: unknown, text: string) => text };

function formatOf(name: string): string {
  const ending = path.extname(name).toLowerCase();
  const format = endings[ending];
  if (format) return format;
  throw new UsageError(`--save must end in ${Object.keys(endings).join(', ')}, or needs --format`);
}
