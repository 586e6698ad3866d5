/** A transcript or a description as text, and as subtitles. */
import { isSure } from '../../contract/index.ts';
import type { TimedWord } from '../../media/captions/layout.ts';
import { type CaptionFormat, captionFile } from '../../media/captions/write.ts';
import { at } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { linesIn, timeText, widthOf } from './lay-out.ts';

/** A part of the description of a film. */
interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string;
  readonly words?: readonly TimedWord[];
  /** Whether the recogniser was sure of it. */
  readonly sure: boolean;
}

const sections = [
  ['speech', 'Speech'],
  ['scene_text', 'Text in the picture'],
  ['visual_scene_description', 'Scenes'],
  ['audio_description', 'Sounds'],
] as const;

/** The parts of one modality in a response; undefined if it has none. */
function partsOf(answer: unknown, modality: string): readonly Part[] | undefined {
  const found = at(answer, modality) ?? at(answer, `data.${modality}`);
  if (!Array.isArray(found)) return undefined;
  return (found as readonly unknown[]).flatMap((one) => {
    const [text, start, end] = [at(one, 'text'), at(one, 'start_time'), at(one, 'end_time')];
    if (typeof text !== 'string' || typeof start !== 'number' || typeof end !== 'number') return [];
    const [speaker, confidence] = [at(one, 'speaker'), at(one, 'confidence')];
    const sure = typeof confidence !== 'number' || isSure({ confidence });
    const words = wordsOf(one);
    return [
      {
        text: sure ? text : `~ ${text}`,
        start,
        end,
        sure,
        ...(words && { words }),
        ...(typeof speaker === 'string' && speaker !== '' ? { speaker } : {}),
      },
    ];
  });
}

/**
 * Title, summary and each part with its time and speaker; undefined for a response without parts.
 * @param empty also the text of a film in which there is nothing
 */
export function transcriptText(
  io: Pick<Io, 'columns' | 'paint'>,
  answer: unknown,
  empty: boolean,
): string | undefined {
  const found = sections.flatMap(([modality, heading]) => {
    const parts = partsOf(answer, modality) ?? [];
    return parts.length === 0 ? [] : [{ heading, parts }];
  });
  const isLookedAt = sections.some(([modality]) => partsOf(answer, modality) !== undefined);
  if (found.length === 0 && !(empty && isLookedAt)) return undefined;
  const width = io.columns === undefined ? Number.POSITIVE_INFINITY : widthOf(io);
  const bold = (text: string) => io.paint('out', 'bold', text);
  const dim = (text: string) => io.paint('out', 'dim', text);
  const own = (field: string) => at(answer, field) ?? at(answer, `data.${field}`);
  const head = [own('title'), own('summary')].flatMap((text, index) =>
    typeof text !== 'string' || text === ''
      ? []
      : [index === 0 ? bold(clean(text)) : linesIn(text, width).join('\n')],
  );
  // A picture has no times: all of its parts are at 0.
  const timed = found.some(({ parts }) => parts.some(({ end }) => end > 0));
  const blocks = found.map(({ heading, parts }) => {
    const lines = parts.map((part) => lineOf(part, { width, bold, dim, timed }));
    return found.length === 1 ? lines.join('\n') : [bold(heading), ...lines].join('\n');
  });
  const texts = [...head, ...blocks];
  return texts.length === 0 ? '' : `${texts.join('\n\n')}\n`;
}

/** How lines are laid out. */
interface Looks {
  readonly width: number;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly timed: boolean;
}

/** `0:08:41  Ada: We launch in March.`, continued below its text; what is not sure is dim, after `~`. */
function lineOf({ start, speaker, text, sure }: Part, { width, bold, dim, timed }: Looks): string {
  const time = timed ? `${timeText(start)}  ` : '';
  const name = speaker === undefined ? '' : `${clean(speaker)}: `;
  const [first = '', ...rest] = linesIn(`${name}${text}`, width - time.length);
  const words = sure ? (line: string) => line : dim;
  const begun =
    first.startsWith(name) && name !== ''
      ? `${bold(name.trimEnd())} ${words(first.slice(name.length))}`
      : words(first);
  const indent = ' '.repeat(time.length);
  return [`${time}${begun}`, ...rest.map((line) => `${indent}${words(line)}`)].join('\n');
}

/**
 * The speech as captions, which end with the film; where no speech was asked for, what was. Undefined for a response without
 * parts. With times of words, WebVTT and ASS mark each word.
 */
export function subtitles(answer: unknown, form: CaptionFormat): string | undefined {
  const read = sections.flatMap(([modality]) => {
    const parts = partsOf(answer, modality);
    return parts ? [parts] : [];
  });
  if (read.length === 0) return undefined;
  const parts = partsOf(answer, 'speech') ?? read.flat().sort((one, other) => one.start - other.start);
  const duration = at(answer, 'duration_seconds') ?? at(answer, 'file.media_info.duration_seconds');
  return captionFile(parts, form, typeof duration === 'number' ? duration : undefined);
}

/** The words of a part with their times; undefined if they have none. */
function wordsOf(part: unknown): TimedWord[] | undefined {
  const words = at(part, 'words');
  if (!Array.isArray(words)) return undefined;
  return (words as readonly unknown[]).flatMap((one) => {
    const [word, start, end] = [at(one, 'word'), at(one, 'start_time'), at(one, 'end_time')];
    return typeof word === 'string' && typeof start === 'number' && typeof end === 'number'
      ? [{ word, start, end }]
      : [];
  });
}
