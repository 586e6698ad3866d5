import { captionFile, oneLine } from '../../../../media/index.ts';
import { formatStamp } from '../../../text/timestamps.ts';
import { shownText } from '../../../understanding/modalities/speech/format.ts';
import type { PageChapter, Spoken } from '../../../web/player-page.ts';

/** Names of the text tracks beside a playlist, and what each contains. */
export const tracks: Readonly<Record<string, (spoken: Spoken) => string>> = {
  'captions.vtt': ({ lines }) =>
    captionFile(
      lines.map((line) => ({ ...line, text: shownText(line) })),
      'vtt',
    ),
  'chapters.vtt': ({ chapters }) => chaptersVtt(chapters),
};

/** Chapters as WebVTT: a cue for each, with its title. */
function chaptersVtt(chapters: readonly PageChapter[]): string {
  const cues = chapters.map(({ title, start, end }) => {
    const shown = oneLine(title).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `\n${formatStamp(start, '.')} --> ${formatStamp(end, '.')}\n${shown}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}
