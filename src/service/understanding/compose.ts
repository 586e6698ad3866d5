import type { DescribedPart, Description, Division, Modality, SpokenPart } from '../../contract/index.ts';
import { summarize } from '../text/summaries.ts';
import type { SpeechWord } from './lines.ts';
import type { ModalityLine } from './modality-lines.ts';
import { withTextSeen } from './scenes/text-seen.ts';
import type { Structure } from './structure/index.ts';

/** What of a description is wanted. Times in seconds; what lies in the window, if only in part, is in it. */
export interface DescriptionWish {
  start?: number | undefined;
  end?: number | undefined;
  modalities?: readonly Modality[] | undefined;
  words?: boolean | undefined;
  /** False leaves the summaries of the segments out. */
  summary?: boolean | undefined;
  chapters?: boolean | undefined;
  shots?: boolean | undefined;
}

/** What a description is made of. Seconds. */
export interface Described {
  title: string;
  /** In order of time. */
  lines: readonly ModalityLine[];
  segments: readonly { start_time: number; end_time: number }[];
  /** What made each modality, in words. */
  providers: Record<string, string>;
  /** Undefined until the file was processed. */
  structure?: Structure | undefined;
}

const ALL: readonly Modality[] = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'];

/**
 * What was found: lines with their seconds, segments in quotes, and what made each modality. Modalities no one
 * perceived are empty lists. `summary` is left out: none is made up.
 */
export function compose(described: Described, wish: DescriptionWish): Description {
  const wanted = wish.modalities ?? ALL;
  const lines = withTextSeen(described.lines).filter(
    (line) => wanted.includes(line.modality) && overlaps(line.start, line.end, wish),
  );
  const spoken = (line: ModalityLine) => spokenLine(line, wish.words ?? false);
  const modalities = wanted.map((name) => {
    const own = lines.filter(({ modality }) => modality === name);
    return [name, own.map(name === 'speech' ? spoken : observed)];
  });
  const segments = described.segments.filter(({ start_time, end_time }) =>
    overlaps(start_time, end_time, wish),
  );
  return {
    title: described.title,
    ...(wish.summary !== false && { segment_summary: summarize(segments, lines.filter(isQuotable)) }),
    ...Object.fromEntries(modalities),
    providers: providersOf(described, wish, wanted),
  };
}

/**
 * The chapters and shots that are asked for. In a window they keep the place they have in the whole file; the totals
 * are those of the whole file.
 */
export function divide(
  structure: Structure | undefined,
  wish: Pick<DescriptionWish, 'start' | 'end' | 'chapters' | 'shots'>,
): Division {
  if (!structure) return {};
  const { chapters, shots } = structure;
  const placed = chapters.map(({ start, end, description }, index) => ({
    ...{ index, start_time: start, end_time: end, description },
  }));
  const numbered = shots.map(({ start, end }, index) => ({ index, start_time: start, end_time: end }));
  const inside = <Span extends { start_time: number; end_time: number }>(spans: readonly Span[]) =>
    spans.filter(({ start_time, end_time }) => overlaps(start_time, end_time, wish));
  return {
    ...(wish.chapters && { chapters: inside(placed), total_chapters: placed.length }),
    ...(wish.shots && { shots: inside(numbered), total_shots: numbered.length }),
  };
}

function providersOf(
  { providers, structure }: Described,
  wish: DescriptionWish,
  wanted: readonly string[],
): Record<string, string> {
  const own = Object.entries(providers).filter(([modality]) => wanted.includes(modality));
  return {
    ...Object.fromEntries(own),
    ...(wish.chapters && structure && { chapters: structure.providers.chapters }),
    ...(wish.shots && structure && { shots: structure.providers.shots }),
  };
}

/** True for what lies in the window in part at least. What has no length is in it from its start to before its end. */
function overlaps(from: number, to: number, { start, end }: DescriptionWish): boolean {
  const late = start === undefined || to > start || (from === to && from === start);
  return late && (end === undefined || from < end);
}

function spokenLine(line: ModalityLine, withWords: boolean): SpokenPart {
  const { speaker, words } = line;
  return {
    ...(speaker !== undefined && { speaker }),
    ...observed(line),
    ...(withWords && words && { words: words.map(wordOf) }),
  };
}

function observed({ text, start, end }: ModalityLine): DescribedPart {
  return { text, ...timesOf({ start, end }) };
}

function wordOf({ word, start, end }: SpeechWord) {
  return { word, ...timesOf({ start, end }) };
}

/** Under their names, and under those they had before. */
function timesOf({ start, end }: { start: number; end: number }) {
  return { start_time: start, end_time: end, start, end };
}

/** What can be quoted: words that were said or shown. Measured facts are no quotes. */
function isQuotable(line: ModalityLine): line is ModalityLine & { modality: 'speech' | 'scene_text' } {
  return line.modality === 'speech' || line.modality === 'scene_text';
}
