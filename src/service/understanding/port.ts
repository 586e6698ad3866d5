import type { Ffmpeg } from '../../media/index.ts';
import type { SceneLine, SceneTextLine, SoundSpan, SpeechLine } from './lines.ts';
import type { Sight, SightNeeds } from './visual-pass/types.ts';

/** What can be perceived in a file today. The names are those of the interface's modalities. */
export type Sense = 'speech' | 'scene_text' | 'visual_scene_description' | 'audio_description';

/** The line each sense writes. */
export interface SenseLines {
  speech: SpeechLine;
  scene_text: SceneTextLine;
  visual_scene_description: SceneLine;
  audio_description: SoundSpan;
}

/** What decides a provider's answer besides the media itself. Equal settings give equal answers. */
export type Settings = Record<string, string | number | boolean | null>;

/** Says what made a result. */
export interface MadeBy {
  provider: string;
  settings: Settings;
}

/** What a provider may look at. Paths are ours, never the uploader's. */
export interface SenseInput {
  mediaPath: string;
  /** The uploaded SRT or WebVTT file, when there is one. */
  sidecarPath: string | undefined;
  /** What can be seen; decoded when it is asked for. */
  sight: Sight;
  ffmpeg: Ffmpeg;
  /** A fresh, empty folder that goes with its process; left out, one of the system's. */
  tmpFolder?: () => Promise<string>;
  /** Tells how far a sense is. */
  report?: (sense: Sense, done: number, total: number) => void;
}

/** Lines in order of time, and sentences about what could not be perceived (a damaged picture, no subtitles). */
export interface Perceived<S extends Sense> {
  lines: SenseLines[S][];
  notes: string[];
}

/** Where a long perception keeps its finished pieces, so that a crash or another try does not repeat them. */
export interface KeptPieces {
  /** The kept piece of that name, as it was put; undefined when there is none. */
  get(name: string): Promise<unknown>;
  /** Keeps a piece, whatever JSON can carry. */
  put(name: string, piece: object): Promise<void>;
}

/** A provider's readiness to perceive one input: what it will be, and how to run it. */
export interface SensePlan<S extends Sense> extends MadeBy {
  /** What it asks of the sight. */
  needs?: keyof SightNeeds;
  /** How good the result is, in a sentence for a person; shown with it. */
  quality?: string;
  /** Perceives. Rejects with a readable reason when it cannot, and soon after `signal` aborts. */
  run(signal: AbortSignal, kept?: KeptPieces): Promise<Perceived<S>>;
}

/** One way to perceive one sense. A better one (a model folder, an endpoint) is one more of these. */
export interface SenseProvider<S extends Sense> {
  readonly sense: S;
  /**
   * Gives a plan, or undefined when this provider has nothing to work with here and the next one is asked.
   * Rejects with a sentence that says what is missing when it should work and cannot.
   */
  plan(input: SenseInput): Promise<SensePlan<S> | undefined>;
}
