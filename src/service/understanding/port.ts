import type { Modality } from '../../contract/index.ts';
import type { Ffmpeg } from '../../media/index.ts';
import type { SceneLine, SceneTextLine, SoundSpan, SpeechLine } from './lines.ts';
import type { VisualNeeds, VisualPass } from './visual-pass/types.ts';

/** The line each modality writes. */
export interface LineOf {
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
export interface ModalityInput {
  mediaPath: string;
  /** The uploaded SRT or WebVTT file, when there is one. */
  sidecarPath: string | undefined;
  /** What can be seen; decoded when it is asked for. */
  visualPass: VisualPass;
  ffmpeg: Ffmpeg;
  /** A fresh, empty folder that goes with its process; left out, one of the system's. */
  tmpFolder?: () => Promise<string>;
  /** Tells how far a modality is. */
  report?: (modality: Modality, done: number, total: number) => void;
}

/** Lines in order of time, and sentences about what could not be recognised (a damaged picture, no subtitles). */
export interface ModalityResult<S extends Modality> {
  lines: LineOf[S][];
  notes: string[];
}

/** Where a long analysis keeps its finished pieces, so that a crash or another try does not repeat them. */
export interface KeptPieces {
  /** The kept piece of that name, as it was put; undefined when there is none. */
  get(name: string): Promise<unknown>;
  /** Keeps a piece, whatever JSON can carry. */
  put(name: string, piece: object): Promise<void>;
}

/** A provider's plan for one input: what it will be, and how to run it. */
export interface ModalityPlan<S extends Modality> extends MadeBy {
  /** What it asks of the visualPass. */
  needs?: keyof VisualNeeds;
  /** How good the result is, in a sentence for a person; shown with it. */
  quality?: string;
  /** Does it. Rejects with a readable reason when it cannot, and soon after `signal` aborts. */
  run(signal: AbortSignal, kept?: KeptPieces): Promise<ModalityResult<S>>;
}

/** One way to analyse one modality. A better one (a model folder, an endpoint) is one more of these. */
export interface ModalityProvider<S extends Modality> {
  readonly modality: S;
  /**
   * Gives a plan, or undefined when this provider has nothing to work with here and the next one is asked.
   * Rejects with a sentence that says what is missing when it should work and cannot.
   */
  plan(input: ModalityInput): Promise<ModalityPlan<S> | undefined>;
}
