import { isStopWord, tokens } from '../../../text/split-words.ts';
import type { SpeechWord } from '../../modalities/lines.ts';

/** A line of speech to cut into sentences. Times in seconds. */
export interface SpokenLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
  readonly language?: string | undefined;
  readonly confidence?: number | undefined;
  readonly words?: readonly SpeechWord[] | undefined;
}

/** A sentence, or a run of speech. Times in seconds. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker: string | undefined;
  /** The language that the recogniser heard, if it tells. */
  readonly language?: string;
  /** That of its least sure line, if the recogniser tells. */
  readonly confidence?: number;
}

/**
 * White space after the end of a sentence, including quotes and brackets. A full stop after a title, an initial or an
 * ordinal number (`am 5. Mai`, `5. května`) does not end one.
 */
const BETWEEN_SENTENCES = new RegExp(
  [
    /(?<=[.!?…。！？]["'”’)]?)/,
    /(?<!(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|Prof|St|Nr|Hr|Fr|Sr|Sra|Mme|vs|e\.g|i\.e|z\. ?B|(?!I)\p{Lu})\.)/u,
    /(?<!(?<!\p{L})(?:[Aa]m|[Bb]eim|[Bb]is|[Dd]as|[Dd]e[mnrs]|[Dd]ie|[Ii]m|[Vv]om|[Zz]um) \d{1,2}\.)/u,
    /(?!(?<=(?<![\d.,])\d{1,2}\.)\s+\p{Ll})\s+/u,
  ]
    .map(({ source }) => source)
    .join(''),
  'u',
);
const SENTENCE_END = /[.!?…。！？]["'”’)]?\s*$/u;

/** Whether a text ends where a sentence does. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);

/**
 * If fewer lines than this share end like sentences, the speech has no punctuation, and each line counts as a sentence.
 */
const PUNCTUATED = 0.2;
/** A pause of this many seconds ends a sentence, whatever its punctuation. */
const PAUSE = 1;
/** Sentences longer than this (seconds) must be badly punctuated. */
const LONGEST = 20;

/**
 * Splits a transcript into sentences. Lines are cut after full stops, and joined if a sentence continues on the next
 * line. Speech without punctuation (some recognisers write none) is used line by line.
 */
export function sentencesOf(lines: readonly SpokenLine[]): Sentence[] {
  const ended = lines.filter(({ text }) => SENTENCE_END.test(text)).length;
  const pieces = lines.flatMap(cutLine);
  return ended >= PUNCTUATED * lines.length ? joined(pieces) : pieces;
}

function cutLine(line: SpokenLine): Sentence[] {
  const parts = line.text.split(BETWEEN_SENTENCES).filter((part) => part.trim() !== '');
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let read = 0;
  return parts.map((text) => {
    const start = timeAt(line, read / length);
    read += text.length;
    const { speaker, language, confidence } = line;
    const sure = confidence === undefined ? {} : { confidence };
    return { text, start, end: timeAt(line, read / length), speaker, ...(language && { language }), ...sure };
  });
}

/** The time at which a share (0..1) of a line's letters has been spoken, by word times if there are any. */
function timeAt({ words, start, end }: SpokenLine, share: number): number {
  if (share <= 0) return start;
  if (share >= 1) return end;
  const length = words?.reduce((sum, { word }) => sum + word.length, 0) ?? 0;
  let read = 0;
  for (const { word, start: said } of words ?? []) {
    if (read + word.length / 2 >= share * length) return Math.min(Math.max(said, start), end);
    read += word.length;
  }
  return Math.round((start + (end - start) * share) * 1000) / 1000;
}

function joined(pieces: readonly Sentence[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const piece of pieces) {
    const last = sentences.at(-1);
    if (last && runsOn(last, piece)) {
      const text = `${last.text} ${piece.text}`;
      const sure = Math.min(last.confidence ?? 1, piece.confidence ?? 1);
      const end = Math.max(last.end, piece.end);
      sentences[sentences.length - 1] = { ...last, text, end, ...(sure < 1 && { confidence: sure }) };
    } else sentences.push(piece);
  }
  return sentences;
}

function runsOn(last: Sentence, next: Sentence): boolean {
  return (
    !SENTENCE_END.test(last.text) &&
    last.speaker === next.speaker &&
    last.language === next.language &&
    next.start - last.end < PAUSE &&
    next.end - last.start <= LONGEST
  );
}

/** The stems of content words, one for each occurrence. */
export function contentStems(text: string): string[] {
  return tokens(text)
    .filter(({ word }) => word.length > 1 && !isStopWord(word))
    .map((token) => token.stem);
}
