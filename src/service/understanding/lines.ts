/** One word or short run of words with its own time. Seconds from the start of the media. */
export interface SpeechWord {
  word: string;
  start: number;
  end: number;
}

/** One thing said. `start` and `end` are seconds from the start of the media, `start` below `end`. */
export interface SpeechLine {
  speaker?: string;
  text: string;
  start: number;
  end: number;
  words?: SpeechWord[];
}

/** A box as fractions (0..1) of the picture's width and height, measured from its top left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A word read in a picture. `confidence` is the recogniser's own, 0 to 100. */
export interface SceneTextWord {
  text: string;
  confidence: number;
  box: Box;
}

/**
 * One line of text seen in the picture. `time` is the keyframe it was read from; `start` to `end` is the
 * stretch from the first to the last neighbouring keyframe that showed the same text. All in seconds.
 */
export interface SceneTextLine {
  text: string;
  time: number;
  start: number;
  end: number;
  words: SceneTextWord[];
}

/** What a stretch of sound is: its loudness, a silence, or what it sounds like. */
export type SoundKind = 'loudness' | 'silence' | 'speech' | 'music' | 'other';

/** A measured fact about a stretch of the sound, in words. Seconds from the start of the media. */
export interface SoundSpan {
  kind: SoundKind;
  text: string;
  start: number;
  end: number;
}

/** What a stretch of the picture looks like, in words. Seconds from the start of the media. */
export interface SceneLine {
  text: string;
  start: number;
  end: number;
}
