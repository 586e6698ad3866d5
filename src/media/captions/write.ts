/** Captions as files: SubRip, WebVTT, Advanced SubStation. Pure. */
import { type Caption, layOut, oneLine, rowText, type SpokenText } from './layout.ts';

/** The formats of captions. */
export const captionFormats = ['srt', 'vtt', 'ass'] as const;
export type CaptionFormat = (typeof captionFormats)[number];

/**
 * Spoken lines as a file of captions. With times of words, WebVTT and ASS mark each word as it is spoken; SubRip cannot.
 * @param lines in order of their start, in seconds
 * @param until where the film ends, in seconds
 */
export function captionFile(lines: readonly SpokenText[], format: CaptionFormat, until?: number): string {
  const end = until === undefined ? {} : { until };
  if (format === 'vtt') return toVtt(layOut(lines, end));
  const captions = layOut(lines, { named: true, ...end });
  return format === 'srt' ? toSrt(captions) : toAss(captions);
}

const toSrt = (captions: readonly Caption[]): string =>
  captions
    .map(({ start, end, rows }, index) => {
      const text = rows.map((row) => rowText(row).replaceAll('-->', '->')).join('\n');
      return `${index + 1}\n${stamp(start, ',')} --> ${stamp(end, ',')}\n${text}\n`;
    })
    .join('\n');

const toVtt = (captions: readonly Caption[]): string =>
  `WEBVTT\n${captions
    .map((caption) => {
      const { start, end, rows, speaker } = caption;
      const voice = speaker ? `<v ${escapeVtt(oneLine(speaker))}>` : '';
      const text = rows.map((row) => (caption.timed ? sungRow(caption, row) : escapeVtt(rowText(row))));
      return `\n${stamp(start, '.')} --> ${stamp(end, '.')}\n${voice}${text.join('\n')}\n`;
    })
    .join('')}`;

/** A row whose words have marks of their times; a time at the edge of the caption has none, as the format requires. */
function sungRow({ start, end }: Caption, row: Caption['rows'][number]): string {
  return row
    .map((word, index) => {
      const inside = stamp(word.start, '.') > stamp(start, '.') && stamp(word.start, '.') < stamp(end, '.');
      const mark = inside ? `<${stamp(word.start, '.')}>` : '';
      const space = word.spaced && index > 0 ? ' ' : '';
      return `${space}${mark}<c>${escapeVtt(word.text)}</c>`;
    })
    .join('');
}

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** How an ASS file looks: the size of its picture in pixels, and the part of its height that letters have. */
export interface AssLook {
  readonly width: number;
  readonly height: number;
  /** Height of a letter as a part of the picture's. */
  readonly size: number;
  /** Where text stands: at the bottom, or in the middle. */
  readonly place: 'bottom' | 'middle';
}

const usualLook: AssLook = { width: 1920, height: 1080, size: 0.055, place: 'bottom' };

/** Captions as Advanced SubStation (version 4.00+). */
export function toAss(captions: readonly Caption[], look: AssLook = usualLook): string {
  const lines = captions.map((caption) => {
    const { start, end, speaker } = caption;
    const name = oneLine(speaker ?? '').replaceAll(',', ' ');
    return `Dialogue: 0,${assStamp(start)},${assStamp(end)},Default,${escapeAss(name)},0,0,0,,${assText(caption)}`;
  });
  return `${[...assHead(look), ...lines].join('\n')}\n`;
}

function assHead({ width, height, size, place }: AssLook): string[] {
  // A row of 42 letters fits into the width.
  const letters = Math.round(Math.min(width * 0.75, height) * size);
  const margin = Math.round(height * 0.05);
  const fields = [
    ...['Default', 'Sans', letters, '&H00FFFFFF', '&H00C0C0C0', '&H00000000', '&H80000000'],
    ...[0, 0, 0, 0, 100, 100, 0, 0, 1, Math.max(1, Math.round(letters / 20)), 0],
    ...[place === 'middle' ? 5 : 2, Math.round(width * 0.05), Math.round(width * 0.05), margin, 1],
  ];
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: ${fields.join(',')}`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ];
}

function assText({ rows, timed, start }: Caption): string {
  if (!timed) return rows.map((row) => escapeAss(rowText(row))).join('\\N');
  // Each mark says how long its syllable lasts, in hundredths; it includes the pause up to the next one.
  const words = rows.flat();
  const hundredths = (seconds: number) => Math.round((seconds - start) * 100);
  const marks = words.map((word, index) => {
    const from = index === 0 ? 0 : hundredths(word.start);
    const to = hundredths(words[index + 1]?.start ?? word.end);
    return `{\\k${Math.max(0, to - from)}}`;
  });
  let at = 0;
  return rows
    .map((row) =>
      row
        .map((word, index) => {
          const mark = marks[at] ?? '';
          at += 1;
          return `${word.spaced && index > 0 ? ' ' : ''}${mark}${escapeAss(word.text)}`;
        })
        .join(''),
    )
    .join('\\N');
}

/** Braces hold orders, and a backslash begins one: a word joiner after it, which nobody sees, takes its meaning away. */
const escapeAss = (text: string): string =>
  text.replace(/[\\{}]/g, (character) => (character === '\\' ? '\\\u2060' : `\\${character}`));

/** Seconds as `00:08:41.250`. @param point what stands before the milliseconds: `,` in SubRip, `.` in WebVTT */
function stamp(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const clock = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${clock.map(two).join(':')}${point}${String(ms % 1000).padStart(3, '0')}`;
}

/** Seconds as `0:08:41.25`. */
function assStamp(seconds: number): string {
  const hundredths = Math.round(Math.max(0, seconds) * 100);
  const clock = [Math.floor(hundredths / 6000) % 60, Math.floor(hundredths / 100) % 60];
  return `${Math.floor(hundredths / 360_000)}:${clock.map(two).join(':')}.${two(hundredths % 100)}`;
}

const two = (number: number): string => String(number).padStart(2, '0');
