import { shownText, toVtt } from '../../../understanding/modalities/speech/format.ts';
import type { PageChapter, Spoken, SpokenLine } from '../../../web/player-page.ts';

/** Names of the text tracks beside a playlist, and what each contains. */
export const tracks: Readonly<Record<string, (spoken: Spoken) => string>> = {
  'captions.vtt': ({ lines }) => toVtt(lines.map(flat)),
  'chapters.vtt': ({ chapters }) => chaptersVtt(chapters),
};

/** Without line breaks: an empty line would end the cue, and what follows it could be a cue of its own. */
function flat(line: SpokenLine): SpokenLine {
  const { speaker } = line;
  return {
    ...line,
    text: oneLine(shownText(line)),
    ...(speaker !== undefined && { speaker: oneLine(speaker) }),
  };
}

/** Chapters as WebVTT: a cue for each, with its title. */
function chaptersVtt(chapters: readonly PageChapter[]): string {
  return toVtt(chapters.map(({ title, ...span }) => ({ ...span, text: oneLine(title) })));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
