/** --format and --save of commands that show a transcript or a description. */

import path from 'node:path';
import { type CaptionFormat, captionFormats } from '../../../media/captions/write.ts';
import { UsageError } from '../../errors/errors.ts';
import { at } from '../../model/columns.ts';
import type { CallPlan } from '../../model/plan.ts';
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
}

/** The format to ask the service for, and how to show and save the response. */
export function reading(
  { format: given, save }: Given,
  own: readonly string[],
): { asked: { response_format?: string }; options: Pick<CallPlan, 'text' | 'save'> } {
  const format = given ?? (save === undefined ? undefined : formatOf(save));
  const named = format !== undefined && Object.hasOwn(short, format) ? short[format as Short] : format;
  // Readable text has times and speakers: vau makes it itself.
  const asked =
    named !== undefined && format !== 'text' && own.includes(named) ? { response_format: named } : {};
  const made = (answer: unknown, io: Pick<Io, 'columns' | 'paint'>) =>
    isCaptions(format) ? subtitles(answer, format) : transcriptText(io, answer);
  const isText = format === undefined || Object.hasOwn(short, format);
  const text: CallPlan['text'] = ({ io }, answer) =>
    isText && !('response_format' in asked) && (format !== undefined || io.terminal.out)
      ? made(answer, io)
      : undefined;
  if (save === undefined) return { asked, options: { text } };
  const content = (answer: unknown) =>
    format === 'json'
      ? undefined
      : (at(answer, 'content') ?? at(answer, 'data.content') ?? made(answer, plain));
  return { asked, options: { text, save: { file: save, json: format === 'json', content } } };
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
