import type { MediaDescription } from '../../contract/index.ts';
import { escapeMarkdown, toMarkdown } from './speech/format.ts';
import { clock } from './speech/timestamps.ts';

/**
 * A description as Markdown: its title, then a section for each modality that was asked for. An empty section
 * says so, with the reason where one is known.
 */
export function descriptionMarkdown(description: MediaDescription): string {
  const { title, speech, scene_text: sceneText, segment_summary: segments, providers } = description;
  const sections = [
    `# ${escapeMarkdown(title ?? 'Untitled')}`,
    ...section(
      'Segments',
      segments?.map(({ summary, start_time, end_time }) => segmentLine(summary, start_time, end_time)),
    ),
    ...section(
      'Speech',
      speech && (speech.length > 0 ? [toMarkdown(speech.map(spoken))] : []),
      providers?.speech,
    ),
    ...section(
      'On screen',
      sceneText?.map((line) => `- [${clock(line.start)}] ${escapeMarkdown(line.text)}`),
      providers?.scene_text,
    ),
    ...section('Scenes', description.visual_scene_description?.map(observed)),
    ...section('Sounds', description.audio_description?.map(observed)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function section(name: string, lines: readonly string[] | undefined, why = 'nothing'): string[] {
  if (lines === undefined) return [];
  return [`## ${name}`, lines.length > 0 ? lines.join('\n') : `_None (${escapeMarkdown(why)})._`];
}

function segmentLine(summary: string, start: number, end: number): string {
  return `- [${clock(start)} – ${clock(end)}] ${escapeMarkdown(summary)}`;
}

function observed({ text, start }: { text: string; start: number }): string {
  return `- [${clock(start)}] ${escapeMarkdown(text)}`;
}

function spoken({ speaker, text, start, end }: NonNullable<MediaDescription['speech']>[number]) {
  return { text, start, end, ...(speaker !== undefined && { speaker }) };
}
