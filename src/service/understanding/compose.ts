import {
  modalities as allModalities,
  type DescribedPart,
  type Description,
  type Division,
  type Modality,
  type SpokenPart,
} from '../../contract/index.ts';
import { within } from '../text/lines.ts';
import type { SpeechWord } from './modalities/lines.ts';
import type { ModalityLine } from './modalities/modality-lines.ts';
import { isObjectLine } from './modalities/objects/classes.ts';
import { type Digest, summarize, summaryText } from './rules/digest/index.ts';
import type { Structure } from './rules/structure/index.ts';

/** Adds the on-screen text of each scene, in quotes. It is added when a scene is shown, not stored with it. */
export function withTextSeen(lines: readonly ModalityLine[]): ModalityLine[] {
  const texts = lines.filter(({ modality }) => modality === 'scene_text');
  return lines.map((line) => {
    if (line.modality !== 'visual_scene_description' || isObjectLine(line)) return line;
    const seen = new Set(texts.filter((text) => within(text, line)).map(({ text }) => `“${text}”`));
    return seen.size > 0 ? { ...line, text: `${line.text} On screen: ${[...seen].join(', ')}.` } : line;
  });
}

/** The requested parts of a description. Times in seconds; the window includes what overlaps it. */
export interface DescriptionWish {
  start?: number | undefined;
  end?: number | undefined;
  modalities?: readonly Modality[] | undefined;
  words?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted. */
  untrusted?: boolean | undefined;
  /** False leaves out the summaries. */
  summary?: boolean | undefined;
  chapters?: boolean | undefined;
  shots?: boolean | undefined;
}

/** The data of a description. Times in seconds. */
export interface Described {
  title: string;
  /** In order of time. */
  lines: readonly ModalityLine[];
  segments: readonly { start_time: number; end_time: number }[];
  /** The provider of each modality, in words. */
  providers: Record<string, string>;
  /** Undefined until the file is processed. */
  structure?: Structure | undefined;
  /** Undefined until the file is processed. */
  digest?: Digest | undefined;
}

/**
 * Builds a description: lines with their times, quoted segment summaries, and the providers. Modalities that were not
 * analysed are empty lists. The summaries are quotes; nothing is invented.
 */
export function compose(described: Described, wish: DescriptionWish): Description {
  const wanted = wish.modalities ?? allModalities;
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
    ...(wish.summary !== false && {
      ...summaryIn(described.digest, wish, wanted),
      segment_summary: summarize(segments, lines.filter(isQuotable)),
    }),
    ...Object.fromEntries(modalities),
    providers: providersOf(described, wish, wanted),
  };
}

/** The quotes of the file's summary that lie in the window, as text. */
function summaryIn(
  digest: Digest | undefined,
  wish: DescriptionWish,
  wanted: readonly string[],
): { summary?: string } {
  const quotes = (digest?.summary ?? []).filter(
    ({ modality, start, end }) => wanted.includes(modality) && overlaps(start, end, wish),
  );
  const summary = summaryText(quotes);
  return summary === undefined ? {} : { summary };
}

/**
 * The requested chapters and shots. In a window they keep their index in the whole file; the totals are those of the
 * whole file.
 */
export function divide(
  structure: Structure | undefined,
  wish: Pick<DescriptionWish, 'start' | 'end' | 'chapters' | 'shots'>,
): Division {
  if (!structure) return {};
  const { chapters, shots } = structure;
  const placed = chapters.map(({ start, end, title, description }, index) => ({
    index,
    start_time: start,
    end_time: end,
    ...(title !== undefined && { title }),
    description,
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

/** Whether something overlaps the window. An instant belongs to the window from its start to before its end. */
function overlaps(from: number, to: number, { start, end }: DescriptionWish): boolean {
  const late = start === undefined || to > start || (from === to && from === start);
  return late && (end === undefined || from < end);
}

function spokenLine(line: ModalityLine, withWords: boolean): SpokenPart {
  const { speaker, words, confidence, doubt } = line;
  const corrected = words?.filter(({ heard }) => heard !== undefined) ?? [];
  return {
    ...(speaker !== undefined && { speaker }),
    ...observed(line),
    ...(corrected.length > 0 && { corrections: corrected.map(correctionOf) }),
    ...(confidence !== undefined && { confidence }),
    ...(doubt && { trusted: false, doubt }),
    ...(withWords && words && { words: words.map(wordOf) }),
  };
}

function observed({ text, start, end }: ModalityLine): DescribedPart {
  return { text, ...timesOf({ start, end }) };
}

function wordOf({ word, start, end, heard }: SpeechWord) {
  return { word, ...timesOf({ start, end }), ...(heard !== undefined && { heard }) };
}

function correctionOf({ word, start, end, heard = '' }: SpeechWord) {
  return { text: word, heard, start_time: start, end_time: end };
}

/** Times under their current and their former names. */
function timesOf({ start, end }: { start: number; end: number }) {
  return { start_time: start, end_time: end, start, end };
}

/** Whether a line can be quoted: spoken or written words that can be trusted, not measured facts. */
function isQuotable(line: ModalityLine): line is ModalityLine & { modality: 'speech' | 'scene_text' } {
  return (line.modality === 'speech' && !line.doubt) || line.modality === 'scene_text';
}
