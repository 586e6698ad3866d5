import type { DescribedPart, Description, Division, SpokenPart } from '../../contract/index.ts';
import { clock, formatStamp } from '../text/timestamps.ts';
import { escapeMarkdown, shownText, toMarkdown } from './modalities/speech/format.ts';

/**
 * A description as Markdown: its title, then a section for each requested modality. An empty section says so, with the
 * reason if known.
 */
export function descriptionMarkdown(description: Description, { chapters, shots }: Division = {}): string {
  const { title, summary, speech, scene_text: sceneText, segment_summary: segments, providers } = description;
  const { visual_scene_description: scenes, audio_description: sounds } = description;
  const why = (modality: string) => providers?.[modality] ?? 'not analysed';
  const sections = [
    `# ${escapeMarkdown(title ?? 'Untitled')}`,
    ...(summary === undefined ? [] : [escapeMarkdown(summary)]),
    ...section(
      'Segments',
      segments?.map(({ summary, start_time, end_time }) => spanLine(summary, start_time, end_time)),
    ),
    ...section(
      'Chapters',
      chapters?.map((one) => spanLine(headed(one), one.start_time, one.end_time)),
      why('chapters'),
    ),
    ...section('Speech', speech?.map(spokenLine), why('speech')),
    ...section('On screen', sceneText?.map(observed), why('scene_text')),
    ...section('Scenes', scenes?.map(observed), why('visual_scene_description')),
    ...section('Sounds', sounds?.map(observed), why('audio_description')),
    ...section('Shots', shots?.map(shotLine), why('shots')),
  ];
  return `${sections.join('\n\n')}\n`;
}

function section(name: string, lines: readonly string[] | undefined, why = 'nothing'): string[] {
  if (lines === undefined) return [];
  return [`## ${name}`, lines.length > 0 ? lines.join('\n') : `_None (${escapeMarkdown(why)})._`];
}

/** A chapter's title, if it has one, and its description. */
function headed({ title, description }: NonNullable<Division['chapters']>[number]): string {
  return title === undefined ? description : `${title}: ${description}`;
}

function spanLine(text: string, start: number, end: number): string {
  return `- [${clock(start)} – ${clock(end)}] ${escapeMarkdown(text)}`;
}

function observed({ text, start_time: start }: DescribedPart): string {
  return `- [${clock(start)}] ${escapeMarkdown(text)}`;
}

/** Shots are short: their times have milliseconds. */
function shotLine({ index, start_time, end_time }: NonNullable<Division['shots']>[number]): string {
  return `- [${formatStamp(start_time, '.')} – ${formatStamp(end_time, '.')}] Shot ${index + 1}`;
}

/** A line of speech, followed by its words with times if the description has them. */
function spokenLine(part: SpokenPart): string {
  const { words, speaker, start_time: start, end_time: end } = part;
  const text = shownText(part);
  const said = toMarkdown([{ ...(speaker !== undefined && { speaker }), text, start, end }]);
  if (!words) return said;
  const timed = words.map((word) => `${word.start_time.toFixed(2)} ${escapeMarkdown(word.word)}`);
  return `${said}\n  - ${timed.join(' · ')}`;
}
