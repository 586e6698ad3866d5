import type { doubts, OneOf } from '../../../contract/values/enums.ts';

/** One word or short run of words with its own time, in seconds from the start of the media. */
export interface SpeechWord {
  word: string;
  start: number;
  end: number;
  /** What the recogniser heard, where a name of the vocabulary was put in its place. */
  heard?: string;
}

/** Why recognised words are not to be trusted: it is music or noise, it is unclear, or the recogniser does not know its language. */
export type Doubt = OneOf<typeof doubts>;

/** A line of speech. `start` and `end` are seconds from the start of the media, `start` below `end`. */
export interface SpeechLine {
  speaker?: string;
  text: string;
  start: number;
  end: number;
  words?: SpeechWord[];
  /** The language that is spoken (ISO 639-1), if the recogniser tells; otherwise the text shows it. */
  language?: string;
  /** Probability that it is right, 0 to 1, if the recogniser tells. */
  confidence?: number;
  /** Set if the line is not to be trusted. */
  doubt?: Doubt;
}

/** A box as fractions (0..1) of the picture's width and height, measured from its top left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A word read from a picture. `confidence` is the recogniser's own, 0 to 100. */
export interface SceneTextWord {
  text: string;
  confidence: number;
  box: Box;
}

/**
 * A line of on-screen text. `time` is the key frame it was read from; `start` and `end` are the first and last
 * neighbouring key frames with the same text. All in seconds.
 */
export interface SceneTextLine {
  text: string;
  time: number;
  start: number;
  end: number;
  words: SceneTextWord[];
}

/** The kind of an audio span: its loudness, a silence, or what it sounds like. */
export type SoundKind = 'loudness' | 'silence' | 'speech' | 'music' | 'other';

/** A measured fact about a span of audio, in words. Seconds from the start of the media. */
export interface SoundSpan {
  kind: SoundKind;
  text: string;
  start: number;
  end: number;
}

/** What a span of the video looks like, in words. Seconds from the start of the media. */
export interface SceneLine {
  text: string;
  start: number;
  end: number;
}

/** The area that two boxes share. */
export function sharedArea(one: Box, other: Box): number {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** Intersection over union of two boxes, 0 to 1. */
export function overlap(one: Box, other: Box): number {
  const shared = sharedArea(one, other);
  return shared && shared / (one.width * one.height + other.width * other.height - shared);
}
